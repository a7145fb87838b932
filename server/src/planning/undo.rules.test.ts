import type { Sentence } from '@cartage/contract/message'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inLanguage } from '../http/language.ts'
import { Problem } from '../http/problem.ts'
import { commandFrom, type Draw, draws, startOf, worldWith } from '../testing/data/plans.ts'
import { settleTrips } from '../trips/change/settle.rules.ts'
import type { TripState } from '../trips/state.rules.ts'
import { decideCommand } from './decide.rules.ts'
import type { PlanningCommand, PlanState, World } from './rules.ts'
import { conflictsOf, type Images, imagesOf, type Now, restored, withHolds } from './undo.rules.ts'

/** A plan and its command history, without a database. */
class Desk {
  state: PlanState = startOf()
  readonly world: World

  constructor(world: World) {
    this.world = world
  }

  /** The world with the current holds. */
  known(): World {
    const orders = new Map(
      [...this.world.orders].map(([id, order]) => {
        const hold = this.state.holds.find(({ order_id }) => order_id === id)
        return [id, { ...order, ...hold }]
      }),
    )
    return { ...this.world, orders }
  }

  /** Undefined if the command is refused or changes nothing. */
  give(command: PlanningCommand): Images | undefined {
    try {
      const after = decideCommand(this.state, command, this.known())
      const images = imagesOf(this.state, after)
      if (images.before.trips.length + images.after.trips.length + images.before.holds.length === 0) return undefined
      const kept = withHolds(images, this.known().orders)
      this.state = after
      return kept
    } catch (error) {
      if (error instanceof Problem) return undefined
      throw error
    }
  }

  now(): Now {
    return { ...this.state, orders: this.known().orders, elsewhere: new Map() }
  }

  /** Writes `to` back in place of `from`. Returns the conflicts that prevent it, none on success. */
  back(from: PlanState, to: PlanState): Sentence[] {
    const conflicts = conflictsOf(from, to, this.now())
    if (conflicts.length > 0) return conflicts
    const trips = settleTrips(this.state.trips, restored(from, to, this.state.trips), this.world.newId)
    const holds = this.state.holds.map((hold) => to.holds.find(({ order_id }) => order_id === hold.order_id) ?? hold)
    this.state = { trips, holds }
    return []
  }
}

/** The state without counters. */
function plain({ trips, holds }: PlanState) {
  const counted = trips.map(({ version: _version, event_sequence: _sequence, ...trip }) => ({
    ...trip,
    stops: trip.stops.map(({ event_sequence: _count, ...stop }) => stop),
  }))
  return { trips: counted.toSorted((one, other) => (one.trip_id < other.trip_id ? -1 : 1)), holds }
}

/** Without the ids of stop groups, which others may have taken meanwhile. */
function ungrouped(state: PlanState) {
  const { trips, holds } = plain(state)
  const stopsOf = (stops: (typeof trips)[number]['stops']) => stops.map(({ stop_group_id: _group, ...stop }) => stop)
  return { trips: trips.map((trip) => ({ ...trip, stops: stopsOf(trip.stops) })), holds }
}

/** Applies commands until 20 took effect. */
function work(desk: Desk, drawn: readonly Draw[]) {
  const done: { kind: string; images: Images; before: ReturnType<typeof plain>; after: ReturnType<typeof plain> }[] = []
  for (const draw of drawn) {
    if (done.length === 20) break
    const before = plain(desk.state)
    const command = commandFrom(draw, desk.state, desk.known())
    const images = command && desk.give(command)
    if (images) done.push({ kind: draw.kind, images, before, after: plain(desk.state) })
  }
  return done
}

describe('undo', () => {
  test('20 commands, then 20 undos, restore the exact former state at each step; then 20 redos the later one', () => {
    const kinds = new Set<string>()
    fc.assert(
      fc.property(draws(120), (drawn) => {
        const desk = new Desk(worldWith())
        const done = work(desk, drawn)
        for (const { kind } of done) kinds.add(kind)
        for (const { images, before } of done.toReversed()) {
          expect(desk.back(images.after, images.before)).toEqual([])
          expect(plain(desk.state)).toEqual(before)
        }
        for (const { images, after } of done) {
          expect(desk.back(images.before, images.after)).toEqual([])
          expect(plain(desk.state)).toEqual(after)
        }
        fc.pre(done.length === 20)
      }),
      { numRuns: 300 },
    )
    expect(kinds.size).toBe(18)
  })

  test('a command in the middle is undone exactly, or not at all with reasons', () => {
    const seen = { undone: 0, refused: 0 }
    fc.assert(
      fc.property(draws(60), fc.nat(), (drawn, at) => {
        const desk = new Desk(worldWith())
        const done = work(desk, drawn)
        // Commands that all had no effect leave nothing to undo.
        fc.pre(done.length > 0)
        const { images } = done[at % done.length]!
        const left = desk.state
        const touched = new Set([...images.before.trips, ...images.after.trips].map(({ trip_id }) => trip_id))
        const conflicts = desk.back(images.after, images.before)
        if (conflicts.length > 0) {
          seen.refused += 1
          expect(desk.state).toBe(left)
          return
        }
        seen.undone += 1
        const [wanted, is] = [ungrouped(images.before), ungrouped(desk.state)]
        expect(is.trips.filter(({ trip_id }) => touched.has(trip_id))).toEqual(wanted.trips)
        expect(is.trips.filter(({ trip_id }) => !touched.has(trip_id))).toEqual(
          ungrouped(left).trips.filter(({ trip_id }) => !touched.has(trip_id)),
        )
      }),
      { numRuns: 300 },
    )
    expect(Math.min(seen.undone, seen.refused)).toBeGreaterThan(20)
  })

  test('FIT-9: the reasons against an undo are in the language of the reader, never codes', () => {
    const desk = new Desk(worldWith())
    const { order, plan } = planFirst(desk)
    const under = desk.state.trips.map((trip) => ({ ...trip, status: 'IN_PROGRESS' as const }))
    const orders = new Map([[order.order_id, { ...order, status: 'CANCELLED' as const }]])
    const changed = conflictsOf(plan.after, plan.before, { ...desk.now(), trips: under })
    const cancelled = conflictsOf(plan.before, plan.after, { ...desk.now(), trips: [], orders })
    expect(changed.map((sentence) => inLanguage(sentence, 'nl'))).toEqual(['T is gewijzigd: nu onderweg.'])
    expect(cancelled.map((sentence) => inLanguage(sentence, 'nl'))).toEqual([
      `${order.order_number} is nu geannuleerd.`,
    ])
  })

  test('an undo never removes a stop that was visited meanwhile', () => {
    const desk = new Desk(worldWith())
    const { plan } = planFirst(desk)
    const confirm = desk.give({ kind: 'CONFIRM', trip_ids: ['new'] })!
    const reached = (trip: TripState): TripState => ({
      ...trip,
      stops: trip.stops.map((stop, at) => (at === 0 ? { ...stop, status: 'AT_STOP' as const } : stop)),
    })
    desk.state = {
      ...desk.state,
      trips: settleTrips(desk.state.trips, desk.state.trips.map(reached), desk.world.newId),
    }
    for (const { before, after } of [confirm, plan]) {
      const conflicts = desk.back(after, before)
      expect(conflicts.join()).toContain('stops were reached')
    }
    expect(desk.state.trips[0]!.stops[0]!.status).toBe('AT_STOP')
  })
})

/** Plans the first order on a new trip. */
function planFirst(desk: Desk) {
  const order = [...desk.world.orders.values()][0]!
  const plan = desk.give({
    kind: 'PLAN',
    order_ids: [order.order_id],
    stop_ids: [],
    target: { trip_id: 'new', new_trip: { name: 'T', planning_group_id: null, note: '', resource_ids: [] } },
    times: [],
  })!
  return { order, plan }
}
