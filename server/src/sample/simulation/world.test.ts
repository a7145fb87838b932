import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { greatCircleKm } from '../../locations/great-circle.rules.ts'
import { breachesIn } from '../../testing/models/record.ts'
import { longestStep, nextStep, readClock, setClock } from './clock.rules.ts'
import { courseOf, withVisits } from './course.rules.ts'
import { type Activity, drivenBy, recordedSince } from './driver.rules.ts'
import { type Fix, type Plan, type PlannedStop, type PlannedTrip, waitingFor } from './plan.rules.ts'
import { requestsOf } from './requests.rules.ts'
import { happenings, type Message, type Part } from './world.rules.ts'

const minute = 60_000
const day = 24 * 60 * minute
const morning = Date.parse('2026-03-04T04:00:00Z')

const places = [
  { latitude: 51.276, longitude: 4.216, country: 'BE' },
  { latitude: 51.955, longitude: 4.015, country: 'NL' },
  { latitude: 51.446, longitude: 6.735, country: 'DE' },
  { latitude: 50.63, longitude: 3.06, country: 'FR' },
  { latitude: 48.1, longitude: 11.5, country: 'DE' },
  { latitude: 51.05, longitude: 3.72, country: 'BE' },
]

const stopArb = (name: string, index: number) =>
  fc
    .record({
      at: fc.nat(places.length - 1),
      begins: fc.integer({ min: 0, max: 120 }),
      stay: fc.integer({ min: 5, max: 60 }),
    })
    .map(({ at, begins, stay }): PlannedStop => {
      const planned_from = morning + (60 + index * 150 + begins) * minute
      return {
        ...{ stop_id: `${name}-${index}`, order_id: `order ${name}`, side: index === 0 ? 'PICKUP' : 'DELIVERY' },
        ...{ is_box: index === 0, place: places[at]!, planned_from, planned_until: planned_from + stay * minute },
        ...{ arrived: null, left: null },
      }
    })

const tripArb = (index: number) =>
  fc
    .record({
      stops: fc
        .integer({ min: 2, max: 5 })
        .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => stopArb(`t${index}`, at)))),
      carrier: fc.boolean(),
      isCold: fc.boolean(),
      vehicle: fc.nat(2),
    })
    .map(({ stops, carrier, isCold, vehicle }): PlannedTrip => {
      const crew = (kind: string) => ({
        resource_id: `${kind} ${vehicle}`,
        external_id: `${kind}-${vehicle}`,
        absences: [],
      })
      return {
        ...{ trip_id: `t${index}`, is_draft: false, is_started: false, is_declined: false, is_cold: isCold, stops },
        ...{
          carrier_id: carrier ? 'carrier' : null,
          vehicle: carrier ? null : crew('vehicle'),
          driver: carrier ? null : crew('driver'),
        },
      }
    })

const planArb = fc
  .integer({ min: 1, max: 6 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => tripArb(index))))
  .map((trips): Plan => ({ trips, lastSeen: new Map() }))

const scenarios = ['late-boxes'] as const

/** Simulates the server: reported facts become part of the plan. */
function know(plan: Plan, messages: readonly Message[]): Plan {
  const times = new Map<string, { arrived?: number; left?: number }>()
  const lastSeen = new Map(plan.lastSeen)
  for (const one of messages) {
    if (one.kind === 'ARRIVED') times.set(one.stop.stop_id, { ...times.get(one.stop.stop_id), arrived: one.at })
    if (one.kind === 'LEFT') times.set(one.stop.stop_id, { ...times.get(one.stop.stop_id), left: one.at })
    if (one.kind === 'POSITION')
      lastSeen.set(one.external_id.replace('-', ' '), { ...one.place, at: one.at } satisfies Fix)
  }
  const trips = plan.trips.map((trip) => {
    const stops = trip.stops.map((stop) => ({ ...stop, ...times.get(stop.stop_id) }))
    return { ...trip, stops, is_started: stops.some(({ arrived }) => arrived !== null) }
  })
  return { trips, lastSeen }
}

interface Day {
  plan: Plan
  messages: Message[]
}

/** Longest possible duration of a plan: one vehicle may have all its trips, across Europe and with rests. */
const longest = 40 * day

const isOver = ({ trips }: Plan) => trips.every(({ stops }) => stops.every(({ left }) => left !== null))

/**
 * Drives in steps until every stop is left; `isCut` says whether the process crashes in a step before saving its
 * progress.
 */
function drive(
  plan: Plan,
  part: Omit<Part, 'from' | 'to'>,
  steps: readonly number[],
  isCut: (step: number) => boolean = () => false,
): Day {
  const result: Day = { plan, messages: [] }
  let from = morning
  for (let step = 0; from < morning + longest && !isOver(result.plan); step += 1) {
    const to = from + steps[step % steps.length]! * minute
    const { messages } = happenings(result.plan, { ...part, from, to })
    const sent = isCut(step) ? messages.slice(0, Math.floor(messages.length / 2)) : messages
    result.plan = know(result.plan, sent)
    result.messages.push(...sent)
    if (!isCut(step)) from = to
  }
  return result
}

describe('the world', () => {
  test('the same plan, seed and part give the same messages; another seed gives others', () => {
    const isSame = (one: Message[], other: Message[]) => JSON.stringify(one) === JSON.stringify(other)
    let differing = 0
    fc.assert(
      fc.property(planArb, fc.integer({ min: 1, max: 1_000 }), (plan, seed) => {
        const part = { seed, from: morning, to: morning + day, scenarios }
        const { messages } = happenings(plan, part)
        expect(isSame(messages, happenings(plan, part).messages)).toBe(true)
        if (!isSame(messages, happenings(plan, { ...part, seed: seed + 1 }).messages)) differing += 1
      }),
      { numRuns: 40 },
    )
    expect(differing).toBeGreaterThan(30)
  })

  test('every stop of a trip is visited once, in order and never before the vehicle can be there', () => {
    const steps = fc.array(fc.integer({ min: 4, max: 10 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(planArb, steps, fc.nat(7), (plan, lengths, cut) => {
        const { messages } = drive(plan, { seed: 7, scenarios }, lengths, (step) => step % 8 === cut)
        for (const trip of plan.trips) {
          const own = messages.filter(
            (one) => (one.kind === 'ARRIVED' || one.kind === 'LEFT') && one.trip.trip_id === trip.trip_id,
          )
          const order = own.map((one) => `${one.kind} ${(one as { stop: PlannedStop }).stop.stop_id}`)
          expect(order).toEqual(trip.stops.flatMap(({ stop_id }) => [`ARRIVED ${stop_id}`, `LEFT ${stop_id}`]))
          for (const [at, one] of own.entries()) if (at > 0) expect(one.at).toBeGreaterThan(own[at - 1]!.at)
        }
      }),
      { numRuns: 12 },
    )
  })

  test('a vehicle never jumps: between two positions it is never faster than a truck', () => {
    fc.assert(
      fc.property(planArb, (plan) => {
        const { messages } = drive(plan, { seed: 11, scenarios }, [10])
        const byVehicle = Map.groupBy(
          messages.filter((one) => one.kind === 'POSITION'),
          ({ external_id }) => external_id,
        )
        for (const fixes of byVehicle.values()) {
          for (const [at, fix] of fixes.entries()) {
            const before = fixes[at - 1]
            if (before)
              expect(greatCircleKm(before.place, fix.place)).toBeLessThan(2 + ((fix.at - before.at) / 3_600_000) * 95)
          }
        }
      }),
      { numRuns: 12 },
    )
  })

  test('earlier measurements are not repeated: a world may start where another device has reported', () => {
    const [plan] = fc.sample(planArb, { numRuns: 1, seed: 5 })
    const seen = { latitude: 51, longitude: 4, at: morning + 6 * 60 * minute }
    const lastSeen = new Map(['vehicle 0', 'vehicle 1', 'vehicle 2'].map((id) => [id, seen]))
    const { messages } = drive({ ...plan!, lastSeen }, { seed: 5, scenarios }, [10])
    const times = messages.filter(({ kind }) => kind === 'POSITION').map(({ at }) => at)
    expect(times.length).toBeGreaterThan(0)
    expect(Math.min(...times)).toBeGreaterThan(seen.at)
  })

  test('a driver who is away does not start, and a started trip is completed', () => {
    const crew = { resource_id: 'd', external_id: 'd', absences: [{ from: morning, until: null }] }
    const trip = {
      is_draft: false,
      is_started: false,
      carrier_id: null,
      is_declined: false,
      vehicle: { ...crew, absences: [] },
      driver: crew,
    }
    const with_ = (members: Partial<PlannedTrip>) =>
      waitingFor({ ...trip, trip_id: 't', is_cold: false, stops: [], ...members }, morning)
    expect(with_({})).toBe('DRIVER_AWAY')
    expect(with_({ is_started: true })).toBeUndefined()
    expect(with_({ driver: null })).toBe('NO_DRIVER')
    expect(with_({ vehicle: null })).toBe('NO_VEHICLE')
    expect(with_({ carrier_id: 'c', is_declined: true })).toBe('DECLINED')
    expect(with_({ is_draft: true })).toBe('DRAFT')
  })

  test('thousands of steps are fast: a plan of 12 trips over two days', () => {
    const [trip] = fc.sample(tripArb(0), { numRuns: 1, seed: 1 })
    const trips = Array.from({ length: 12 }, (_, at) => ({
      ...trip!,
      trip_id: `t${at}`,
      vehicle: { resource_id: `v ${at}`, external_id: `v-${at}`, absences: [] },
      carrier_id: null,
      driver: { resource_id: `d ${at}`, external_id: `d-${at}`, absences: [] },
    }))
    let count = 0
    for (let step = 0; step < 288; step += 1) {
      const from = morning + step * longestStep
      count += happenings({ trips, lastSeen: new Map() }, { seed: 1, from, to: from + longestStep, scenarios: [] })
        .messages.length
    }
    expect(count).toBeGreaterThan(200)
  })

  test('reports of one sender are in one request, and a repeat has the same key', () => {
    const [plan] = fc.sample(planArb, { numRuns: 1, seed: 3 })
    const { messages } = happenings(plan!, { seed: 3, from: morning, to: morning + day, scenarios })
    const requests = requestsOf(messages)
    expect(requests.flatMap((one) => one.messages)).toHaveLength(messages.length)
    expect(new Set(requests.map(({ key }) => key)).size).toBe(requests.length)
    expect(requests.map(({ key }) => key)).toEqual(requestsOf(messages).map(({ key }) => key))
  })
})

describe('the clock', () => {
  test('runs at its speed, stops when it is paused, and never runs ahead of the server or back', () => {
    const speed = fc.constantFrom(1, 10, 60, 600)
    fc.assert(
      fc.property(
        fc.nat(3 * day),
        speed,
        fc.boolean(),
        fc.nat(day),
        fc.nat(day),
        (behind, rate, is_paused, one, two) => {
          const now = morning + 10 * day
          const clock = { clock_at: now - behind, set_at: now, speed: rate, is_paused }
          const [first, second] = [readClock(clock, now + one), readClock(clock, now + one + two)]
          expect(second).toBeGreaterThanOrEqual(first)
          expect(second).toBeLessThanOrEqual(now + one + two)
          expect(first).toBe(is_paused ? clock.clock_at : Math.min(now + one, clock.clock_at + one * rate))
          const changed = setClock(clock, { speed: 60, is_paused: false }, now + one)
          expect(readClock(changed, now + one)).toBe(first)
        },
      ),
    )
  })

  test('is divided into parts of at most ten minutes, and none is reported before a second has passed', () => {
    expect(nextStep(0, 999)).toBeUndefined()
    expect(nextStep(0, 5_000)).toBe(5_000)
    expect(nextStep(0, day)).toBe(longestStep)
  })
})

const farStop = (name: string, latitude: number, hours: number): PlannedStop => ({
  ...{ stop_id: name, order_id: 'order', side: 'OTHER', is_box: false },
  place: { latitude, longitude: 10, country: 'DE' },
  ...{ planned_from: morning + hours * 60 * minute, planned_until: morning + (hours + 1) * 60 * minute },
  ...{ arrived: null, left: null },
})

const tripOver = (stops: PlannedStop[]): PlannedTrip => ({
  ...{ trip_id: 't', is_draft: false, is_started: true, is_declined: false, is_cold: false, carrier_id: null },
  ...{ vehicle: null, driver: null, stops },
})

test('HOURS-4: a vehicle that is driven for a day and a half takes the breaks and rests of its driver on the way', () => {
  const trip = tripOver([farStop('a', 40, 0), farStop('b', 48, 8), farStop('c', 54, 16)])
  const at = { seed: 3, from: morning - 60 * minute, start: undefined, seen: undefined, lateBoxes: false }
  const [, second, third] = courseOf(trip, at)
  const parts = [second!, third!].flatMap(({ leg }) => leg!.drives)
  const pauses = parts.slice(1).map(({ from }, index) => (from - parts[index]!.to) / minute)
  // Some 1,900 km: more driving than a day may have.
  expect(parts.reduce((sum, { from, to }) => sum + to - from, 0) / minute).toBeGreaterThan(10 * 60)
  expect(Math.max(...pauses)).toBeGreaterThanOrEqual(9 * 60)
  expect(parts.every(({ from, to }) => to - from <= 4.5 * 60 * minute)).toBe(true)
})

test('HOURS-4: a driver on the way continues from the recorded state, even if another break was expected', () => {
  const at = (hours: number) => morning + hours * 60 * minute
  const left = { ...farStop('a', 44, 0), arrived: at(0), left: at(1) }
  const record: Activity[] = [
    { at: at(0), kind: 'WORKING' },
    { at: at(1), kind: 'DRIVING' },
    { at: at(4), kind: 'REST' },
    { at: at(4.75), kind: 'DRIVING' },
  ]
  const given = { seed: 3, from: at(6), start: undefined, seen: undefined, lateBoxes: false, record, isRecorded: true }
  const visits = courseOf(tripOver([left, farStop('b', 50, 8)]), given)
  const changes = withVisits(record, visits).map((change) => ({ ...change, at: change.at / minute }))
  expect(visits[1]!.arrives).toBeGreaterThan(at(10))
  expect(breachesIn(changes)).toEqual([])
})

test('HOURS-4: a driver whose last weekly rest was short takes a full one, also when the week begins', () => {
  const monday = Date.parse('2026-10-05T00:00:00Z')
  const at = (days: number, hours: number) => monday + (days * 24 + hours) * 60 * minute
  // From Monday to Saturday afternoon, for two weeks.
  const record = [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12].flatMap((days): Activity[] => [
    { at: at(days, 6), kind: 'WORKING' },
    { at: at(days, 8), kind: 'DRIVING' },
    { at: at(days, 12), kind: 'REST' },
  ])
  const now = at(14, 4)
  const counted = record.filter((change) => change.at >= recordedSince(now))
  const job = { driving: 60 * minute, work: 30 * minute, from: now, released: undefined }
  expect(drivenBy(counted, now, job).drives[0]!.from).toBeGreaterThanOrEqual(at(12, 12 + 45))
})

test('FIT-12: a driver calls in ill at home, and is well again before departure on another day', () => {
  const crew = (resource_id: string) => ({ resource_id, external_id: resource_id, absences: [] })
  const trip = (trip_id: string, from: number, members: Partial<PlannedTrip> = {}): PlannedTrip => ({
    ...{ trip_id, is_draft: false, is_started: false, carrier_id: null, is_declined: false, is_cold: false },
    ...{ vehicle: crew(`truck of ${trip_id}`), driver: crew('driver 1') },
    stops: [from, from + 120 * minute].map(
      (at, index): PlannedStop => ({
        ...{ stop_id: `${trip_id}-${index}`, order_id: null, side: 'OTHER', is_box: false, place: places[index]! },
        ...{ planned_from: at, planned_until: at + 30 * minute, arrived: null, left: null },
      }),
    ),
    ...members,
  })
  const starts = morning + day
  const part = { seed: 1, from: starts - 240 * minute, to: starts, scenarios: ['illness' as const] }
  const callsOf = (trips: readonly PlannedTrip[]) =>
    happenings({ trips, lastSeen: new Map() }, part).messages.flatMap((one) => (one.kind === 'ILL' ? [one] : []))
  const names = Array.from({ length: 600 }, (_, at) => `trip ${at}`)
  const ill = names.filter((name) => callsOf([trip(name, starts)]).length > 0)
  expect(ill.length).toBeGreaterThan(2)
  for (const name of ill) {
    const { until } = callsOf([trip(name, starts)])[0]!
    const nextStart = starts + Math.ceil((until - starts) / day) * day
    expect(until).toBeGreaterThan(starts + 8 * 60 * minute)
    expect(nextStart - until).toBeGreaterThanOrEqual(8 * 60 * minute)
    expect(callsOf([trip('under way', starts - day, { is_started: true }), trip(name, starts)])).toEqual([])
  }
})

test('HOURS-4: a driver whose trip is now driven by another one rests', () => {
  const atWork = [{ resource_id: 'driver 7', external_id: 'driver-7' }]
  const part = { seed: 1, from: morning, to: morning + 10 * minute, scenarios: [] }
  const ofDriver = (plan: Plan) =>
    happenings(plan, part).messages.filter((one) => one.kind === 'TACHOGRAPH' && one.external_id === 'driver-7')
  expect(ofDriver({ trips: [], lastSeen: new Map(), atWork })).toEqual([
    { kind: 'TACHOGRAPH', at: morning + 1, external_id: 'driver-7', activity: 'REST' },
  ])
  expect(ofDriver({ trips: [], lastSeen: new Map(), atWork: [] })).toEqual([])
})

test('HOURS-4: a driver on the way does not rest because of a later trip on another vehicle', () => {
  const at = (hours: number) => morning + hours * 60 * minute
  const crew = (resource_id: string) => ({ resource_id, external_id: resource_id, absences: [] })
  const stops = [{ ...farStop('a', 44, 0), arrived: at(0), left: at(1) }, farStop('b', 50, 8)]
  const own = { ...tripOver(stops), vehicle: crew('v'), driver: crew('d') }
  const later = { ...tripOver([farStop('c', 50, 30)]), trip_id: 'l', is_started: false, driver: crew('d') }
  const record: Activity[] = [{ at: at(1), kind: 'DRIVING' }]
  const plan = {
    trips: [{ ...later, vehicle: crew('other') }, own],
    lastSeen: new Map(),
    records: new Map([['d', record]]),
  }
  const part = { seed: 3, from: at(2), to: at(2) + 10 * minute, scenarios: [] }
  expect(happenings(plan, part).messages.filter(({ kind }) => kind === 'TACHOGRAPH')).toEqual([])
})

test('HOURS-4: each change of a driver’s activity is reported, in whichever part it is, also in its first millisecond', () => {
  const at = (hours: number) => morning + hours * 60 * minute
  const crew = { resource_id: 'd', external_id: 'd', absences: [] }
  const stops = [{ ...farStop('a', 44, 0), arrived: at(0), left: at(1) }, farStop('b', 50, 8)]
  const trip = { ...tripOver(stops), vehicle: { ...crew, resource_id: 'v', external_id: 'v' }, driver: crew }
  const activities = (from: number, to: number, record: Activity[]) =>
    happenings(
      { trips: [trip], lastSeen: new Map(), records: new Map([['d', record]]) },
      { seed: 3, from, to, scenarios: [] },
    ).messages.flatMap((one): Activity[] => (one.kind === 'TACHOGRAPH' ? [{ at: one.at, kind: one.activity }] : []))
  const before: Activity[] = [{ at: at(0), kind: 'WORKING' }]
  const drive = activities(at(1), at(7), before)
  const pause = drive.find(({ kind }) => kind === 'REST')!
  const known = [...before, ...drive.filter((change) => change.at < pause.at)]
  expect(known.at(-1)!.kind).toBe('DRIVING')
  for (const from of [-3, -2, -1, 0, 1].map((shift) => pause.at + shift)) {
    const [next] = activities(from, from + 10 * minute, known)
    expect(next?.kind).toBe('REST')
    expect(Math.abs(next!.at - pause.at)).toBeLessThan(5)
  }
})
