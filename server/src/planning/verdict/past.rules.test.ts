import { plannableFrom, quarter } from '@cartage/contract/planning/app/plannable'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem } from '../../http/problem.ts'
import { commandFrom, draws, startOf, worldWith } from '../../testing/data/plans.ts'
import { newStop, newTrip, type TripState, type TripStop } from '../../trips/state.rules.ts'
import { decideCommand } from '../decide.rules.ts'
import type { PlanState } from '../rules.ts'
import { imagesOf } from '../undo.rules.ts'
import { pastReasons } from './past.rules.ts'

const world = worldWith()
const on = (time: string) => `2026-02-03T${time}:00.000Z`
const from = on('10:00')

function stop(name: string, time: string | null, members: Partial<TripStop> = {}): TripStop {
  const ids = { stop_id: name, stop_group_id: name, order_id: null, activity: null, activity_label: '' }
  const planned_start_at = time === null ? null : on(time)
  return newStop({ ...ids, kind: 'STANDALONE', location_id: 'place-0', planned_start_at, ...members })
}

const trip = (stops: TripStop[], members: Partial<TripState> = {}) => newTrip('T-1', 'T-1', { stops, ...members })
const state = (...trips: TripState[]): PlanState => ({ trips, holds: [] })

/** Stops that are warned about when one trip becomes another. */
function warned(before: TripState | undefined, after: TripState): (string | null)[] {
  const images = imagesOf(before ? state(before) : state(), state(after))
  return pastReasons(images, world, from).map(({ stop_id }) => stop_id)
}

test('TIME-10: a stop that is put on a trip before now is warned about, once for the trip', () => {
  const [first, second] = [stop('first', '08:00'), stop('second', '09:00')]
  expect(warned(undefined, trip([first, second]))).toEqual(['first'])
  expect(warned(trip([stop('third', '12:00')]), trip([second, stop('third', '12:00')]))).toEqual(['second'])
  expect(warned(undefined, trip([stop('first', '10:00'), stop('second', null)]))).toEqual([])
  const [reason] = pastReasons(imagesOf(state(), state(trip([first]))), world, from)
  expect(reason).toMatchObject({ code: 'starts_before_now', severity: 'SOFT', trip_id: 'T-1' })
  expect(String(reason!.message)).toBe(
    'Work at Gent would have begun at 3 Feb 09:00, which has passed: choose a later start, or plan it anyway with a reason if it was driven already.',
  )
})

test('TIME-10: a stop that is moved is warned about where it lands, not where it comes from', () => {
  const later = trip([stop('first', '12:00')])
  const earlier = trip([stop('first', '08:00')])
  expect(warned(later, earlier)).toEqual(['first'])
  expect(warned(earlier, later)).toEqual([])
  expect(warned(earlier, trip([stop('first', '09:00')]))).toEqual(['first'])
})

test('TIME-10: what stands in the past is late, and no reason against a command that leaves its times or takes stops off', () => {
  const late = [stop('first', '08:00'), stop('second', '09:00')]
  expect(warned(trip(late), trip(late, { status: 'PLANNED' }))).toEqual([])
  expect(warned(trip(late), trip([...late, stop('third', '12:00')]))).toEqual([])
  expect(warned(trip(late), trip([stop('second', '08:30')]))).toEqual([])
  expect(warned(trip(late), trip([], { status: 'CANCELLED' }))).toEqual([])
})

test('TIME-10: of a trip that has begun, only stops put on it are judged: those behind them are late', () => {
  const reached = stop('first', '07:00', { status: 'COMPLETED' })
  const before = trip([reached, stop('second', '09:00')], { status: 'IN_PROGRESS' })
  const after = (time: string) => trip([reached, stop('put', time), stop('second', '09:45')], { status: 'IN_PROGRESS' })
  expect(warned(before, after('09:15'))).toEqual(['put'])
  expect(warned(before, after('11:00'))).toEqual([])
})

test('TIME-10: planning begins now, on the quarter of an hour before it at the latest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (now) => {
      const start = plannableFrom(now)
      expect(start % quarter).toBe(0)
      expect(now - start).toBeGreaterThanOrEqual(0)
      expect(now - start).toBeLessThan(quarter)
    }),
    { numRuns: 50 },
  )
})

test('TIME-10: whatever is planned, exactly the trips with a stop put or moved before now are warned about', () => {
  fc.assert(
    fc.property(draws(20), fc.integer({ min: 0, max: 96 }), (drawn, hours) => {
      const now = new Date(Date.parse('2026-02-02T00:00:00Z') + hours * 3_600_000).toISOString()
      let plan = startOf()
      for (const draw of drawn) {
        const command = commandFrom(draw, plan, world)
        const after = command && decided(plan, command)
        if (!after) continue
        const images = imagesOf(plan, after)
        const reasons = pastReasons(images, world, now)
        const stood = startsOf(images.before)
        for (const [key, at] of startsOf({ trips: images.after.trips.filter(isOpen), holds: [] })) {
          const isWarned = reasons.some(({ trip_id, stop_id }) => key === `${trip_id} ${stop_id}`)
          if (isWarned) expect(at !== null && at < now && at !== stood.get(key)).toBe(true)
          const isPut = !stood.has(key) && at !== null && at < now
          if (isPut) expect(reasons.map(({ trip_id }) => trip_id)).toContain(key.split(' ')[0])
        }
        expect(pastReasons(imagesOf(after, after), world, now)).toEqual([])
        plan = after
      }
    }),
    { numRuns: 20 },
  )
})

const isOpen = ({ status }: TripState) => status === 'CREATED' || status === 'PLANNED'

/** The planned start of each stop on each trip. */
function startsOf({ trips }: PlanState): Map<string, string | null> {
  return new Map(
    trips.flatMap(({ trip_id, stops }) =>
      stops.map(({ stop_id, planned_start_at }) => [`${trip_id} ${stop_id}`, planned_start_at] as const),
    ),
  )
}

function decided(plan: PlanState, command: Parameters<typeof decideCommand>[1]): PlanState | undefined {
  try {
    return decideCommand(plan, command, world)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
