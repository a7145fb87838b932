import { expect, test } from 'vitest'
import { openingFinder } from '../../locations/opening-hours.rules.ts'
import { factsOf, worldWith } from '../../testing/data/plans.ts'
import { newTrip } from '../../trips/state.rules.ts'
import type { Facts } from '../facts/rules.ts'
import { tripStopOf } from '../stops.rules.ts'
import { windowReasons } from './windows.rules.ts'

/** The reasons for a pickup that is requested from 22:00 to 06:00 of the next day, and planned at an instant. */
function reasonsAt(planned_start_at: string, requested_date = '2026-03-02') {
  const order = factsOf(0)
  const [pickup] = order.stops
  const requested = { ...pickup!, requested_date, window_start: '22:00', window_end: '06:00' }
  const given = { ...order, stops: [requested] }
  const orders = new Map([[order.order_id, given]])
  const world = { ...worldWith(), orders }
  const facts: Facts = { ...world, resources: new Map(), others: [], elsewhere: [], isOpen: () => undefined }
  const stop = { ...tripStopOf(given, requested, world), planned_start_at, planned_end_at: planned_start_at }
  return windowReasons(newTrip('t', 'T', { stops: [stop] }), facts).map(({ code, message }) => [code, String(message)])
}

test('TIME-4: after a window over midnight, the reason has the day on which it ends', () => {
  expect(reasonsAt('2026-03-03T06:30:00.000Z')).toEqual([
    [
      'too_late',
      'Gent is planned for 3 Mar 07:30, but requested by 3 Mar 06:00. Start earlier or request another time.',
    ],
  ])
})

test.each([
  ['an hour is skipped', '2026-03-28', '2026-03-29T04:00:00.000Z', '2026-03-29T04:01:00.000Z'],
  ['an hour comes twice', '2026-10-24', '2026-10-25T05:00:00.000Z', '2026-10-25T05:01:00.000Z'],
])('TIME-4: in a night in which %s, six by the clock is on time and a minute later is not', (_, day, last, late) => {
  expect(reasonsAt(last, day)).toEqual([])
  expect(reasonsAt(late, day)).toMatchObject([['too_late', expect.any(String)]])
})

test('TIME-8: work that is not done before the location closes is reported, and work done by then is not', async () => {
  const order = factsOf(0)
  const place = {
    ...worldWith().places.get(order.stops[0]!.location_id)!,
    opening_hours: 'Mo-Fr 08:00-17:00',
    time_zone: 'UTC',
  }
  const plain = { ...order, stops: [{ ...order.stops[0]!, requested_date: null }] }
  const world = {
    ...worldWith(),
    ...{ orders: new Map([[order.order_id, plain]]), places: new Map([[place.location_id, place]]) },
    opensAt: await openingFinder([place]),
  }
  const facts: Facts = { ...world, resources: new Map(), others: [], elsewhere: [], isOpen: () => true }
  const reasonsOf = (planned_start_at: string, planned_end_at: string) => {
    const stop = { ...tripStopOf(plain, plain.stops[0]!, world), planned_start_at, planned_end_at }
    return windowReasons(newTrip('t', 'T', { stops: [stop] }), facts).map(({ message }) => String(message))
  }
  expect(reasonsOf('2026-02-02T16:30:00.000Z', '2026-02-02T17:00:00.000Z')).toEqual([])
  expect(reasonsOf('2026-02-02T16:40:00.000Z', '2026-02-02T17:10:00.000Z')).toEqual([
    `${place.name} closes before the work is done that is planned until 2 Feb 17:10 (Mo-Fr 08:00-17:00). Plan it earlier, or when it is open again.`,
  ])
})
