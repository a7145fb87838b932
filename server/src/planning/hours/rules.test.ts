import { type DrivingLaw, drivingLaws } from '@cartage/contract/tenants/app/planning-limits'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimatedRoads } from '../../positions/roads/rules.ts'
import { placeAt, plainSettings } from '../../testing/data/plans.ts'
import { leastDailyRest } from '../../trips/hours/bounds.rules.ts'
import { countedHours } from '../../trips/hours/days.rules.ts'
import type { Stretch } from '../../trips/hours/driven.rules.ts'
import { lawFor } from '../../trips/hours/law.rules.ts'
import { someTimelineOf } from '../../trips/hours/search.rules.ts'
import type { StepKind } from '../../trips/hours/state.model.ts'
import { restedAt } from '../../trips/hours/state.rules.ts'
import type { Step } from '../../trips/hours/timeline.rules.ts'
import { newStop, newTrip, type TripState } from '../../trips/state.rules.ts'
import type { Facts, ResourceFacts } from '../facts/rules.ts'
import { drivingBetween, dutiesOf, epochMinutes } from '../verdict/driving.rules.ts'
import { verdictOf } from '../verdict/rules.ts'
import { type DriverVisit, hoursOf } from './rules.ts'
import { type VisitedStretch, visitedStretches } from './visited.rules.ts'

const places = [0, 1, 2, 3].map(placeAt)
const [gent, lille, koeln] = places.map(({ location_id }) => location_id)
const driver = (name: string): ResourceFacts => ({
  ...{ resource_id: name, resource_type: 'DRIVER', name },
  ...{ container_number: null, subcontractor_id: null, is_archived: false, properties: {}, extras: [] },
  ...{ validities: [], unavailabilities: [] },
})
const facts: Facts = {
  ...{ hours: new Map(), settings: plainSettings, orders: new Map(), elsewhere: [], others: [] },
  ...{
    isOpen: () => undefined,
    opensAt: (_place: unknown, at: string) => at,
    time_zone: 'Europe/Brussels',
    roads: estimatedRoads,
  },
  places: new Map(places.map((place) => [place.location_id, place])),
  resources: new Map(['Jan', 'Piet'].map((name) => [name, driver(name)])),
}
/** Minutes from Gent to Cologne. */
const way = Math.floor(drivingBetween({ location_id: gent! }, { location_id: koeln! }, facts)!)
const later = 2_000_000_000

let stops = 0
function visit(location_id: string | undefined, at: string, minutes = 0, drivers = 1): DriverVisit {
  const from = `${at}:00.000Z`
  const to = new Date(Date.parse(from) + minutes * 60_000).toISOString()
  stops += 1
  return { trip_id: 'T-1', stop_id: `s${stops}`, location_id: location_id!, from, to, drivers }
}

/** To Cologne and back on a day, and on a long one to Lille and back as well. */
const back = (date: string, isLong = false) => [
  visit(gent, `${date}T04:00`),
  visit(koeln, `${date}T08:30`, 30),
  visit(gent, `${date}T14:00`, 15),
  ...(isLong ? [visit(lille, `${date}T15:30`), visit(gent, `${date}T17:00`)] : []),
]

const hours = (visits: readonly DriverVisit[], activities: readonly Stretch[] = [], now = later, known = facts) =>
  hoursOf({ visits, record: { activities, signal: null }, now }, known)
/** Facts of a tenant with a given driving law. */
const under = (driving_law: DrivingLaw): Facts => {
  return { ...facts, settings: { ...plainSettings, limits: { ...plainSettings.limits, driving_law } } }
}
const dayOf = (minute: number) => new Date(minute * 60_000).toISOString().slice(0, 10)
const sum = (values: Iterable<number>) => [...values].reduce((all, one) => all + one, 0)

const step = fc.record({ place: fc.nat(3), gap: fc.integer({ min: 0, max: 1_500 }), stay: fc.nat(180) })
/** A plan of several weeks: trips of one or two drivers. */
const plans = fc.record({
  drivers: fc.integer({ min: 1, max: 2 }),
  trips: fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
})

type Plan = typeof plans extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** The stops of a plan in sequence, starting on a Monday. */
function drawn({ drivers, trips }: Plan): DriverVisit[] {
  let at = Date.parse('2026-02-02T04:00:00.000Z')
  return trips.flatMap((steps, trip) =>
    steps.map(({ place, gap, stay }, index): DriverVisit => {
      const from = at + gap * 60_000
      at = from + stay * 60_000
      const [start, end] = [new Date(from).toISOString(), new Date(at).toISOString()]
      const ids = { trip_id: `T-${trip}`, stop_id: `T-${trip} ${index}`, location_id: places[place]!.location_id }
      return { ...ids, from: start, to: end, drivers }
    }),
  )
}

function tripsOf(visits: readonly DriverVisit[]): TripState[] {
  return [...Map.groupBy(visits, ({ trip_id }) => trip_id)].map(([trip_id, own]) => {
    const stopsOf = own.map(({ stop_id, location_id, from, to }) =>
      newStop({
        ...{ stop_id, stop_group_id: stop_id, order_id: null, kind: 'STANDALONE', location_id },
        ...{ activity: 'CUSTOM', activity_label: 'Stop', planned_start_at: from, planned_end_at: to },
      }),
    )
    const names = ['Jan', 'Piet'].slice(0, own[0]!.drivers)
    const resources = names.map((resource_id) => ({
      ...{ resource_id, name: null, license_plate: null, container_number: null },
    }))
    return newTrip(trip_id, trip_id, { stops: stopsOf, resources })
  })
}

const restCodes = ['daily_rest', 'weekly_rest', 'rest_compensation']
const hoursCodes = [...restCodes, 'driving_break', 'driving_day', 'driving_week', 'driving_fortnight']
const codeOf = (rule: string) => {
  const name = rule === 'compensation' ? `rest_${rule}` : rule
  return restCodes.includes(name) ? name : `driving_${name}`
}

test('HOURS-5, HOURS-8: the row of a driver has the violations of the verdict, in any plan and under any law', () => {
  fc.assert(
    fc.property(plans, fc.constantFrom(...drivingLaws), (plan, law) => {
      const visits = drawn(plan)
      const known = under(law)
      const reasons = verdictOf({ trips: tripsOf(visits), facts: known }).filter(({ code }) =>
        hoursCodes.includes(code),
      )
      const { faults } = hours(visits, [], later, known)
      const row = faults.map(({ rule, visit: at }) => `${at.stop_id} ${codeOf(rule)}`)
      expect([...new Set(row)].toSorted()).toEqual(reasons.map(({ stop_id, code }) => `${stop_id} ${code}`).toSorted())
    }),
    { numRuns: 150 },
  )
})

test('HOURS-5: the hours based on stops equal those in the row of the driver, in any plan', () => {
  fc.assert(
    fc.property(plans, fc.constantFrom(...drivingLaws), ({ trips }, law) => {
      const visits = drawn({ trips, drivers: 1 })
      const known = under(law)
      const stretches = visitedStretches(visits, known)
      const steps = hours(visits, [], later, known).parts.flatMap((part) => part.steps)
      const kinds = { DRIVE: 'DRIVING', WORK: 'WORKING', WAIT: 'WAITING', BREAK: 'REST' } as const
      const kindOf = (kind: StepKind) => (kind === 'DAILY_REST' || kind === 'WEEKLY_REST' ? 'REST' : kinds[kind])
      const shown = steps.map(({ from, to, kind }) => ({ from, to, kind: kindOf(kind) }))
      const done = (some: readonly VisitedStretch[]) => some.filter(({ kind }) => kind !== 'REST')
      expect(done(stretches)).toEqual(done(shown))
      expect(stretches.slice(1).every(({ from }, at) => from === stretches[at]!.to)).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('HOURS-2, HOURS-5: half of the driving with a second driver counts, and all of any other', () => {
  const mixed = fc.array(plans, { minLength: 2, maxLength: 3 })
  fc.assert(
    fc.property(mixed, fc.constantFrom(...drivingLaws), (weeks, law) => {
      const trips = weeks.flatMap((plan) => plan.trips)
      const crews = weeks.flatMap((plan) => plan.trips.map(() => plan.drivers))
      const visits = drawn({ trips, drivers: 1 }).map((one): DriverVisit => {
        return { ...one, drivers: crews[Number(one.trip_id.slice(2))]! }
      })
      const known = under(law)
      const stretches = visitedStretches(visits, known)
      expect(stretches.slice(1).every(({ from }, at) => from === stretches[at]!.to)).toBe(true)
      const duties = dutiesOf(visits, known)
      const steps = hours(visits, [], later, known).parts.flatMap((part) => part.steps)
      expect(steps.slice(1).every(({ from }, at) => from >= steps[at]!.to)).toBe(true)
      for (const [at, { drivers }] of visits.entries()) {
        if (at === 0) continue
        const [from, to] = [duties[at - 1]!.windows[0]![0], duties[at]!.windows[0]![0]]
        const within = (kind: string) =>
          sum(
            stretches
              .filter((one) => one.kind === kind && one.from >= from - 1e-6 && one.to <= to + 1e-6)
              .map((one) => one.to - one.from),
          )
        expect(within('DRIVING')).toBeCloseTo(duties[at]!.driving / Math.min(drivers, visits[at - 1]!.drivers), 6)
      }
    }),
    { numRuns: 30 },
  )
})

test('HOURS-5: the row equals the timeline of the model up to the first violation, and no minute of driving is lost', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const visits = drawn(plan)
      const law = lawFor(plan.drivers)
      const duties = dutiesOf(visits, facts)
      const start = restedAt(epochMinutes(visits[0]!.from))
      const { parts, faults } = hours(visits)
      const answer = someTimelineOf(duties, start, law)
      const broken = 'rule' in answer ? answer.duty : duties.length
      const lawful = someTimelineOf(duties.slice(0, broken), start, law)
      const steps = parts[0]!.steps.map(({ kind, from, to }) => ({ kind, from, to }))
      // Waiting at the end does not count; if it lasts as long as a daily rest, it is one.
      const all = 'rule' in lawful ? [] : lawful.steps
      const end = broken < duties.length ? all.findLastIndex(({ kind }) => kind !== 'WAIT') + 1 : all.length
      const isRest = ({ kind, from, to }: Step) => kind === 'WAIT' && to - from >= leastDailyRest
      const found = all
        .slice(0, end)
        .map((one) => (isRest(one) ? { ...one, kind: 'DAILY_REST' } : one))
        .filter(({ kind }) => kind !== 'WAIT')
      expect(steps.filter(({ kind }) => kind !== 'WAIT').slice(0, found.length)).toEqual(found)
      expect(faults.length > 0).toBe('rule' in answer && answer.rule !== 'time')
      const { days, byWeek } = countedHours(parts)
      const driven = sum(duties.map(({ driving }) => driving)) / plan.drivers
      expect(sum(byWeek.values())).toBeCloseTo(driven, 6)
      expect(sum(days.map((day) => day.driven))).toBeCloseTo(driven, 6)
      if (faults.length > 0) return
      expect(days.filter((day) => day.driven > day.limit + 1e-6)).toEqual([])
      expect(days.every(({ limit, longest }) => limit <= longest)).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('HOURS-5: two days of a week may have ten hours, the third is limited to nine', () => {
  const dates = ['2026-02-02', '2026-02-03', '2026-02-04', '2026-02-09']
  const { parts } = hours(dates.flatMap((date) => back(date, true)))
  const { days } = countedHours(parts)
  expect(days.map(({ from, limit }) => [dayOf(from), limit])).toEqual([
    ['2026-02-02', 600],
    ['2026-02-03', 600],
    ['2026-02-04', 540],
    ['2026-02-09', 600],
  ])
})

test('HOURS-2: two drivers each drive half, and trips with and without a second driver count separately', () => {
  const two = back('2026-02-02').map((one) => ({ ...one, drivers: 2 }))
  const both = [...two, ...back('2026-02-04')]
  const { parts } = hours(both)
  const { days } = countedHours(parts)
  expect(days.map(({ from, driven }) => [dayOf(from), driven])).toEqual([
    ['2026-02-02', way],
    ['2026-02-04', 2 * way],
  ])
})

test('TACHO-10: card data replace the plan, and days are those between rests', () => {
  const stretch = (from: string, to: string, kind: Stretch['kind']): Stretch => ({
    ...{ from: `${from}:00Z`, to: `${to}:00Z`, kind, is_crew: false },
  })
  const card = [
    stretch('2026-02-02T04:00', '2026-02-02T08:00', 'DRIVING'),
    stretch('2026-02-02T08:00', '2026-02-02T09:00', 'REST'),
    stretch('2026-02-02T09:00', '2026-02-02T12:00', 'DRIVING'),
    stretch('2026-02-02T12:00', '2026-02-03T04:00', 'REST'),
    stretch('2026-02-03T04:00', '2026-02-03T05:00', 'DRIVING'),
  ]
  const visits = [...back('2026-02-02'), visit(gent, '2026-02-03T05:30'), visit(koeln, '2026-02-03T10:00')]
  const { parts, source, until } = hours(visits, card)
  const { days } = countedHours(parts)
  expect(days.map(({ from, driven }) => [dayOf(from), driven])).toEqual([
    ['2026-02-02', 420],
    ['2026-02-03', 60 + way],
  ])
  expect([source, until]).toEqual(['CARD', epochMinutes('2026-02-03T05:00:00Z')])
  // At six in the morning one hour of the second day is driven, after a rest of 16 hours.
  const now = countedHours(parts, epochMinutes('2026-02-03T05:00:00Z'))
  expect(now.state).toMatchObject({ driven: 60, inWeek: 480 })
  expect(days[1]!.restBy).toBe(epochMinutes('2026-02-03T19:00:00Z'))
})
