import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Place } from '../../positions/distance.rules.ts'
import type { TripStop } from '../state.rules.ts'
import { type EtaFacts, estimateStops, leadingPosition, leadingResource, roadsTo } from './rules.ts'
import { beginFinder, type WaitingFacts } from './waiting.rules.ts'

const day = '2026-03-02T'
const at = (time: string) => Date.parse(`${day}${time}:00Z`)
const iso = (time: string) => `${day}${time}:00.000Z`

/** Places on one meridian: one degree is 60 km and an hour in the roads of these tests. */
const places = new Map<string, Place>(
  [0, 1, 2, 4, 9].map((degrees) => [`at ${degrees}`, { latitude: degrees, longitude: 0 }]),
)
const road: EtaFacts['road'] = (from, to) => {
  const degrees = Math.abs(from.latitude! - to.latitude!)
  return { distance_km: degrees * 60, driving_minutes: degrees * 60, is_estimated: true }
}

function stopOf(stop_id: string, degrees: number, members: Partial<TripStop> = {}): TripStop {
  return {
    stop_id,
    kind: 'ORDER',
    order_id: 'order',
    stop_group_id: 'group',
    location_id: `at ${degrees}`,
    activity: null,
    activity_label: 'PICKUP',
    planned_start_at: null,
    planned_end_at: null,
    fixed_timestamp_type: null,
    eta_start_at: null,
    eta_end_at: null,
    eta_is_estimated: null,
    actual_start_at: null,
    actual_end_at: null,
    status: 'PLANNED',
    status_at: null,
    mileage_km: null,
    mileage_is_estimated: null,
    reference_number: null,
    note: '',
    crossing: null,
    custom_fields: {},
    event_sequence: 0,
    ...members,
  }
}

const usual = {
  now: at('08:00'),
  places,
  position: undefined,
  reported: new Map(),
  road,
  begins: (_stop: unknown, from: number) => from,
  lengths: new Map<string, number>(),
  latest: () => Infinity,
  drivers: 1,
}

function estimate(facts: Partial<EtaFacts> & Pick<EtaFacts, 'stops'>, leastMinutes = 1) {
  return estimateStops({ ...usual, ...facts }, leastMinutes).map(({ eta_start_at, eta_end_at }) => [
    eta_start_at,
    eta_end_at,
  ])
}

const done = (stop_id: string, degrees: number, left: string) =>
  stopOf(stop_id, degrees, { status: 'COMPLETED', actual_end_at: iso(left) })

describe('estimates', () => {
  test('begin at the last position and continue from stop to stop, including the duration of stops', () => {
    const position = { at: at('07:50'), latitude: 1, longitude: 0 }
    const planned = { planned_start_at: iso('09:00'), planned_end_at: iso('09:20') }
    const stops = [done('a', 0, '06:00'), stopOf('b', 2, planned), stopOf('c', 4)]
    expect(estimate({ stops, position })).toEqual([
      [null, null],
      [iso('08:50'), iso('09:10')],
      [iso('11:10'), iso('11:40')],
    ])
  })

  test('ETA-2: are marked from the first route on that no engine calculated, except estimates of a partner', () => {
    const measuredTo2: EtaFacts['road'] = (from, to) => ({ ...road(from, to)!, is_estimated: to.latitude! > 2 })
    const marks = (stops: TripStop[], members: Partial<EtaFacts> = {}) =>
      estimateStops({ ...usual, stops, road: measuredTo2, ...members }).map((stop) => stop.eta_is_estimated)
    const stops = [stopOf('a', 0, { planned_start_at: iso('08:00') }), stopOf('b', 2), stopOf('c', 4), stopOf('d', 2)]
    expect(marks(stops)).toEqual([false, false, true, true])
    expect(marks([...stops.slice(0, 2), stopOf('e', 77), stopOf('d', 2)])).toEqual([false, false, true, true])
    const reported = new Map([['c', { at: at('07:55'), start_at: iso('12:00'), end_at: null }]])
    expect(marks(stops, { reported })).toEqual([false, false, false, false])
    // The flag changes although the times do not.
    const known = estimateStops({ ...usual, stops, road })
    expect(known.map((stop) => stop.eta_is_estimated)).toEqual([false, true, true, true])
    expect(marks(known)).toEqual([false, false, true, true])
  })

  test('begin at the last stop when there is no position, or only an older or outdated one', () => {
    const stops = [done('a', 0, '07:30'), stopOf('b', 1)]
    const expected = [
      [null, null],
      [iso('08:30'), iso('09:00')],
    ]
    expect(estimate({ stops })).toEqual(expected)
    expect(estimate({ stops, position: { at: at('07:00'), latitude: 4, longitude: 0 } })).toEqual(expected)
    const yesterday = { at: at('08:00') - 24 * 3_600_000, latitude: 4, longitude: 0 }
    expect(estimate({ stops: [stopOf('a', 0, { status: 'COMPLETED' }), stopOf('b', 1)], position: yesterday })).toEqual(
      [
        [null, null],
        [iso('09:00'), iso('09:30')],
      ],
    )
  })

  test('a vehicle at a stop leaves when the stop is done, and not before now', () => {
    const planned = { planned_start_at: iso('07:00'), planned_end_at: iso('07:30') }
    const there = stopOf('a', 0, { ...planned, status: 'AT_STOP', actual_start_at: iso('07:45') })
    expect(estimate({ stops: [there, stopOf('b', 1)] })).toEqual([
      [null, iso('08:15')],
      [iso('09:15'), iso('09:45')],
    ])
    const late = { ...there, actual_start_at: iso('06:00') }
    expect(estimate({ stops: [late, stopOf('b', 1)] })[1]).toEqual([iso('09:00'), iso('09:30')])
  })

  test('after 4.5 hours of driving there is a break of 45 minutes; work at a stop is not a break, and waiting there is', () => {
    const left = '08:00'
    expect(estimate({ stops: [done('a', 0, left), stopOf('b', 4)] })[1]![0]).toBe(iso('12:00'))
    // Nine hours: two stretches of 4.5 hours with a break between them.
    expect(estimate({ stops: [done('a', 0, left), stopOf('b', 9)] })[1]![0]).toBe(iso('17:45'))
    const short = estimate({ stops: [done('a', 0, left), stopOf('b', 4), stopOf('c', 2)] })
    expect(short[2]![0]).toBe(iso('15:15'))
    const hour = { planned_start_at: iso('12:00'), planned_end_at: iso('13:00') }
    const long = estimate({ stops: [done('a', 0, left), stopOf('b', 4, hour), stopOf('c', 2)] })
    expect(long[2]![0]).toBe(iso('15:45'))
    const waiting = stopOf('b', 4, { ...hour, planned_start_at: iso('12:45'), fixed_timestamp_type: 'SET_BY_USER' })
    expect(estimate({ stops: [done('a', 0, left), waiting, stopOf('c', 2)] })[2]![0]).toBe(iso('15:00'))
  })

  test('HOURS-4: earlier driving on another trip brings the break forward, unless there was a rest since', () => {
    const stops = [done('a', 0, '08:00'), stopOf('b', 4)]
    const earlier = (hours: number): EtaFacts['earlier'] => {
      const text = (time: string) => new Date(at(time) - hours * 3_600_000).toISOString()
      const visit = (degrees: number, time: string) => ({
        ...{ resource_id: 'driver', location_id: `at ${degrees}`, from: text(time), to: text(time) },
      })
      return { visits: [visit(2, '05:30'), visit(0, '07:45')], places }
    }
    // Half an hour of the break was taken before the trip, when there was time.
    expect(estimate({ stops, earlier: earlier(0) })[1]![0]).toBe(iso('12:15'))
    expect(estimate({ stops, earlier: earlier(12) })[1]![0]).toBe(iso('12:00'))
  })

  test('HOURS-4: a break recorded on the card counts, and so does one due according to it, whatever was reported', () => {
    const position = { at: at('08:00'), latitude: 5, longitude: 0 }
    const hours = (...changes: (readonly [string, 'REST' | 'DRIVING'])[]) => {
      const night = { from: '2026-03-01T12:00:00Z', to: `${day}${changes[0]![0]}:00Z`, kind: 'REST' as const }
      const driven = changes.map(([from, kind], index) => {
        return { from: `${day}${from}:00Z`, to: `${day}${changes[index + 1]?.[0] ?? '08:00'}:00Z`, kind }
      })
      const activities = [night, ...driven].map((one) => ({ ...one, is_crew: false }))
      return { visits: [], places, hours: new Map([['driver', { activities, signal: null }]]) }
    }
    const arrival = (left: string, earlier: EtaFacts['earlier'] = { visits: [], places, hours: new Map() }) =>
      estimate({ stops: [done('a', 0, left), stopOf('b', 9)], position, earlier })[1]![0]
    // Four hours are left to drive. After four reported hours a break is due among them.
    expect(arrival('04:00')).toBe(iso('12:45'))
    expect(arrival('04:00', hours(['04:00', 'DRIVING']))).toBe(iso('12:45'))
    expect(arrival('04:00', hours(['03:00', 'DRIVING'], ['07:15', 'REST']))).toBe(iso('12:00'))
    // After a quarter of an hour no break is due, unless the card shows that the driver began at four.
    expect(arrival('07:45')).toBe(iso('12:00'))
    expect(arrival('07:45', hours(['04:00', 'DRIVING']))).toBe(iso('12:45'))
    // One card is not enough for two drivers.
    const two = { drivers: 2, position, earlier: hours(['04:00', 'DRIVING']) }
    expect(estimate({ stops: [done('a', 0, '07:45'), stopOf('b', 9)], ...two })[1]![0]).toBe(iso('12:00'))
  })

  test('agreed times are waited for; calculated ones are not', () => {
    const position = { at: at('08:00'), latitude: 0, longitude: 0 }
    const times = { planned_start_at: iso('11:00'), planned_end_at: iso('11:30') }
    const agreed = stopOf('b', 1, { ...times, fixed_timestamp_type: 'ENFORCED_TIMEWINDOW' })
    expect(estimate({ stops: [done('a', 0, '07:00'), agreed], position })[1]).toEqual([iso('09:00'), iso('11:30')])
    const reckoned = stopOf('b', 1, { ...times, fixed_timestamp_type: 'CALCULATED' })
    expect(estimate({ stops: [done('a', 0, '07:00'), reckoned], position })[1]).toEqual([iso('09:00'), iso('09:30')])
  })

  test('ETA-1: windows and opening hours are waited for, at stops and on the way', () => {
    const begins = (stop: { stop_id: string }, from: number) =>
      stop.stop_id === 'b' ? Math.max(from, at('12:00')) : from
    const stops = [done('a', 0, '08:00'), stopOf('b', 1), stopOf('c', 2)]
    expect(estimate({ stops, begins }).slice(1)).toEqual([
      [iso('09:00'), iso('12:30')],
      [iso('13:30'), iso('14:00')],
    ])
    const there = stopOf('b', 1, { status: 'AT_STOP', actual_start_at: iso('07:50') })
    expect(estimate({ stops: [there, stopOf('c', 2)], begins })[1]).toEqual([iso('13:30'), iso('14:00')])
    const reported = new Map([['b', { at: at('08:00'), start_at: iso('10:00'), end_at: null }]])
    expect(estimate({ stops, begins, reported: reported }).slice(1)).toEqual([
      [iso('10:00'), iso('12:30')],
      [iso('13:30'), iso('14:00')],
    ])
  })

  test('a vehicle that arrived after hours is served then, and does not wait for the next day', () => {
    const there = stopOf('a', 0, { status: 'AT_STOP', actual_start_at: iso('07:45') })
    const begins = () => at('08:00') + 24 * 3_600_000
    expect(estimate({ stops: [there, stopOf('b', 1)], begins })[0]).toEqual([null, iso('08:15')])
  })

  test('the first stop is not reached before its planned time, but later when the vehicle is far away', () => {
    const times = { planned_start_at: iso('11:00'), planned_end_at: iso('11:30') }
    const near = { at: at('08:00'), latitude: 1, longitude: 0 }
    expect(estimate({ stops: [stopOf('a', 0, times)], position: near })).toEqual([[iso('11:00'), iso('11:30')]])
    const far = { at: at('08:00'), latitude: 4, longitude: 0 }
    expect(estimate({ stops: [stopOf('a', 0, times)], position: far })).toEqual([[iso('12:00'), iso('12:30')]])
    expect(estimate({ stops: [stopOf('a', 0, times)] })).toEqual([[iso('11:00'), iso('11:30')]])
    expect(estimate({ stops: [stopOf('a', 0)] })).toEqual([[null, null]])
  })

  test('an estimate of a partner stays until a position is newer, and later stops follow it', () => {
    const reported = new Map([['b', { at: at('07:55'), start_at: iso('10:00'), end_at: iso('10:30') }]])
    const stops = [done('a', 0, '07:00'), stopOf('b', 1), stopOf('c', 2)]
    const older = { at: at('07:50'), latitude: 0, longitude: 0 }
    expect(estimate({ stops, reported: reported, position: older }).slice(1)).toEqual([
      [iso('10:00'), iso('10:30')],
      [iso('11:30'), iso('12:00')],
    ])
    const newer = { at: at('07:56'), latitude: 0, longitude: 0 }
    expect(estimate({ stops, reported: reported, position: newer })[1]).toEqual([iso('08:56'), iso('09:26')])
  })

  test('with a negligible change stay unchanged', () => {
    const eta = { eta_start_at: iso('09:02'), eta_end_at: iso('09:32') }
    const stops = [done('a', 0, '08:00'), stopOf('b', 1, eta)]
    expect(estimate({ stops }, 5)[1]).toEqual([iso('09:02'), iso('09:32')])
    expect(estimate({ stops }, 1)[1]).toEqual([iso('09:00'), iso('09:30')])
  })

  test('a location without coordinates is reached as planned; cancelled stops are skipped', () => {
    const unknown = stopOf('b', 99, { planned_start_at: iso('10:00'), planned_end_at: iso('10:30') })
    const stops = [done('a', 0, '08:00'), stopOf('x', 9, { status: 'CANCELLED' }), unknown]
    expect(estimate({ stops }).slice(1)).toEqual([
      [null, null],
      [iso('10:00'), iso('10:30')],
    ])
  })
})

test('TIME-6: a stop without planned times takes the minutes of its location', () => {
  const unplanned = stopOf('b', 1, { planned_start_at: null, planned_end_at: null })
  const minutes = (lengths: ReadonlyMap<string, number>) => {
    const [[start, end]] = estimate({ stops: [done('a', 0, '08:00'), unplanned], lengths }).slice(1) as [
      [string, string],
    ]
    return (Date.parse(end) - Date.parse(start)) / 60_000
  }
  expect([minutes(new Map()), minutes(new Map([['b', 90]]))]).toEqual([30, 90])
})

describe('waiting for windows', () => {
  const asIs = (_place: unknown, from: string) => from
  const requested = (stop_id: string, members: Partial<WaitingFacts> = {}): WaitingFacts => ({
    stop_id,
    requested_date: '2026-03-02',
    requested_from: '12:00',
    requested_to: null,
    is_enforced: false,
    opening_hours: null,
    country: 'BE',
    minutes: 30,
    time_zone: 'Etc/UTC',
    ...members,
  })
  const begins = (facts: Partial<WaitingFacts>, planned: string | null, from: string) => {
    const find = beginFinder([requested('b', facts)], asIs)
    const stop = { stop_id: 'b', planned_start_at: planned === null ? null : iso(planned) }
    return new Date(find(stop, at(from), 30)).toISOString()
  }

  test('ETA-1: a requested window is waited for as far as the plan does, an enforced one always', () => {
    expect(begins({}, '12:00', '09:00')).toBe(iso('12:00'))
    expect(begins({}, null, '09:00')).toBe(iso('12:00'))
    expect(begins({}, '12:00', '13:00')).toBe(iso('13:00'))
    // A planner moved it before its window.
    expect(begins({}, '10:00', '09:00')).toBe(iso('10:00'))
    expect(begins({ is_enforced: true }, '10:00', '09:00')).toBe(iso('12:00'))
  })

  test('ETA-1: a day without a time begins at eight, and one with an earlier end at midnight', () => {
    const tomorrow = { requested_date: '2026-03-03', requested_from: null }
    expect(begins(tomorrow, null, '20:00')).toBe('2026-03-03T08:00:00.000Z')
    expect(begins({ ...tomorrow, requested_to: '06:00' }, null, '20:00')).toBe('2026-03-03T00:00:00.000Z')
    expect(begins({ requested_date: null }, null, '05:00')).toBe(iso('05:00'))
  })

  test('ETA-1: no stop is expected before the previous one was served in its window and the route was driven', () => {
    const instant = (minutes: number) => new Date(at('00:00') + minutes * 60_000).toISOString()
    const clock = fc.integer({ min: 0, max: 1_439 }).map((minutes) => instant(minutes).slice(11, 16))
    const anyStop = fc.record({
      degrees: fc.constantFrom(0, 1, 2, 4, 9),
      day: fc.constantFrom(null, '2026-03-01', '2026-03-02', '2026-03-03'),
      from: fc.option(clock),
      is_enforced: fc.boolean(),
      planned: fc.option(fc.integer({ min: 0, max: 4_000 })),
      service: fc.integer({ min: 0, max: 300 }),
    })
    fc.assert(
      fc.property(fc.array(anyStop, { minLength: 2, maxLength: 6 }), fc.nat({ max: 1_440 }), (drawn, since) => {
        const waiting = drawn.map(({ day, from, is_enforced }, index) =>
          requested(`${index}`, { requested_date: day, requested_from: from, is_enforced }),
        )
        const stops = drawn.map(({ degrees, planned, service }, index) =>
          planned === null
            ? stopOf(`${index}`, degrees)
            : stopOf(`${index}`, degrees, {
                planned_start_at: instant(planned),
                planned_end_at: instant(planned + service),
              }),
        )
        const position = { at: at('00:00') + since * 60_000, latitude: 0, longitude: 0 }
        const etas = estimate({ now: position.at, stops, position, begins: beginFinder(waiting, asIs) })
        for (const [index, stop] of stops.slice(0, -1).entries()) {
          const { day, from, is_enforced, degrees, planned, service } = drawn[index]!
          const window = day === null ? 0 : Date.parse(`${day}T${from ?? '08:00'}:00Z`)
          const opens = is_enforced || planned === null ? window : Math.min(window, Date.parse(instant(planned)))
          const served = Math.max(Date.parse(etas[index]![0]!), opens) + (planned === null ? 30 : service) * 60_000
          const way = Math.abs(degrees - drawn[index + 1]!.degrees) * 60 * 60_000
          // A rest may be due before the work.
          expect(Date.parse(etas[index]![1]!), stop.stop_id).toBeGreaterThanOrEqual(served)
          expect(Date.parse(etas[index + 1]![0]!), stop.stop_id).toBeGreaterThanOrEqual(served + way)
        }
      }),
    )
  })
})

describe('mileages', () => {
  test('are from stop to stop, skipping cancelled ones', () => {
    const stops = [stopOf('a', 0), stopOf('x', 9, { status: 'CANCELLED' }), stopOf('b', 2), stopOf('c', 99)]
    expect(roadsTo({ stops, places, road }).map((way) => way?.distance_km)).toEqual([
      undefined,
      undefined,
      120,
      undefined,
    ])
  })
})

describe('the leading resource', () => {
  test('is the vehicle before the driver, and always the same one', () => {
    const driver = { resource_id: '1', resource_type: 'DRIVER' }
    const tractors = ['3', '2'].map((resource_id) => ({ resource_id, resource_type: 'TRACTOR' }))
    const train = { resource_id: '0', resource_type: 'TRAIN' }
    expect(leadingResource([train, driver, ...tractors])).toBe(tractors[1])
    expect(leadingResource([train, driver])).toBe(driver)
    expect(leadingResource([train])).toBe(train)
    expect(leadingResource([])).toBeUndefined()
  })

  test('TELE-7: is not one without recent data while another of the trip still reports', () => {
    const at = (minutesAgo: number) => Date.parse('2026-02-02T12:00:00Z') - minutesAgo * 60_000
    const truck = (minutesAgo: number) => ({ resource_id: '1', resource_type: 'TRACTOR', at: at(minutesAgo) })
    const trailer = (minutesAgo: number) => ({ resource_id: '2', resource_type: 'TRAILER', at: at(minutesAgo) })
    const leads = (...positions: ReturnType<typeof truck>[]) => leadingPosition(positions)?.resource_type
    expect(leads(trailer(1), truck(45))).toBe('TRACTOR')
    expect(leads(trailer(1), truck(300))).toBe('TRAILER')
    expect(leads(trailer(300), truck(1))).toBe('TRACTOR')
    expect(leads(truck(3_000))).toBe('TRACTOR')
    expect(leadingPosition([])).toBeUndefined()
  })
})
