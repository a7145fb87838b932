import type { OrderOutput } from '@cartage/contract/orders/order-output'
import type { OrderWithStatus } from '@cartage/contract/orders/order-status'
import { expect, test } from 'vitest'
import { consignment, order, positioned, stop } from './bodies.ts'
import { a, instant, orderPath } from './world.ts'

const read = async (orderId: string) => (await a.get<OrderOutput>(orderPath(orderId))).body
const status = async (orderId: string) => (await a.get<OrderWithStatus>(`${orderPath(orderId)}/status`)).body

test('READ-1: the order has its status', async () => {
  expect((await read(await a.applied(order()))).status).toBe('TO_PLAN')
})

test('READ-2: the status has the stops in sequence, each with a label and a kind', async () => {
  const two = [consignment(), consignment({ pickup_stop: stop('Mill', { activity: 'PICKUP' }) })]
  const { stops } = await status(await a.applied(order({ consignments: two, setup_stops: [stop('Washing')] })))
  expect(stops).toHaveLength(5)
  expect(stops![0]!.location.name).toBe('Washing')
  for (const each of stops!) {
    expect(each).toHaveProperty('activity_label')
    expect(each).toHaveProperty('stop_type')
  }
})

test('READ-3: stop_type is PICKUP or DELIVERY on the stops of a consignment and empty on others', async () => {
  const consignments = [positioned({ pickup: 2, delivery: 4, standalone: [3] })]
  const setup_stops = [stop('Before', { position: { position: 1 } })]
  const { stops } = await status(await a.applied(order({ consignments, setup_stops })))
  expect(stops!.map(({ stop_type }) => stop_type || null)).toEqual([null, 'PICKUP', null, 'DELIVERY'])
})

test('READ-4: there is no first_pickup_stop; labels mark first pickup and last delivery', async () => {
  const answer = await a.get<OrderWithStatus>(`${orderPath(await a.applied(order()))}/status`)
  expect(answer.text).not.toContain('first_pickup_stop')
  const labels = answer.body.stops!.map(({ activity_label }) => activity_label ?? '')
  expect(labels[0]).toMatch(/pickup/i)
  expect(labels.at(-1)).toMatch(/delivery/i)
})

test('READ-5: before planning, stops have only requested times, no actual ones', async () => {
  const { stops } = await status(await a.applied(order()))
  for (const each of stops!) {
    expect(each.date).toMatch(/^2026-03-0[23]$/)
    for (const time of [each.start_timestamp, each.end_timestamp]) if (time) expect(time).toMatch(instant)
    expect(['AT_STOP', 'COMPLETED']).not.toContain(each.status)
  }
})

test('READ-6: the documents of an order are a list', async () => {
  const { status: code, body } = await a.get<unknown[]>(`${orderPath(await a.applied(order()))}/documents`)
  expect(code).toBe(200)
  expect(body).toEqual([])
})

test('READ-1: the charges of a new order are an empty list', async () => {
  const { status: code, text } = await a.get(`${orderPath(await a.applied(order()))}/charges`)
  expect(code).toBe(200)
  expect(text).toContain('[]')
})

test('TIME-1: dates are YYYY-MM-DD, times HH:mm, instants end in Z, whatever was sent', async () => {
  const pickup = stop('Mill', { date: '2026-10-25', time_window: { start_time: '06:30', end_time: '08:00:00' } })
  const container = { container_scenario: 'IMPORT', closing_date: '2026-10-25T02:30:00+02:00' }
  const body = await read(await a.applied(order({ consignments: [consignment({ pickup_stop: pickup })], container })))
  const { date, time_window: window } = body.consignments[0]!.pickup_stop
  expect(date).toBe('2026-10-25')
  expect(window).toMatchObject({ start_time: '06:30', end_time: '08:00' })
  expect(body.created_timestamp).toMatch(instant)
  expect(body.container?.closing_date).toBe('2026-10-25T00:30:00Z')
})

test.each(['2026-02-30', '30-01-2026', '2026-1-3', 'tomorrow'])('TIME-1: %s is not a date', async (date) => {
  await a.refused(order({ consignments: [consignment({ pickup_stop: stop('Mill', { date }) })] }), 422)
})

test('READ-1: the next request already reads the effect of an UPDATE', async () => {
  const body = order()
  const orderId = await a.applied(body)
  for (const reference of ['one', 'two', 'three']) {
    await a.applied({
      operation: 'UPDATE',
      order_identifier: body.order_identifier,
      customer_reference_number: reference,
    })
    expect((await read(orderId)).customer_reference_number).toBe(reference)
  }
})
