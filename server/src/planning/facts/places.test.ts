import * as planning from '@cartage/contract/planning/app/commands'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { addOrder, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** Resets locations to their state before the locations loop has placed them. */
const unplace = statement(
  'test.unplace_locations',
  `update location l set coordinate_source = null, time_zone = null, latitude = null, longitude = null
    where l.tenant_id = $1 returning l.location_id`,
)

test('TIME-4: a new place is planned on its own calendar, even before the background loop has located it', async () => {
  const tenant = await tripTenant(server)
  const at = (city: string, start_time: string, end_time: string) => ({
    ...{ location: { name: `Depot ${city}`, city, country: 'GB' }, date: '2026-02-02' },
    time_window: { start_time, end_time },
  })
  const goods = [{ description: 'Flour', quantity: 4, total_weight_kg: 1200 }]
  const order = await addOrder(server, tenant, {
    consignments: [
      { pickup_stop: at('Dover', '07:00', '08:00'), delivery_stop: at('London', '12:00', '14:00'), goods },
    ],
  })
  expect(await tenant.asTenant((tx) => tx.query(unplace))).toHaveLength(2)
  const call = await tenant.user('PLANNER')
  const answer = await call(planning.givePlanningCommand, {
    body: { kind: 'PLAN', order_ids: [order.orderId], override: { reason: 'a test' } },
  })
  expect(answer.trips[0]!.stops.map(({ planned_start_at }) => planned_start_at)).toEqual([
    '2026-02-02T07:00:00Z',
    '2026-02-02T12:00:00Z',
  ])
})
