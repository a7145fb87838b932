import { describe, expect, test } from 'vitest'
import { estimatedRoads } from '../../positions/roads/rules.ts'
import { placeAt, worldWith } from '../../testing/data/plans.ts'
import { measured } from '../../trips/eta/ways.rules.ts'
import { lawFor } from '../../trips/hours/law.rules.ts'
import { newStop, newTrip, type TripState } from '../../trips/state.rules.ts'
import { decideCommand } from '../decide.rules.ts'
import type { Facts } from '../facts/rules.ts'
import { later, minutesBetween } from '../instants.rules.ts'
import type { PlanningCommand, PlanPlace, World } from '../rules.ts'
import { plainResource } from '../stops.rules.ts'
import { dutiesOf } from '../verdict/driving.rules.ts'
import { verdictOf } from '../verdict/rules.ts'

/** Places on a line, by the minutes of driving from its beginning; the sea is two hours and a half wide. */
const line = { depot: 0, hook: 120, harwich: 270, london: 390, leeds: 690 }
type Name = keyof typeof line
const places = new Map(
  Object.keys(line).map((location_id): [string, PlanPlace] => [
    location_id,
    { ...placeAt(0), location_id, name: location_id },
  ]),
)
const world: World = {
  ...worldWith(),
  places,
  time_zone: 'UTC',
  roads: {
    ...estimatedRoads,
    find: (from, to) => {
      const [one, other] = [from, to].map((place) => line[(place as PlanPlace).location_id as Name])
      const minutes = Math.abs(one! - other!)
      return { distance_km: minutes, driving_minutes: minutes, is_estimated: false }
    },
  },
}

const begin = '2026-02-02T06:00:00.000Z'
const at = (minutes: number) => later(begin, minutes)

function tripFrom(...names: Name[]): TripState {
  const stops = names.map((location_id, index) => {
    const given = { kind: 'STANDALONE', order_id: null, activity: null, activity_label: 'Stop' } as const
    return newStop({ ...given, stop_id: `${location_id}-${index}`, stop_group_id: `g-${index}`, location_id })
  })
  const start = { planned_start_at: begin, planned_end_at: at(30), fixed_timestamp_type: 'CALCULATED' } as const
  const rest = stops.slice(1).map((stop) => ({ ...stop, planned_start_at: at(600), planned_end_at: at(630) }))
  return newTrip('t', 'T-1', { stops: [{ ...stops[0]!, ...start }, ...rest], resources: [plainResource('driver-1')] })
}

const ferry = { kind: 'FERRY', minutes: 420, departs_at: null, berth: 'NONE', line: 'Stena Line' } as const
type Ferry = Partial<Extract<PlanningCommand, { kind: 'CHANGE_CROSSING' }>['crossing']>

const decide = (trips: readonly TripState[], command: PlanningCommand) =>
  decideCommand({ trips, holds: [] }, command, world).trips

function crossed(trip: TripState, given: Ferry = {}, before_stop_id = trip.stops.at(-1)!.stop_id): TripState {
  const ends = { from_location_id: 'hook', to_location_id: 'harwich', boarding_minutes: 30, leaving_minutes: 15 }
  const crossing = { ...ferry, ...given }
  return decide([trip], { kind: 'INSERT_CROSSING', trip_id: 't', ...ends, before_stop_id, crossing })[0]!
}

const begins = ({ stops }: TripState) => stops.map(({ planned_start_at }) => minutesBetween(begin, planned_start_at!))
const where = ({ stops }: TripState) => stops.map(({ location_id }) => location_id)

function reasonsOf(trip: TripState) {
  const driver = {
    resource_id: 'driver-1',
    resource_type: 'DRIVER',
    name: 'Jan',
    container_number: null,
    properties: {},
  }
  const papers = { subcontractor_id: null, is_archived: false, extras: [], validities: [], unavailabilities: [] }
  const resources = new Map([['driver-1', { ...driver, ...papers }]])
  const facts: Facts = { ...world, resources, others: [], elsewhere: [], isOpen: () => undefined }
  const about = ['crossing_missed', 'no_time_for_way', 'daily_rest', 'road_closed', 'closed']
  return verdictOf({ trips: [trip], facts }).filter(({ code }) => about.includes(code))
}

describe('a ferry or train on the way of a trip', () => {
  test('CROSS-1: the time between boarding and driving off is that of the crossing, and is not driving time', () => {
    const trip = crossed(tripFrom('depot', 'london'))
    expect(where(trip)).toEqual(['depot', 'hook', 'harwich', 'london'])
    // Two hours to the quay, half an hour to board, seven hours aboard, a quarter to drive off, two hours on.
    expect(begins(trip)).toEqual([0, 150, 600, 735])
    expect(trip.stops.map(({ activity_label }) => activity_label)).toEqual([
      'Stop',
      'Board ferry',
      'Leave ferry',
      'Stop',
    ])
    const km = measured(trip, { places, road: world.roads.find })
    expect(km.stops.map(({ mileage_km }) => mileage_km)).toEqual([null, 120, 0, 120])
    expect(km.distance_km).toBe(240)
    const visits = trip.stops.map((stop) => {
      const [from, to] = [stop.planned_start_at!, stop.planned_end_at!]
      return { ...stop, trip_id: 't', from, to }
    })
    expect(dutiesOf(visits, world).map(({ driving }) => driving)).toEqual([0, 120, 0, 120])
    expect(reasonsOf(trip)).toEqual([])
  })

  test('CROSS-1: a driver who rests aboard drives off when the ferry arrives, and waits for the next stop ashore', () => {
    const opens = at(1_500)
    const opening_hours = 'from the next morning on'
    const opensAt = (place: { opening_hours: string | null }, from: string) =>
      place.opening_hours === opening_hours && from < opens ? opens : from
    const london = { ...places.get('london')!, opening_hours }
    const shut = { ...world, opensAt, places: new Map([...places, ['london', london]]) }
    const before_stop_id = 'london-1'
    const ends = { from_location_id: 'hook', to_location_id: 'harwich', boarding_minutes: 30, leaving_minutes: 15 }
    for (const departs_at of [null, at(180)]) {
      const crossing = { ...ferry, minutes: 660, berth: 'CABIN', departs_at } as const
      const command = { kind: 'INSERT_CROSSING', trip_id: 't', ...ends, before_stop_id, crossing } as const
      const held = { trips: [tripFrom('depot', 'london')], holds: [] }
      const [trip] = decideCommand(held, command, shut).trips
      expect(begins(trip!)).toEqual([0, 150, 840, 1_500])
    }
  })

  test('CROSS-1: a fixed departure is waited for, whatever the hours of the terminal', () => {
    const closed = { ...world, opensAt: (_place: unknown, from: string) => (from > at(200) ? at(9_000) : from) }
    const trip = tripFrom('depot', 'london')
    const command = {
      kind: 'INSERT_CROSSING',
      ...{ trip_id: 't', from_location_id: 'hook', to_location_id: 'harwich' },
      ...{ boarding_minutes: 45, leaving_minutes: 15, before_stop_id: trip.stops[1]!.stop_id },
      crossing: { ...ferry, departs_at: at(300) },
    } as const
    const [sailing] = decideCommand({ trips: [trip], holds: [] }, command, closed).trips
    expect(begins(sailing!).slice(0, 3)).toEqual([0, 255, 720])
    expect(begins(crossed(trip, { departs_at: at(300) }))).toEqual([0, 270, 720, 855])
  })

  test('CROSS-1: another sailing shifts the stops after it', () => {
    const trip = crossed(tripFrom('depot', 'london'), { departs_at: at(300) })
    const crossing = { ...ferry, departs_at: at(420), minutes: 300 }
    const [after] = decide([trip], { kind: 'CHANGE_CROSSING', trip_id: 't', stop_id: trip.stops[1]!.stop_id, crossing })
    expect(begins(after!)).toEqual([0, 390, 720, 855])
    const none = { kind: 'CHANGE_CROSSING', trip_id: 't', stop_id: trip.stops[0]!.stop_id, crossing } as const
    expect(() => decide([trip], none)).toThrow('no ferry or train')
  })

  test('CROSS-3: a missed departure, and too little time for a crossing, draw warnings', () => {
    const missed = crossed(tripFrom('depot', 'london'), { departs_at: at(100) })
    expect(begins(missed)).toEqual([0, 150, 600, 735])
    expect(reasonsOf(missed).map(({ message }) => String(message))).toEqual([
      'The ferry to harwich leaves at 2 Feb 07:40, but boarding is planned until 2 Feb 09:00. Choose a later departure, or plan the trip earlier.',
    ])
    const trip = crossed(tripFrom('depot', 'london'))
    const [boarding, landing] = [trip.stops[1]!, { ...trip.stops[2]!, planned_start_at: at(400) }]
    const short = { ...trip, stops: [trip.stops[0]!, boarding, landing, trip.stops[3]!] }
    expect(reasonsOf(short).map(({ message }) => String(message))).toEqual([
      'The ferry to harwich needs 7 h 00 from boarding until arrival, but only 3 h 40 are planned. Plan it later.',
    ])
  })

  test('HOURS-9: a rest continues aboard where there is a cabin; otherwise it is taken before boarding or after landing', () => {
    // Eleven hours aboard after ten hours of work, then five hours of driving.
    const long = (berth: 'NONE' | 'CABIN') => {
      const trip = tripFrom('depot', 'leeds')
      const [first, ...rest] = trip.stops
      const stops = [{ ...first!, planned_end_at: at(600) }, ...rest]
      return crossed({ ...trip, stops }, { berth, minutes: 640 })
    }
    const [cabin, none] = [long('CABIN'), long('NONE')]
    expect(begins(cabin)[2]).toBe(600 + 120 + 30 + 640)
    expect(reasonsOf(cabin)).toEqual([])
    expect(begins(none).at(-1)!).toBeGreaterThanOrEqual(begins(cabin).at(-1)!)
    expect(reasonsOf(none)).toEqual([])
  })

  test('CROSS-3, HOURS-9: if an interrupted rest is not lawful, the reason cites article 9', () => {
    const sailing = (berth: 'NONE' | 'CABIN') => {
      const trip = tripFrom('depot', 'leeds')
      const [first, ...rest] = trip.stops
      // A three-hour ferry that leaves after fourteen and a half hours on duty.
      const stops = [{ ...first!, planned_end_at: at(720) }, ...rest]
      return crossed({ ...trip, stops }, { berth, minutes: 180, departs_at: at(870) })
    }
    const messages = reasonsOf(sailing('NONE')).map(({ message }) => String(message))
    expect(messages).toHaveLength(1)
    expect(messages[0]).toContain('(Regulation (EC) 561/2006, article 8(2), 9(1))')
  })
})

describe('boarding and landing', () => {
  test('CROSS-2: nothing is planned between them', () => {
    const trip = crossed(tripFrom('depot', 'london'))
    const landing = trip.stops[2]!.stop_id
    expect(() => crossed(trip, {}, landing)).toThrow('while the vehicle is aboard')
    const stop_ids = [0, 1, 3, 2].map((index) => trip.stops[index]!.stop_id)
    expect(() => decide([trip], { kind: 'RESEQUENCE', trip_id: 't', stop_ids })).toThrow('Keep them together')
    const order = world.orders.get('order-0')!
    const stops = order.stops.map((stop) => ({ ...stop, location_id: 'depot', requested_date: '2026-02-02' }))
    const orders = new Map([['order-0', { ...order, stops }]])
    const chosen = { order_ids: ['order-0'], stop_ids: [] }
    // By day alone the order would go after the last stop of that day, which is aboard.
    const late = {
      ...trip,
      stops: [...trip.stops.slice(0, 3), { ...trip.stops[3]!, planned_start_at: at(4_000), planned_end_at: at(4_030) }],
    }
    const early = {
      ...late,
      stops: late.stops.map((stop, index) =>
        index === 2 ? { ...stop, planned_start_at: at(2_000), planned_end_at: at(2_015) } : stop,
      ),
    }
    const plan = { kind: 'PLAN', ...chosen, target: { trip_id: 't' }, times: [] } as const
    const [after] = decideCommand({ trips: [early], holds: [] }, plan, { ...world, orders }).trips
    expect(where(after!)).toEqual(['depot', 'depot', 'hook', 'harwich', 'depot', 'london'])
  })

  test('CROSS-2: a crossing without its landing no longer applies, and the route is driven', () => {
    const trip = crossed(tripFrom('depot', 'london'))
    const chosen = { order_ids: [], stop_ids: [trip.stops[2]!.stop_id] }
    const [after] = decide([trip], { kind: 'UNPLAN', ...chosen })
    expect(after!.stops.map(({ crossing }) => crossing)).toEqual([null, null, null])
    // Four hours and a half of driving, and a break.
    expect(begins(after!)).toEqual([0, 150, 495])
  })

  test('CROSS-2: combined trips keep them together', () => {
    const other = { ...tripFrom('depot', 'london'), trip_id: 'o' }
    const busy = {
      ...other,
      stops: other.stops.map((stop, index) => ({ ...stop, stop_id: `o-${index}`, planned_start_at: at(300) })),
    }
    const [one] = decide([crossed(tripFrom('depot', 'london')), busy], {
      kind: 'COMBINE',
      trip_id: 't',
      trip_ids: ['o'],
    })
    const ids = where(one!)
    expect(ids).toHaveLength(6)
    expect(ids.indexOf('harwich')).toBe(ids.indexOf('hook') + 1)
    expect(one!.stops.filter(({ crossing }) => crossing)).toHaveLength(1)
  })

  test('CROSS-1: two drivers share no driving while they are aboard', () => {
    expect(lawFor(2).drivers).toBe(2)
    const trip = crossed(tripFrom('depot', 'london'))
    const two = { ...trip, resources: [plainResource('driver-1'), plainResource('driver-2')] }
    expect(reasonsOf(two)).toEqual([])
  })
})
