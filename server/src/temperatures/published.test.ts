import { afterAll, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import { addSubscription } from '../deliveries/subscriptions/commands.ts'
import { enqueue } from '../jobs/queue.ts'
import { eventsOf } from '../testing/data/orders.ts'
import { at, measure, onTheWay } from '../testing/data/temperatures.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { followTemperatures } from './commands.ts'

let ahead = 0
const server = await startTestServer({ now: () => new Date(Date.now() + ahead) })
afterAll(() => server.close())

const selectWaiting = statement(
  'test.temperatures_waiting',
  `select payload from job where tenant_id = $1 and kind = 'temperatures.watch'`,
)

const carryNow = statement(
  'test.temperatures_carry',
  'update trip_resource set starts_at = $3, ends_at = $4 where tenant_id = $1 and trip_id = $2',
)

/** Temperature events published after a check of the trip. */
async function watched(tenant: TestTenant, trip_id: string) {
  await tenant.asTenant((tx) => enqueue(tx, 'temperatures.watch', { trip_id }))
  await server.drain()
  const events = (await eventsOf(tenant)).filter(({ type }) => type.startsWith('order.temperature_'))
  return events.map(({ payload }) => payload.events[0].update)
}

test('TEMP-7: an excursion is published once with its measurement, and once when it is over', async () => {
  const { tenant, orderId, tripId, trailer } = await onTheWay(server, [5, 12, 14, 12, 12, 12])
  const first = {
    ...{ trip_id: tripId, resource_id: trailer, resource_name: 'Trailer 1', least_degrees: 2, most_degrees: 7 },
    ...{ from: `${at(70).slice(0, 19)}Z`, until: `${at(110).slice(0, 19)}Z`, worst_degrees: 14, is_over: false },
  }
  const begun = {
    ...{ id: orderId, type: 'Order', update_type: 'CUSTOM' },
    ...{ custom_event_code: 'TEMPERATURE_BREACHED', temperature: first },
  }
  const [one] = await watched(tenant, tripId)
  expect(one).toMatchObject(begun)
  // Further measurements publish nothing until it is over.
  await tenant.asTenant((tx) => tx.query(measure, trailer, [at(120)], [15]))
  expect(await watched(tenant, tripId)).toHaveLength(1)
  await tenant.asTenant((tx) => tx.query(measure, trailer, [at(130)], [5]))
  const [, ended, ...others] = await watched(tenant, tripId)
  expect(others).toEqual([])
  expect(ended).toMatchObject({
    custom_event_code: 'TEMPERATURE_BREACH_ENDED',
    temperature: { ...first, until: `${at(120).slice(0, 19)}Z`, worst_degrees: 15, is_over: true },
  })
  expect(await watched(tenant, tripId)).toHaveLength(2)
  // Another excursion is another event.
  await tenant.asTenant((tx) => tx.query(measure, trailer, [140, 150, 160, 170, 180, 190].map(at), Array(6).fill(-5)))
  expect((await watched(tenant, tripId)).slice(2)).toMatchObject([
    { custom_event_code: 'TEMPERATURE_BREACHED', temperature: { worst_degrees: -5 } },
  ])
})

test('TEMP-2, TEMP-7: an excursion without further measurements stays open for two days, and then ends with its last measurement', async () => {
  const { tenant, tripId, trailer } = await onTheWay(server, [5, 12, 14, 12, 12, 12])
  expect(await watched(tenant, tripId)).toMatchObject([{ custom_event_code: 'TEMPERATURE_BREACHED' }])
  try {
    // Four hours before the two days have passed.
    ahead = 43 * 3_600_000
    expect(await watched(tenant, tripId)).toHaveLength(1)
    expect(await tenant.asTenant((tx) => tx.query(selectWaiting))).toHaveLength(1)
    ahead = 45 * 3_600_000
    const [, ended, ...others] = await watched(tenant, tripId)
    expect(others).toEqual([])
    expect(ended).toMatchObject({
      custom_event_code: 'TEMPERATURE_BREACH_ENDED',
      temperature: { until: `${at(110).slice(0, 19)}Z`, worst_degrees: 14, is_over: true },
    })
    // It measures again, as warm as before: a new excursion.
    const again = [2_700, 2_710, 2_720, 2_730, 2_740].map(at)
    await tenant.asTenant((tx) => tx.query(measure, trailer, again, Array(5).fill(13)))
    ahead = 46 * 3_600_000
    expect((await watched(tenant, tripId)).slice(2)).toMatchObject([
      { custom_event_code: 'TEMPERATURE_BREACHED', temperature: { worst_degrees: 13, is_over: false } },
    ])
  } finally {
    ahead = 0
  }
})

test('TEMP-7: only a receiver that selects the type gets it; all types are as before', async () => {
  const { tenant, tripId } = await onTheWay(server, [5, 12, 14, 12, 12, 12])
  const add = (path: string, event_types: string[]) =>
    addSubscription(server.ctx, tenant.tenantId, byOperator, { url: `https://receiver.example/${path}`, event_types })
  await add('all', [])
  await add('named', ['order.temperature_breached'])
  server.sent.length = 0
  await watched(tenant, tripId)
  const sent = server.sent.filter(({ body }) => String(body).includes('TEMPERATURE_BREACHED')).map(({ url }) => url)
  expect(sent.map(String)).toEqual(['https://receiver.example/named'])
})

test('TEMP-7: a measurement triggers one check of the vehicle’s trips, if their goods have a temperature', async () => {
  const { tenant, tripId, trailer } = await onTheWay(server, [5])
  const doc = { temperatures: [{ sensor: 'air', temperature: 12 }] }
  const samples = [{ resource_id: trailer, kind: 'TEMPERATURE' as const, recorded_at: at(80), doc }]
  await tenant.asTenant((tx) => tx.query(carryNow, tripId, at(0), at(600)))
  const waiting = () => tenant.asTenant((tx) => tx.query<{ payload: object }>(selectWaiting))
  for (const _ of [1, 2]) await tenant.asTenant((tx) => followTemperatures(server.ctx, tx, samples))
  expect(await waiting()).toEqual([{ payload: { trip_id: tripId } }])
})
