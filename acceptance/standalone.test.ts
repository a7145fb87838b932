import type { OrderExport } from '@cartage/contract/orders/order-input'
import type { OrderWithStatus } from '@cartage/contract/orders/order-status'
import { expect, test } from 'vitest'
import { order, positioned, stop } from './bodies.ts'
import { a, orderPath, pathsOf } from './world.ts'

const statusOf = async (body: object) =>
  (await a.get<OrderWithStatus>(`${orderPath(await a.applied(body))}/status`)).body
const namesOf = (status: OrderWithStatus) => (status.stops ?? []).map((each) => each.location.name)

test('SEQ-1: with a standalone stop every stop needs a position', async () => {
  const open = positioned({ pickup: 1, delivery: 3, standalone: [2] })
  delete (open.delivery_stop as { position?: unknown }).position
  const problem = await a.refused(order({ consignments: [open] }), 422)
  expect(pathsOf(problem)).toEqual(['consignments.0.delivery_stop.position'])
})

test('SEQ-1: setup and teardown stops need one as well', async () => {
  const consignments = [positioned({ pickup: 2, delivery: 4, standalone: [3] })]
  const problem = await a.refused(order({ consignments, setup_stops: [stop('A')], teardown_stops: [stop('B')] }), 422)
  expect(pathsOf(problem)).toEqual(['setup_stops.0.position', 'teardown_stops.0.position'])
})

test.each([
  ['the same twice', { pickup: 1, delivery: 2, standalone: [2] }],
  ['zero', { pickup: 0, delivery: 2, standalone: [3] }],
  ['negative', { pickup: -1, delivery: 2, standalone: [3] }],
  ['a fraction', { pickup: 1.5, delivery: 2, standalone: [3] }],
])('SEQ-1: a position that is %s is 422', async (_, positions) => {
  await a.refused(order({ consignments: [positioned(positions)] }), 422)
})

test('SEQ-2: the positions alone make the sequence', async () => {
  const consignments = [positioned({ pickup: 4, delivery: 5, standalone: [2, 6, 3] })]
  const status = await statusOf(order({ consignments }))
  expect(namesOf(status)).toEqual(['Cleaning 1', 'Cleaning 3', 'Dairy', 'Market', 'Cleaning 2'])
})

test('SEQ-3: a standalone stop without a custom activity is 422', async () => {
  const open = positioned({ pickup: 1, delivery: 3, standalone: [2] })
  const bare = open.standalone_stops[0]! as { custom_activity_label?: string }
  delete bare.custom_activity_label
  const problem = await a.refused(order({ consignments: [open] }), 422)
  expect(pathsOf(problem)).toEqual(['consignments.0.standalone_stops.0.custom_activity'])
})

test('SEQ-3: pickup and delivery need an activity only', async () => {
  await a.applied(order({ consignments: [positioned({ pickup: 1, delivery: 3, standalone: [2] })] }))
})

test('SEQ-4: standalone stops may come before the pickup and after the delivery', async () => {
  const status = await statusOf(order({ consignments: [positioned({ pickup: 2, delivery: 3, standalone: [1, 4] })] }))
  expect(namesOf(status)).toEqual(['Cleaning 1', 'Dairy', 'Market', 'Cleaning 2'])
})

test('SEQ-5: position.optimal is kept and returned', async () => {
  const consignments = [positioned({ pickup: 1, delivery: 3, standalone: [2] })]
  Object.assign(consignments[0]!.pickup_stop.position, { optimal: true })
  const orderId = await a.applied(order({ consignments }))
  const { body } = await a.get<OrderExport>(`${orderPath(orderId)}/export`)
  expect(body.consignments[0]!.pickup_stop.position).toEqual({ position: 1, optimal: true })
})
