import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newStop, newTrip, type TripState } from '../state.rules.ts'
import { groupStops } from './groups.rules.ts'

const stop = (id: string, place: string, group = `group of ${id}`, activity = 'PICKUP') =>
  newStop({
    ...{ stop_id: id, kind: 'ORDER', order_id: 'order', stop_group_id: group, location_id: place },
    ...{ activity, activity_label: activity },
  })
const trip = (id: string, stops: TripState['stops']) => newTrip(id, id, { stops })
const groupsOf = (trips: readonly TripState[]) => trips.map(({ stops }) => stops.map((one) => one.stop_group_id))

/** The stops of each group. */
function runsOf(trips: readonly TripState[]): string[][] {
  const stops = trips.flatMap((one) => one.stops)
  return [...Map.groupBy(stops, (one) => one.stop_group_id).values()].map((run) => run.map((one) => one.stop_id))
}

/** Sequential ids. */
function counter() {
  let last = 0
  return () => {
    last += 1
    return `new ${last}`
  }
}

describe('stop groups', () => {
  test('neighbours with the same activity at the same place are one group, others are not', () => {
    const intended = trip('t', [
      stop('a', 'x'),
      stop('b', 'x'),
      stop('c', 'x', 'c', 'DELIVERY'),
      stop('d', 'y'),
      stop('e', 'x'),
    ])
    const [[a, b, c, d, e] = []] = groupsOf(groupStops([], [intended], counter()))
    expect(a).toBe(b)
    expect(new Set([a, c, d, e]).size).toBe(4)
  })

  test('an activity given only by its label counts like the same activity in a member', () => {
    const labelled = { ...stop('b', 'x'), activity: null, activity_label: 'Pickup' }
    const [[a, b] = []] = groupsOf(groupStops([], [trip('t', [stop('a', 'x'), labelled])], counter()))
    expect(a).toBe(b)
  })

  test('the id stays with the stops that stay on their trip, and removed ones get another', () => {
    const before = [trip('t', [stop('a', 'x', 'g'), stop('b', 'x', 'g')])]
    const after = [trip('u', [stop('a', 'x', 'g')]), trip('t', [stop('b', 'x', 'g')])]
    expect(groupsOf(groupStops(before, after, counter()))).toEqual([['new 1'], ['g']])
  })

  test('two groups that meet become one under one of their ids', () => {
    const before = [trip('t', [stop('a', 'x', 'g'), stop('c', 'y', 'h'), stop('b', 'x', 'i')])]
    const after = [trip('t', [stop('a', 'x', 'g'), stop('b', 'x', 'i'), stop('c', 'y', 'h')])]
    const [[a, b, c] = []] = groupsOf(groupStops(before, after, counter()))
    expect(a).toBe(b)
    expect(['g', 'i']).toContain(a)
    expect(c).toBe('h')
  })

  const places = fc.array(fc.constantFrom('x', 'y'), { maxLength: 8 })
  test('after any moves, groups are consecutive, no id occurs twice, and an id lasts while one of its stops is in its place', () => {
    fc.assert(
      fc.property(
        places,
        fc.array(fc.nat(1), { minLength: 8, maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        (list, to, order) => {
          const stops = list.map((place, at) => stop(String(at), place))
          const before = groupStops([], [trip('t', stops), trip('u', [])], counter())
          const all = before[0]!.stops.map((one) => ({ one, at: order.next().value! }))
          const moved = all.toSorted((a, b) => a.at - b.at).map(({ one }) => one)
          const after = ['t', 'u'].map((id, at) =>
            trip(
              id,
              moved.filter((one) => to[Number(one.stop_id)] === at),
            ),
          )
          const grouped = groupStops(before, after, counter())
          const ids = grouped.map(({ stops: now }) => now.map((one) => one.stop_group_id))
          const runs = ids.flatMap((row) => row.filter((id, at) => id !== row[at - 1]))
          expect(new Set(runs).size).toBe(runs.length)
          for (const { stops: now } of grouped) {
            now.forEach((one, at) => {
              const next = now[at + 1]
              if (next) expect(next.stop_group_id === one.stop_group_id).toBe(next.location_id === one.location_id)
            })
          }
          const had = new Map(before[0]!.stops.map((one) => [one.stop_id, one.stop_group_id]))
          for (const row of runsOf(grouped)) {
            const [only, ...others] = new Set(row.map((id) => had.get(id)!))
            if (others.length === 0) expect(runs).toContain(only)
          }
          // Grouping again changes nothing.
          expect(groupStops(grouped, grouped, counter())).toEqual(grouped)
        },
      ),
    )
  })
})
