import type { Endpoint } from '@cartage/contract/endpoint'
import * as planning from '@cartage/contract/planning/app/commands'
import { changeCrossing, insertCrossing } from '@cartage/contract/planning/app/cross'
import { expect } from 'vitest'
import { test } from '../testing/page.tsx'
import { boardOf, tripOf } from '../testing/plan.ts'
import { id } from '../testing/sample.ts'
import { type BoardCommand, tryOut } from './command.queries.ts'
import { commandOf } from './drop.ts'
import { modelOf } from './rows.ts'

const stops = { orderIds: [], stopIds: [id(10)] }
const ferry = { kind: 'FERRY', minutes: 90, departs_at: null, berth: 'BUNK', line: null } as const
const at = Date.parse('2026-03-03T12:00:00Z')

/** What is done with a part of a trip, and what the server is sent for it. */
const parts: readonly [BoardCommand, Endpoint, object][] = [
  [
    { kind: 'move', tripIds: [id(1)], toTripId: id(2), ...stops },
    planning.moveStops,
    { trip_id: id(2), stop_ids: [id(10)] },
  ],
  [
    { kind: 'move', tripIds: [id(1)], resourceIds: [id(11)], orderIds: [id(31)], stopIds: [] },
    planning.moveStops,
    { new_trip: { resource_ids: [id(11)] }, order_ids: [id(31)] },
  ],
  [
    { kind: 'resequence', tripId: id(1), stopIds: [id(10)] },
    planning.resequenceTrip,
    { trip_id: id(1), stop_ids: [id(10)] },
  ],
  [
    { kind: 'insert-stop', tripId: id(1), locationId: id(51), activity: 'Refuel', minutes: 20, beforeStopId: id(10) },
    planning.insertStop,
    { trip_id: id(1), location_id: id(51), activity_label: 'Refuel', minutes: 20, before_stop_id: id(10) },
  ],
  [
    {
      ...{ kind: 'insert-crossing', tripId: id(1), fromId: id(51), toId: id(52), boardingMinutes: 45 },
      ...{ beforeStopId: id(10), crossing: ferry },
    },
    insertCrossing,
    {
      ...{ trip_id: id(1), from_location_id: id(51), to_location_id: id(52), boarding_minutes: 45 },
      ...{ before_stop_id: id(10), kind: 'FERRY', minutes: 90, departs_at: null, berth: 'BUNK', line: null },
    },
  ],
  [
    { kind: 'change-crossing', tripId: id(1), stopId: id(10), crossing: ferry },
    changeCrossing,
    { trip_id: id(1), stop_id: id(10), kind: 'FERRY', minutes: 90 },
  ],
  [{ kind: 'unplan', tripId: id(1), ...stops }, planning.unplan, { stop_ids: [id(10)] }],
  [
    { kind: 'assign', tripId: id(1), resourceIds: [id(11)], carrierId: id(70) },
    planning.assignResources,
    { trip_id: id(1), resources: [{ resource_id: id(11) }], subcontractor_id: id(70) },
  ],
  [
    { kind: 'take-off', tripId: id(1), resourceIds: [], isCarrier: true },
    planning.takeOffResources,
    { trip_id: id(1), resource_ids: [], subcontractor: true },
  ],
  [
    { kind: 'times', tripId: id(1), times: [{ stopId: id(10), start: at, end: at }] },
    planning.setStopTimes,
    { times: [{ stop_id: id(10), start_at: '2026-03-03T12:00:00Z', end_at: '2026-03-03T12:00:00Z' }] },
  ],
  [
    { kind: 'hold', orderIds: [id(31)], reason: 'Unpaid' },
    planning.blockOrders,
    { order_ids: [id(31)], reason: 'Unpaid' },
  ],
  [{ kind: 'release', orderIds: [id(31)] }, planning.unblockOrders, { order_ids: [id(31)] }],
]

test('each command of the board is the planning command of the server', async ({ page }) => {
  for (const [command, endpoint, body] of parts) {
    // What is sent is all that counts here.
    page.server.reject(endpoint, { status: 404, code: 'not_found' })
    await expect(tryOut(command), command.kind).rejects.toMatchObject({ status: 404 })
    expect(page.server.bodies(endpoint).at(-1), command.kind).toMatchObject({ dry_run: true, ...body })
  }
})

test('an end of a bar that is pulled gives its first or last stop other times', () => {
  const [from, to] = [Date.parse('2026-03-02T00:00:00Z'), Date.parse('2026-03-09T00:00:00Z')]
  const { trips, rows, directory } = modelOf(boardOf({ trips: [tripOf(1, '08:00', '12:00')] }), 'vehicle', {
    from,
    to,
    now: from,
  })
  const trip = trips.get(id(1))!
  const pulled = (edge: 'start' | 'end', time: string) =>
    commandOf(
      { kind: 'edge', trip, edge },
      { row: rows[0]!, start: Date.parse(`2026-03-03T${time}:00Z`), onTrip: undefined },
      directory,
    )
  const hour = (time: string) => Date.parse(`2026-03-03T${time}:00Z`)
  expect(pulled('end', '13:00')).toMatchObject({
    kind: 'times',
    times: [{ stopId: id(11), start: hour('12:00'), end: hour('13:00') }],
  })
  expect(pulled('end', '11:00')).toMatchObject({ times: [{ start: hour('10:45'), end: hour('11:00') }] })
  expect(pulled('start', '07:00')).toMatchObject({
    times: [{ stopId: id(10), start: hour('07:00'), end: hour('08:00') }],
  })
  expect(pulled('start', '08:00')).toBeUndefined()
})
