import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import { Problem } from '../http/problem.ts'
import { resourceOf } from '../testing/data/fleet.ts'
import { commandFrom, type Draw, draws, type Known } from '../testing/data/plans.ts'
import { addOrder, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { tripsByIds } from '../trips/store.ts'
import { carryOut } from './commands.ts'
import { undoOrRedo } from './undo.commands.ts'

const server = await startTestServer()
afterAll(() => server.close())

const allTrips = statement(
  'testing.all_trips',
  'select t.trip_id from trip t where t.tenant_id = $1 order by t.trip_id',
)
const allOrders = statement(
  'testing.all_orders',
  `select o.order_id, o.status, o.is_blocked, o.block_reason,
          (select json_agg(s.status order by s.sequence) from order_stop s
            where s.tenant_id = $1 and s.order_id = o.order_id) as stops
     from transport_order o where o.tenant_id = $1 order by o.order_id`,
)

/** Trips and orders of the tenant, without counters. */
async function stateOf(tenant: TestTenant) {
  return await tenant.asTenant(async (tx) => {
    const ids = (await tx.query<{ trip_id: string }>(allTrips)).map(({ trip_id }) => trip_id)
    const trips = await tripsByIds(tx, ids)
    const counted = trips.map(({ version: _version, event_sequence: _sequence, ...trip }) => ({
      ...trip,
      stops: trip.stops.map(({ event_sequence: _count, ...stop }) => stop),
    }))
    return { trips, plain: { trips: counted, orders: await tx.query(allOrders) } }
  })
}

async function planningTenant(): Promise<{ tenant: TestTenant; known: Known }> {
  const tenant = await tripTenant(server)
  const orders = [await addOrder(server, tenant), await addOrder(server, tenant), await addOrder(server, tenant)]
  const resources = [
    await resourceOf(tenant, { name: 'Ann', driver: {} }),
    await resourceOf(tenant, { name: 'Truck', truck: {} }),
    await resourceOf(tenant, { name: 'Trailer', trailer: {} }),
  ]
  const known = {
    order_ids: orders.map(({ orderId }) => orderId),
    location_ids: [...new Set(orders.flatMap(({ stops }) => stops.map(({ location_id }) => location_id)))],
    resource_ids: resources.map(({ id }) => id),
  }
  return { tenant, known }
}

/** Whether the command took effect. */
async function apply(tenant: TestTenant, known: Known, draw: Draw): Promise<boolean> {
  const { trips } = await stateOf(tenant)
  const command = commandFrom(draw, { trips, holds: [] }, { newId: server.ctx.newId }, known)
  if (!command) return false
  const requested = { tenantId: tenant.tenantId, by, dry_run: false, override_reason: 'test', versions: [] }
  try {
    return (await carryOut(server.ctx, requested, command)).command_id !== null
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return false
    throw error
  }
}

/** Undo and redo are per person. */
const by = { ...byOperator, actor: { kind: 'user', id: '5b8f8f5a-5f0e-4c5e-9a5e-2f3f5a1c0d11' } } as const

describe('undo', () => {
  test('20 commands, 20 undos and 20 redos through the database pass through the same states', async () => {
    await fc.assert(
      fc.asyncProperty(draws(400), async (drawn) => {
        const { tenant, known } = await planningTenant()
        const states = [(await stateOf(tenant)).plain]
        for (const draw of drawn) {
          if (states.length > 20) break
          if (await apply(tenant, known, draw)) states.push((await stateOf(tenant)).plain)
        }
        expect(states).toHaveLength(21)
        const requested = { tenantId: tenant.tenantId, by, dry_run: false, command_id: undefined }
        for (const former of states.slice(0, -1).toReversed()) {
          await undoOrRedo(server.ctx, requested, 'UNDO')
          expect((await stateOf(tenant)).plain).toEqual(former)
        }
        for (const latter of states.slice(1)) {
          await undoOrRedo(server.ctx, requested, 'REDO')
          expect((await stateOf(tenant)).plain).toEqual(latter)
        }
      }),
      { numRuns: 4, endOnFailure: true },
    )
  }, 240_000)
})
