import type { PlanningLimits } from '@cartage/contract/tenants/app/planning-limits'
import { describe, expect, test } from 'vitest'
import { estimatedRoads } from '../../positions/roads/rules.ts'
import { placeAt, plainSettings } from '../../testing/data/plans.ts'
import { lawFor } from '../../trips/hours/law.rules.ts'
import { newStop, newTrip, type TripState } from '../../trips/state.rules.ts'
import type { Facts, OtherTrip, Reason, ResourceFacts } from '../facts/rules.ts'
import { breachesOf, codeOfBreach, piecesOf, spokenBreach } from './driving.rules.ts'
import { verdictOf } from './rules.ts'

/** Hours of driving between consecutive places, by the index of the first. */
let hours: readonly number[] = []
const places = Array.from({ length: 40 }, (_, at) => ({ ...placeAt(0), location_id: `p${at}`, name: `Place ${at}` }))
const driver = (name: string): ResourceFacts => ({
  resource_id: name,
  resource_type: 'DRIVER',
  name,
  ...{ container_number: null, subcontractor_id: null, is_archived: false, properties: {}, extras: [] },
  ...{ validities: [], unavailabilities: [] },
})
/** Hours after Monday 2 February 2026, 00:00. */
const at = (hour: number) => new Date(Date.parse('2026-02-02T00:00:00.000Z') + hour * 3_600_000).toISOString()

type Visit = readonly [place: number, from: number, to: number]

function tripOf(trip_id: string, visits: readonly Visit[], names: readonly string[]): TripState {
  const stops = visits.map(([place, from, to], index) =>
    newStop({
      ...{ stop_id: `${trip_id} ${index}`, stop_group_id: `${trip_id} ${index}`, order_id: null, kind: 'STANDALONE' },
      ...{ location_id: `p${place}`, activity: 'CUSTOM', activity_label: 'Stop' },
      ...{ planned_start_at: at(from), planned_end_at: at(to) },
    }),
  )
  const resources = names.map((resource_id) => ({
    ...{ resource_id, name: null, license_plate: null, container_number: null },
  }))
  return newTrip(trip_id, trip_id, { stops, resources })
}

function reasonsOf(
  visits: readonly Visit[],
  names: readonly string[] = ['Jan'],
  others: readonly OtherTrip[] = [],
  tachograph: Facts['hours'] = new Map(),
  limits: Partial<PlanningLimits> = {},
) {
  return verdictOf({ trips: [tripOf('T-1', visits, names)], facts: factsOf({ names, others, tachograph, limits }) })
}

interface Known {
  names?: readonly string[]
  others?: readonly OtherTrip[]
  tachograph?: Facts['hours']
  limits?: Partial<Facts['settings']['limits']>
}

function factsOf({ names = [], others = [], tachograph = new Map(), limits = {} }: Known): Facts {
  const minutes = (from: string, to: string) => {
    const [one, other] = [Number(from.slice(1)), Number(to.slice(1))]
    return Math.abs(one - other) === 1 ? (hours[Math.min(one, other)] ?? 0) * 60 : 0
  }
  return {
    hours: tachograph,
    settings: { ...plainSettings, limits: { ...plainSettings.limits, ...limits } },
    ...{
      orders: new Map(),
      elsewhere: [],
      others,
      isOpen: () => undefined,
      opensAt: (_place: unknown, at: string) => at,
      time_zone: 'Europe/Brussels',
    },
    places: new Map(places.map((place) => [place.location_id, place])),
    resources: new Map(names.map((name) => [name, driver(name)])),
    roads: {
      ...estimatedRoads,
      find: (from, to) => {
        const ids = [from, to].map((place) => (place as { location_id?: string }).location_id!)
        return { distance_km: 1, driving_minutes: minutes(ids[0]!, ids[1]!), is_estimated: false }
      },
    },
  }
}

const codes = (reasons: readonly Reason[]) => reasons.map(({ code }) => code)

describe('time for a route', () => {
  /** A stop from eight to nine, left at a given hour, and another one two hours of driving away. */
  const reasons = (left: number | undefined, from: number, isReached = false) => {
    hours = [2]
    const plan = tripOf(
      'T-1',
      [
        [0, 8, 9],
        [1, from, from + 1],
      ],
      [],
    )
    const was = left === undefined ? {} : { status: 'COMPLETED' as const, actual_end_at: at(left) }
    const is = isReached ? { status: 'AT_STOP' as const, actual_start_at: at(from) } : {}
    const stops = [
      { ...plan.stops[0]!, ...was },
      { ...plan.stops[1]!, ...is },
    ]
    return codes(verdictOf({ trips: [{ ...plan, stops }], facts: factsOf({}) }))
  }

  test('TIME-9: a plan with too little driving time draws a warning', () => {
    expect(reasons(undefined, 10)).toEqual(['no_time_for_way'])
    expect(reasons(undefined, 11)).toEqual([])
  })

  test('TIME-9: a plan with enough time draws no warning because the vehicle actually left late, nor if it left early', () => {
    expect(reasons(9.2, 11)).toEqual([])
    expect(reasons(14, 11)).toEqual([])
    expect(reasons(8.5, 10.5)).toEqual([])
    expect(reasons(8.5, 10)).toEqual(['no_time_for_way'])
  })

  test('TIME-9: a completed route draws no warning', () => {
    expect(reasons(9, 10, true)).toEqual([])
  })
})

describe('driving and rest time of a plan', () => {
  test('HOURS-3: 20 hours of driving need 32 hours', () => {
    hours = [20]
    const arriving = (hour: number) =>
      reasonsOf([
        [0, 0, 0],
        [1, hour, hour + 0.5],
      ])
    const [reason] = arriving(29.5)
    expect(reason).toMatchObject({ severity: 'SOFT', resource_id: 'Jan', stop_id: 'T-1 1' })
    expect(String(reason!.message)).toContain('article')
    expect(codes(arriving(31.75))).toHaveLength(1)
    expect(codes(arriving(32))).toEqual([])
  })

  test('HOURS-3: a visited stop no longer draws a warning', () => {
    hours = [20]
    const plan = tripOf(
      'T-1',
      [
        [0, 0, 0],
        [1, 29.5, 30],
      ],
      ['Jan'],
    )
    const [first, last] = plan.stops
    const stops = [first!, { ...last!, status: 'AT_STOP' as const, actual_start_at: at(29.5) }]
    const judge = (trip: TripState) => codes(verdictOf({ trips: [trip], facts: factsOf({ names: ['Jan'] }) }))
    expect(judge(plan)).toHaveLength(1)
    expect(judge({ ...plan, stops })).toEqual([])
  })

  test('HOURS-3: a working day begins with the drive after the night, and ends in time for the next rest', () => {
    hours = [8, 4, 4]
    const day = (last: number) =>
      reasonsOf([
        [0, 0, 1],
        [1, 9.75, 10.75],
        // At most two more hours can be driven on the first day, so the second begins at 23:45 at the latest.
        [2, 25.75, 29.75],
        [3, last, last + 1],
      ])
    expect(day(37.5)).toEqual([])
    const reasons = day(38.5)
    expect(codes(reasons)).toEqual(['daily_rest'])
    expect(String(reasons[0]!.message)).toContain('article 8(2)')
  })

  test('HOURS-3: a long route with enough time for its breaks and rests draws no warning', () => {
    // Rotterdam to Vienna with the planned times of Cartage: 1,150 km.
    hours = [2.5, 14, 2.5]
    const plan: Visit[] = [
      [0, 6, 6.5],
      [1, 9, 9.5],
      [2, 36.5, 37],
      [3, 40.5, 41],
    ]
    expect(codes(reasonsOf(plan))).toEqual([])
  })

  test('HOURS-3: two drivers rest 9 hours within 30', () => {
    hours = [5, 5, 5]
    const plan: Visit[] = [
      [0, 0, 8],
      [1, 13, 20],
      [2, 25, 32],
      [3, 37, 43],
    ]
    const reasons = reasonsOf(plan, ['Jan', 'Piet'])
    expect(reasons.map(({ code, resource_id }) => `${code} ${resource_id}`)).toContain('daily_rest Jan')
    expect(reasons.some(({ resource_id }) => resource_id === 'Piet')).toBe(false)
    expect(String(reasons[0]!.message)).toContain('article 8(5)')
    hours = [9, 9, 9]
    const rested: Visit[] = [
      [0, 0, 1],
      [1, 10, 11],
      [2, 29, 30],
      [3, 39, 40],
    ]
    expect(codes(reasonsOf(rested, ['Jan', 'Piet']))).toEqual([])
  })

  test('HOURS-3: two pickups at one dock at the same time have no route between them', () => {
    hours = [1]
    const reasons = reasonsOf([
      [0, 8, 8.5],
      [0, 8, 8.5],
      [1, 9.5, 10],
    ])
    expect(codes(reasons)).toEqual([])
  })

  /** Two places per day, for a number of days with the same hours of driving, in sequence. */
  const days = (many: number, driving: number, first = 0): Visit[] =>
    Array.from({ length: many }, (_, day): Visit[] => {
      const start = (first + day) * 24 + 6
      return [
        [(2 * day) % 40, start, start],
        [(2 * day + 1) % 40, start + driving + 1.5, start + driving + 1.5],
      ]
    }).flat()

  test('HOURS-3: more than 56 hours in a week and more than 90 in two are reasons, also because of other trips', () => {
    hours = Array.from({ length: 40 }, (_, place) => (place % 2 === 0 ? 9 : 0))
    expect(codes(reasonsOf(days(6, 9)))).toEqual([])
    hours = Array.from({ length: 40 }, (_, place) => (place % 2 === 0 ? [10, 10, 9, 9, 9, 9.5][place / 2]! : 0))
    expect(codes(reasonsOf(days(6, 10)))).toContain('driving_week')
    hours = Array.from({ length: 40 }, (_, place) => (place % 2 === 0 ? 9 : 0))
    const lastWeek = tripOf('T-0', days(5, 9, -7), ['Jan'])
    const other: OtherTrip = {
      ...{
        is_completed: true,
        trip_id: 'T-0',
        name: 'T-0',
        starts_at: at(-162),
        ends_at: at(-50),
        resource_ids: ['Jan'],
      },
      stops: lastWeek.stops.map(({ stop_id, kind, location_id, planned_start_at, planned_end_at }) => ({
        ...{ trip_id: 'T-0', order_id: null, stop_id, kind, location_id, planned_start_at, planned_end_at },
      })),
    }
    expect(codes(reasonsOf(days(5, 9), ['Jan'], [other]))).toEqual([])
    expect(codes(reasonsOf(days(6, 9), ['Jan'], [other]))).toEqual(['driving_fortnight'])
  })

  test('HOURS-3: a weekly rest begins after six days at the latest', () => {
    hours = Array.from({ length: 40 }, (_, place) => (place % 2 === 0 ? 4 : 0))
    expect(codes(reasonsOf(days(6, 4)))).toEqual([])
    expect(codes(reasonsOf(days(7, 4)))).toEqual(['weekly_rest'])
  })
})

/** A trip judged under given tenant settings. */
const under = (
  limits: Partial<PlanningLimits>,
  visits: readonly Visit[],
  tachograph?: Facts['hours'],
  names = ['Jan'],
) => reasonsOf(visits, names, [], tachograph, limits)

describe('HOURS-7: working time', () => {
  const dayOfWork: Visit[] = [
    [0, 6, 10],
    [1, 10.25, 13.5],
  ]

  test('is judged if the tenant enables it, with its severity, and the reason cites the article', () => {
    hours = [0]
    expect(under({}, dayOfWork)).toEqual([])
    const [reason, ...others] = under({ working_time: 'WARN' }, dayOfWork)
    expect(others).toEqual([])
    expect(reason).toMatchObject({ code: 'working_break', severity: 'SOFT', resource_id: 'Jan', stop_id: 'T-1 1' })
    expect(String(reason!.message)).toContain('Directive 2002/15/EC, article 5')
    expect(under({ working_time: 'REFUSE' }, dayOfWork)[0]!.severity).toBe('HARD')
    expect(under({ working_time: 'REFUSE', driving_law: 'NO_LAW' }, dayOfWork)[0]!.code).toBe('working_break')
  })

  test('begins with the work recorded on the card', () => {
    hours = [0]
    const short: Visit[] = [[0, 12.25, 13.5]]
    const worked = [
      { from: at(-20), to: at(6), kind: 'REST' as const, is_crew: false },
      { from: at(6), to: at(12), kind: 'WORKING' as const, is_crew: false },
    ]
    const record = new Map([['Jan', { activities: worked, signal: null }]])
    expect(codes(under({ working_time: 'WARN' }, short))).toEqual([])
    expect(codes(under({ working_time: 'WARN' }, short, record))).toEqual(['working_break'])
  })

  test('has the night by the clock of the tenant, and two drivers share the driving', () => {
    hours = [4]
    // Until one at night in Brussels, which is midnight in UTC: seven hours of work and four of driving.
    const late: Visit[] = [
      [0, 12.25, 16.25],
      [1, 21, 24],
    ]
    expect(codes(under({ working_time: 'WARN' }, late))).toEqual(['working_night'])
    expect(codes(under({ working_time: 'WARN' }, late, undefined, ['Jan', 'Piet']))).toEqual([])
  })
})

test('HOURS-10: if a search was not completed the reason states that none was found and that not all could be tried', () => {
  hours = [442, 445, 308, 176, 879, 1_304, 666, 1_075].map((minutes) => (minutes + 0.5) / 60)
  const begins = [8_340, 8_947, 10_500, 11_378, 11_629, 13_678, 16_557, 20_525, 22_815]
  const work = [120, 45, 30, 30, 45, 120, 10, 45, 240]
  const visits = begins.map((begin, place) => ({
    ...{ trip_id: 'T-1', stop_id: `T-1 ${place}`, location_id: `p${place}` },
    ...{ from: at(begin / 60), to: at((begin + work[place]!) / 60) },
  }))
  const facts = factsOf({ names: ['Jan'] })
  const breaches = (effort?: { left: number }) => breachesOf(piecesOf(visits, lawFor(1), facts, undefined, effort))
  expect(breaches()).toEqual([])
  const [unsettled] = breaches({ left: 0 })
  const message = String(spokenBreach(unsettled!, { name: 'Jan' }, 'Gent', lawFor(1)))
  expect(message).toMatch(
    /^Not checked to the end: no lawful rests of Jan until Gent were found, but not all could be tried \(Reg/,
  )
  expect(codeOfBreach(unsettled!)).toBe('hours_not_settled')
  const settled = { ...unsettled!, isUnsettled: undefined }
  expect(codeOfBreach(settled)).not.toBe('hours_not_settled')
  expect(String(spokenBreach(settled, { name: 'Jan' }, 'Gent', lawFor(1)))).not.toContain('not all could be tried')
  expect(breaches()).toEqual([])
})

test('HOURS-8: the tenant chooses the law', () => {
  hours = [20]
  const far: Visit[] = [
    [0, 0, 0],
    [1, 24, 24.5],
  ]
  const [reason] = under({ driving_law: 'AETR' }, far)
  expect(String(reason!.message)).toContain('AETR, article')
  expect(under({ driving_law: 'NO_LAW' }, far)).toEqual([])
})

describe('TACHO-10: recorded driving hours', () => {
  const record = (...stretches: (readonly [from: number, to: number, kind: 'REST' | 'DRIVING'])[]) =>
    new Map([
      [
        'Jan',
        {
          activities: stretches.map(([from, to, kind]) => ({ from: at(from), to: at(to), kind, is_crew: false })),
          signal: null,
        },
      ],
    ])
  const morning = record([-20, 4, 'REST'], [4, 8, 'DRIVING'])
  const visits: Visit[] = [
    [0, 8, 8.25],
    [1, 9.5, 9.75],
  ]

  test('of the card count before the plan, also against a break that is due', () => {
    hours = [1]
    expect(codes(reasonsOf(visits))).toEqual([])
    expect(codes(reasonsOf(visits, ['Jan'], [], morning))).toEqual(['driving_break'])
  })

  test('replace the plan for the same time', () => {
    hours = [4, 0, 1]
    const planned: Visit[] = [
      [0, 4, 4],
      [1, 8, 9],
      [2, 9, 9],
      [3, 10.25, 10.5],
    ]
    const rests = record([-20, 4, 'REST'], [4, 5, 'DRIVING'], [5, 8.9, 'REST'])
    expect(codes(reasonsOf(planned))).toEqual(['driving_break'])
    const others = [
      {
        ...{
          is_completed: true,
          trip_id: 'T-0',
          name: 'T-0',
          starts_at: at(4),
          ends_at: at(9),
          resource_ids: ['Jan'],
        },
        stops: [
          ...[[0, 4, 4] as const, [1, 8, 9] as const].map(([place, from, to], index) => ({
            ...{ trip_id: 'T-0', stop_id: `T-0 ${index}`, kind: 'STANDALONE' as const, order_id: null },
            ...{ location_id: `p${place}`, planned_start_at: at(from), planned_end_at: at(to) },
          })),
        ],
      },
    ]
    expect(codes(reasonsOf(planned.slice(2), ['Jan'], others, rests))).toEqual([])
  })

  test('of one card are not applied to two drivers who share the driving', () => {
    hours = [1]
    expect(codes(reasonsOf(visits, ['Jan', 'Piet'], [], morning))).toEqual([])
  })
})
