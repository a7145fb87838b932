import { CallError } from '@cartage/contract/client'
import type { OrderWithStatus } from '@cartage/contract/orders/order-status'
import { getPlanningBoard } from '@cartage/contract/planning/app/board'
import {
  givePlanningCommand,
  listPlanningCommands,
  redoCommand,
  undoCommand,
} from '@cartage/contract/planning/app/commands'
import type { AnyResource } from '@cartage/contract/resources/resource-output'
import { describe, expect, test } from 'vitest'
import { order } from './bodies.ts'
import { admin } from './session.ts'
import { a, b, unique } from './world.ts'

const override = { reason: 'acceptance' }

/** Error of a refused call. */
async function refused(work: Promise<unknown>): Promise<CallError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(CallError)
  return error as CallError
}

async function statusOf(orderId: string): Promise<string | null | undefined> {
  return (await a.get<OrderWithStatus>(`/v1/orders/order/${orderId}/status`)).body.status
}

describe('planning', () => {
  test('ST-6: orders are planned into a trip, assigned a vehicle and a driver, and confirmed', async () => {
    const call = await admin(a)
    const order_ids = [await a.applied(order()), await a.applied(order())]
    const resource = async (members: object) => {
      const answer = await a.post<AnyResource>('/v1/resources/resource', { name: unique('Resource'), ...members })
      return { resource_id: answer.body.id }
    }
    const resources = [await resource({ truck: {} }), await resource({ driver: {} })]
    const requested = await call(givePlanningCommand, { body: { kind: 'PLAN', dry_run: true, order_ids } })
    expect(requested).toMatchObject({ command_id: null, trips: [{ status: 'CREATED' }] })
    const created = await call(givePlanningCommand, { body: { kind: 'PLAN', order_ids, override } })
    const { trip_id, version } = created.trips[0]!
    const seen = [{ trip_id, version }]
    await call(givePlanningCommand, { body: { kind: 'ASSIGN', trip_id, resources, versions: seen, override } })
    const late = await refused(
      call(givePlanningCommand, { body: { kind: 'CONFIRM', trip_ids: [trip_id], versions: seen, override } }),
    )
    expect(late).toMatchObject({ status: 409, body: { code: 'trip_changed' } })
    await call(givePlanningCommand, { body: { kind: 'CONFIRM', trip_ids: [trip_id], override } })
    for (const id of order_ids) expect(await statusOf(id)).toBe('PLANNED')
    const board = await call(getPlanningBoard, { query: { from: '2026-03-01T00:00:00Z', to: '2026-03-08T00:00:00Z' } })
    expect(board.trips.find((trip) => trip.trip_id === trip_id)).toMatchObject({ status: 'PLANNED' })
  })

  test('a planning command is undone and redone, and listed with its actor', async () => {
    const call = await admin(a)
    const order_ids = [await a.applied(order())]
    const created = await call(givePlanningCommand, { body: { kind: 'PLAN', order_ids, override } })
    const command_id = created.command_id!
    const undone = await call(undoCommand, { body: { command_id } })
    expect(undone.gone_trip_ids).toEqual([created.trips[0]!.trip_id])
    const again = await call(redoCommand, { body: { command_id } })
    expect(again.trips[0]!.stops).toEqual(created.trips[0]!.stops)
    const { items } = await call(listPlanningCommands, { query: { trip_id: created.trips[0]!.trip_id } })
    expect(items).toMatchObject([{ command_id, kind: 'PLAN', status: 'DONE' }])
    expect(items[0]!.by).toBeTruthy()
  })

  test('ST-9: an order on hold is not planned until the hold is removed', async () => {
    const call = await admin(a)
    const order_ids = [await a.applied(order())]
    await call(givePlanningCommand, { body: { kind: 'BLOCK', order_ids, reason: 'credit limit' } })
    const problem = await refused(call(givePlanningCommand, { body: { kind: 'PLAN', order_ids, override } }))
    expect(problem).toMatchObject({ status: 409, body: { code: 'plan_refused' } })
    await call(givePlanningCommand, { body: { kind: 'UNBLOCK', order_ids } })
    await call(givePlanningCommand, { body: { kind: 'PLAN', order_ids, override } })
  })

  test('orders and trips of others are unknown', async () => {
    const [own, other] = [await admin(a), await admin(b)]
    const order_ids = [await a.applied(order())]
    const { trips } = await own(givePlanningCommand, { body: { kind: 'PLAN', order_ids, override } })
    const foreign = [
      () => other(givePlanningCommand, { body: { kind: 'PLAN', order_ids } }),
      () => other(givePlanningCommand, { body: { kind: 'CONFIRM', trip_ids: [trips[0]!.trip_id] } }),
    ]
    for (const attempt of foreign) expect((await refused(attempt())).status).toBe(404)
  })
})
