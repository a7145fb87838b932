import fc from 'fast-check'
import { expect, test } from 'vitest'
import { factsOf, placeAt, worldWith } from '../../testing/data/plans.ts'
import type { TripState } from '../../trips/state.rules.ts'
import { plannedTrips } from '../accept.rules.ts'
import { otherTripsOf } from '../facts/others.rules.ts'
import type { Facts, OtherTrip, ResourceFacts } from '../facts/rules.ts'
import type { OrderFacts, PlanPlace } from '../rules.ts'
import { scheduled } from '../schedule.rules.ts'
import { solve } from '../solver/search.rules.ts'
import { verdictOf } from '../verdict/rules.ts'
import { wholeTrip } from './accept.rules.ts'
import { problemOf } from './build.rules.ts'
import { resultOf } from './result.rules.ts'
import type { Desk, RunResult } from './rules.ts'

const places = 12
const nowhere = 'place-nowhere'
const day = (at: number) => `2026-02-0${2 + at}`
const instant = (at: number, hour: number) => `${day(at)}T${String(hour).padStart(2, '0')}:00:00.000Z`

const isSo = (chances: number) => fc.nat(99).map((drawn) => drawn < chances)
const drawnOrder = fc.record({
  from: fc.nat(places - 1),
  to: fc.nat(places - 1),
  isNowhere: isSo(10),
  day: fc.nat(3),
  days: fc.nat(1),
  from_hour: fc.option(fc.integer({ min: 6, max: 14 })),
  is_dangerous: isSo(20),
  is_tempered: isSo(10),
  weight_kg: fc.nat(12_000),
})
const drawnCrew = fc.record({
  motor: fc.constantFrom('TRACTOR', 'RIGID', 'VAN'),
  towed: fc.constantFrom(null, 'TRAILER', 'TRAILER'),
  drivers: fc.constantFrom(0, 1, 1, 1, 2),
  // Days on which a licence, the ADR licence and an absence begin and end.
  licence: fc.option(fc.tuple(fc.nat(4), fc.nat(4))),
  adr: fc.option(fc.tuple(fc.nat(4), fc.nat(4))),
  absence: fc.option(fc.tuple(fc.nat(4), fc.nat(4)), { freq: 1 }),
  busy: fc.option(fc.record({ day: fc.nat(3), at: fc.nat(places - 1) })),
})
const drawn = fc.record({
  points: fc.array(fc.record({ north: fc.nat(400), east: fc.nat(600) }), { minLength: places, maxLength: places }),
  orders: fc.array(drawnOrder, { minLength: 2, maxLength: 9 }),
  crews: fc.array(drawnCrew, { minLength: 1, maxLength: 3 }),
  nowHour: fc.nat(40),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never

function deskOf({ points, orders: given, crews, nowHour }: Drawn): Desk {
  const known = points.map(({ north, east }, at): [string, PlanPlace] => {
    const point = { latitude: 49 + north / 100, longitude: 3 + east / 100 }
    return [`place-${at}`, { ...placeAt(0), ...point, location_id: `place-${at}` }]
  })
  const unknown = { ...placeAt(0), location_id: nowhere, latitude: null, longitude: null }
  const world = {
    ...worldWith(),
    time_zone: 'UTC',
    drivers: new Set(crews.flatMap(({ drivers }, at) => [`driver-0-${at}`, `driver-1-${at}`].slice(0, drivers))),
    places: new Map([...known, [nowhere, unknown] as const]),
    orders: new Map(given.map((one, at) => [`order-${at}`, orderOf(at, one)])),
  }
  const each = crews.map((crew, at) => resourcesOf(at, crew))
  const others = crews.flatMap(({ busy }, at): OtherTrip[] => (busy ? [otherOf(at, busy)] : []))
  const resources = new Map(each.flat().map((one) => [one.resource_id, one]))
  const facts: Facts = { ...world, resources, others, elsewhere: [], isOpen: () => undefined }
  const combinations = each.map((some) => ({ resource_ids: some.map(({ resource_id }) => resource_id) }))
  const period = { from_at: instant(0, 0), to_at: instant(4, 0), seed: 1 }
  const request = { order_ids: [...world.orders.keys()], combinations, ...period }
  return { request, now: instant(Math.floor(nowHour / 24), nowHour % 24), world, facts, trips: [] }
}

function orderOf(at: number, one: Drawn['orders'][number]): OrderFacts {
  const order = { ...factsOf(at), order_id: `order-${at}` }
  const hours = one.from_hour === null ? [null, null] : [one.from_hour, one.from_hour + 4]
  const [window_start, window_end] = hours.map((hour) => hour && `${String(hour).padStart(2, '0')}:00`)
  const ends = [one.from, one.isNowhere ? -1 : one.to]
  const stops = order.stops.map((stop, part) => ({
    ...stop,
    location_id: ends[part] === -1 ? nowhere : `place-${ends[part]}`,
    requested_date: day(Math.min(3, one.day + part * one.days)),
    window_start: window_start || null,
    window_end: part === 0 ? window_end || null : null,
  }))
  const { weight_kg, is_dangerous, is_tempered } = one
  const consignments = order.consignments.map((goods) => ({ ...goods, weight_kg, is_dangerous, is_tempered }))
  return { ...order, stops, consignments }
}

function resourcesOf(at: number, { motor, towed, drivers, licence, adr, absence }: Drawn['crews'][number]) {
  const none = { container_number: null, subcontractor_id: null, is_archived: false, properties: {}, extras: [] }
  const one = (resource_type: string, name: string): ResourceFacts => {
    return { ...none, resource_id: `${name}-${at}`, resource_type, name, validities: [], unavailabilities: [] }
  }
  const paper = (validity_type: string, [from, days]: [number, number]) => {
    const start_at = `2026-02-0${1 + from}T12:00:00.000Z`
    return { validity_type, start_at, end_at: null, legal_end_at: `2026-02-0${1 + from + days}T12:00:00.000Z` }
  }
  const validities = [
    ...(licence ? [paper('DRIVER_LICENSE', licence)] : []),
    ...(adr ? [paper('DRIVER_ADR_LICENSE', adr)] : []),
  ]
  const away = absence && {
    start_at: `2026-02-0${1 + absence[0]}T06:00:00.000Z`,
    end_at: `2026-02-0${1 + absence[0] + absence[1]}T18:00:00.000Z`,
    reason: 'HOLIDAY',
  }
  const people = Array.from({ length: drivers }, (_, place) => ({ ...one('DRIVER', `driver-${place}`), validities }))
  const vehicle = { ...one(motor, 'motor'), unavailabilities: away ? [away] : [] }
  return [vehicle, ...people, ...(towed === null ? [] : [one(towed, 'towed')])]
}

function otherOf(at: number, busy: { day: number; at: number }): OtherTrip {
  const times = { starts_at: instant(busy.day, 6), ends_at: instant(busy.day, 14) }
  const stop = { trip_id: `T-${at}`, kind: 'ORDER' as const, order_id: null, location_id: `place-${busy.at}` }
  const [begin, end] = [times.starts_at, times.ends_at]
  const stops = [
    { ...stop, stop_id: `T-${at}-1`, planned_start_at: begin, planned_end_at: begin },
    { ...stop, stop_id: `T-${at}-2`, planned_start_at: end, planned_end_at: end },
  ]
  const resource_ids = [`motor-${at}`, `driver-0-${at}`]
  return { trip_id: `T-${at}`, name: `T-${at}`, is_completed: false, resource_ids, ...times, stops }
}

function accepted({ world, facts }: Desk, { trips }: RunResult) {
  const command = {
    kind: 'PLAN_TRIPS' as const,
    trips: trips.map((trip, at) => {
      const new_trip = { name: `S-${at}`, planning_group_id: null, note: '', resource_ids: [] }
      return wholeTrip(trip, { trip_id: `S-${at}`, new_trip })
    }),
    released: [],
  }
  return plannedTrips([], command, { ...world, before: facts })
}

/** OPT-13: suggested times equal those of the accepted trips, and those that planning computes for the same stops. */
function checkTimes({ world, facts }: Desk, { trips: suggested }: RunResult, trips: readonly TripState[]): void {
  const before = { ...facts, others: [...facts.others, ...otherTripsOf(trips)] }
  for (const [at, trip] of trips.entries()) {
    const timesOf = ({ stops }: TripState) => {
      return stops.map(({ planned_start_at, planned_end_at }) => [planned_start_at, planned_end_at])
    }
    expect(timesOf(trip)).toEqual(suggested[at]!.stops.map(({ start_at, end_at }) => [start_at, end_at]))
    const [first] = trip.stops
    const again = scheduled(trip, { ...world, before }, { starts_at: first!.planned_start_at! })
    expect(timesOf(again)).toEqual(timesOf(trip))
  }
}

test('OPT-5, OPT-9, OPT-10, OPT-13: in any world, accepting all suggestions adds no conflict to the verdict', () => {
  let suggested = 0
  fc.assert(
    fc.property(drawn, (given) => {
      const desk = deskOf(given)
      const built = problemOf(desk)
      const result = resultOf(desk, built, solve(built.problem, { seed: 1, iterations: 60 }))
      suggested += result.trips.length
      const trips = accepted(desk, result)
      expect(verdictOf({ trips, facts: desk.facts })).toEqual([])
      expect(result.trips.flatMap(({ reasons }) => reasons)).toEqual([])
      checkTimes(desk, result, trips)
      const types = result.trips.map(({ resources }) => resources.map(({ resource_type }) => resource_type))
      for (const crew of types) {
        expect(crew).toContain('DRIVER')
        if (crew.includes('TRACTOR')) expect(crew).toContain('TRAILER')
      }
      const stops = result.trips.flatMap((trip) => trip.stops)
      expect(stops.filter(({ location_id }) => location_id === nowhere)).toEqual([])
      expect(stops.filter(({ start_at }) => start_at < desk.now)).toEqual([])
      const orders = new Set([...stops, ...result.left_out].map(({ order_id }) => order_id))
      expect(orders.size).toBe(desk.request.order_ids.length)
      expect(result.after.unknown_ways).toBe(0)
    }),
    { numRuns: 100 },
  )
  expect(suggested).toBeGreaterThan(20)
})

test('OPT-9: an order left out has a reason: its place, its time, or the crews', () => {
  const order = { from: 0, to: 1, isNowhere: false, day: 1, days: 0, from_hour: null, is_dangerous: false }
  const points = Array.from({ length: places }, (_, at) => ({ north: at, east: at }))
  const bare = { motor: 'TRACTOR', towed: null, drivers: 1 } as const
  const crew = { ...bare, licence: null, adr: null, absence: null, busy: null }
  const whole = { ...order, is_tempered: false, weight_kg: 100 }
  const why = (given: Partial<Drawn>) => {
    const desk = deskOf({
      points,
      orders: [whole],
      crews: [{ ...crew, towed: 'TRAILER' as const }],
      nowHour: 0,
      ...given,
    })
    const built = problemOf(desk)
    return resultOf(desk, built, solve(built.problem, { seed: 1, iterations: 20 })).left_out.map(({ code }) => code)
  }
  expect(why({})).toEqual([])
  expect(why({ orders: [{ ...whole, isNowhere: true }] })).toEqual(['place_unknown'])
  expect(why({ orders: [{ ...whole, day: 0 }], nowHour: 30 })).toEqual(['outside_period'])
  expect(why({ crews: [crew] })).toEqual(['trailer_missing'])
  expect(why({ crews: [{ ...crew, towed: 'TRAILER', drivers: 0 }] })).toEqual(['driver_missing'])
})
