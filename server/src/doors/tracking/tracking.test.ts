import { getTrackedOrder, type TrackedOrder } from '@cartage/contract/doors/app/tracking'
import { afterAll, expect, test } from 'vitest'
import { bySystem } from '../../audit/rules.ts'
import { linkTo } from '../../testing/data/doors.ts'
import { plannedTrip } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { reportStops } from '../../trips/report.commands.ts'
import { trackedState, trackedStopState } from './rules.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('LINK-4: a tracking page has towns and times as they happen, and no name, street, resource or price', async () => {
  const tenant = await server.tenant({ create_missing_companies: true })
  const { tripId, orders } = await plannedTrip(server, tenant, {
    resources: [{ name: 'Secret truck', driver: { last_name: 'Secret driver' } }],
    members: { name: 'Secret trip', note: 'Secret note' },
  })
  expect(tripId).toBeTruthy()
  const [{ orderId, stops }] = orders as [(typeof orders)[number]]
  const { headers } = await linkTo(server, tenant, { door: 'TRACKING', order_id: orderId })
  const read = async () => {
    const answer = await server.app.inject({ method: 'GET', url: getTrackedOrder.path, headers })
    expect(answer.statusCode).toBe(200)
    return { text: answer.body, order: answer.json<TrackedOrder>() }
  }
  const before = await read()
  expect(before.order).toMatchObject({
    state: 'PLANNED',
    stops: [{ role: 'PICKUP', state: 'EXPECTED' }, { role: 'DELIVERY' }],
  })
  expect(before.order.stops[0]).toMatchObject({ town: expect.any(String), arrived_at: null, left_at: null })
  const arrival = new Date(Date.now() - 60_000).toISOString()
  const report = { stop_id: stops[0]!.stop_id, status: 'AT_STOP', event_at: arrival } as const
  await tenant.asTenant((tx) => reportStops(server.ctx, tx, [report], 'user', bySystem))
  const after = await read()
  expect(after.order).toMatchObject({ state: 'UNDER_WAY', stops: [{ state: 'AT_STOP' }, { state: 'EXPECTED' }] })
  expect(after.order.stops[0]!.arrived_at).toBe(`${arrival.slice(0, 19)}Z`)
  expect(after.text).not.toMatch(/secret|address|phone|amount/i)
})

test('every state of an order and of a stop is one that customers know', () => {
  const of = (statuses: string[], word: (status: string) => string) => statuses.map(word).join(' ')
  expect(of(['QUOTE', 'TO_PLAN', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'REJECTED'], trackedState)).toBe(
    'RECEIVED RECEIVED PLANNED UNDER_WAY DELIVERED CANCELLED CANCELLED',
  )
  expect(
    of(['TO_PLAN', 'PLANNED', 'DISPATCHED', 'ROUTE_TO_STOP', 'AT_STOP', 'COMPLETED', 'CANCELLED'], trackedStopState),
  ).toBe('EXPECTED EXPECTED EXPECTED EXPECTED AT_STOP DONE CANCELLED')
})
