import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DatabaseClient } from '../../db/client.ts'
import type { Scope } from '../../db/tenant.ts'
import { asTenants } from '../../db/tenants/transaction.ts'
import { fewTenants } from '../../jobs/tenant-loop.ts'
import { plantFault } from '../../testing/plant-fault.ts'
import {
  acceptedAttempt,
  addReceiver,
  deliveriesOf,
  eventsOf,
  publish,
  type TestReceiver,
} from '../../testing/servers/receiver.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { finishDeliveries } from '../store.ts'
import { findFailing, findTargets } from '../subscriptions/store.ts'
import { deliveryLoop } from './jobs.ts'
import { takeDue } from './pending.store.ts'

const server = await startTestServer()
const { ctx } = server
// A superuser bypasses row security, so over these connections only the statements separate tenants.
const unwalled = new pg.Pool({ ...ctx.db.connection, Client: DatabaseClient, pipeline: true } as pg.PoolConfig)
afterAll(async () => {
  await unwalled.end()
  await server.close()
})

interface Sender {
  tenant: TestTenant
  receiver: TestReceiver
}
const senders: Sender[] = []
beforeAll(async () => {
  for (let at = 0; at < fewTenants + 2; at += 1) {
    const tenant = await server.tenant()
    senders.push({ tenant, receiver: await addReceiver(server, tenant) })
  }
}, 60_000)

const publishEach = () => Promise.all(senders.map(({ tenant }) => publish(tenant, eventsOf(ctx.newId(), 1))))

/** Answers no request before so many have arrived, so that their results arrive together. */
function answerTogether(count: number): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = count
  server.answerWith(async () => {
    left -= 1
    if (left === 0) resolve()
    await promise
    return {}
  })
}

/** One round of claims, with everything that it sends. */
async function sendOnce(): Promise<void> {
  const loop = deliveryLoop(ctx)
  await loop.run()
  while (await loop.settle!()) {}
}

test('OPS-43: deliveries of many tenants are claimed in one transaction and ended in another, each at its own endpoint', async () => {
  const events = await publishEach()
  answerTogether(senders.length)
  const together = vi.spyOn(ctx.db, 'asWorkerOfMany')
  const alone = vi.spyOn(ctx.db, 'asWorker')
  try {
    await sendOnce()
    expect(together.mock.calls.map(([tenantIds]) => tenantIds.length)).toEqual([senders.length, senders.length])
    expect(alone).not.toHaveBeenCalled()
  } finally {
    together.mockRestore()
    alone.mockRestore()
  }
  for (const [at, { tenant, receiver }] of senders.entries()) {
    const [event] = events[at]!
    expect(receiver.requests().map(({ body }) => body)).toEqual([event!.payload])
    const delivery = { event_id: event!.event_id, status: 'DELIVERED', attempts: 1, last_status: 200 }
    expect(await deliveriesOf(tenant)).toMatchObject([delivery])
  }
})

test('EACH-3: a tenant whose row cannot be claimed, and one whose result cannot be written, delay no other', async () => {
  const [unclaimed, unwritten, ...others] = senders
  const events = await publishEach()
  const repair = [
    await plantFault(
      server,
      'delivery_pending',
      `new.tenant_id = '${unclaimed!.tenant.tenantId}' and new.lease_token is not null`,
    ),
    await plantFault(server, 'delivery', `new.tenant_id = '${unwritten!.tenant.tenantId}'`),
  ]
  answerTogether(senders.length - 1)
  const statusOf = async ({ tenant }: Sender) => {
    const eventId = events[senders.findIndex((one) => one.tenant === tenant)]![0]!.event_id
    return (await deliveriesOf(tenant)).find(({ event_id }) => event_id === eventId)?.status
  }
  try {
    await sendOnce()
    for (const other of others) expect(await statusOf(other)).toBe('DELIVERED')
    expect(await statusOf(unclaimed!)).not.toBe('DELIVERED')
    expect(await statusOf(unwritten!)).not.toBe('DELIVERED')
  } finally {
    for (const run of repair) await run()
  }
  await sendOnce()
  expect(await statusOf(unclaimed!)).toBe('DELIVERED')
})

test('OPS-43: without row security, claims and ends of several tenants still touch no row of another', async () => {
  const [one, other, stranger] = [await server.tenant(), await server.tenant(), await server.tenant()]
  const three = [one, other, stranger]
  for (const tenant of three) {
    await addReceiver(server, tenant)
    await publish(tenant, eventsOf(ctx.newId(), 1))
  }
  const scope: Scope = { ...ctx.db.scope, pool: unwalled, rowWall: false }
  const ids = [one.tenantId, other.tenantId]
  const token = ctx.newId()
  const claims = await asTenants(scope, ids, async (tx) => {
    const [claimed, targets] = await Promise.all([takeDue(tx, token, 10, new Map()), findTargets(tx)])
    return { claimed, targets }
  })
  for (const { claimed, targets } of claims) {
    expect(claimed.map((row) => row.subscription_id)).toEqual(targets.map((target) => target.subscription_id))
    expect(claimed).toHaveLength(1)
  }
  const leases = async () => {
    const { rows } = await unwalled.query<{ leases: string[] }>(
      `select array(select p.lease_token::text from delivery_pending p where p.tenant_id = t.tenant_id) as leases
         from unnest($1::uuid[]) with ordinality as t (tenant_id, place) order by t.place`,
      [three.map(({ tenantId }) => tenantId)],
    )
    return rows.map((row) => row.leases)
  }
  expect(await leases()).toEqual([[token], [token], [null]])
  // Each is given the row of the other as well.
  const rows = claims.flatMap(({ claimed }) => claimed)
  const ended = (row: (typeof rows)[number]) => ({ ...row, token, attempt: acceptedAttempt(row) })
  const [first] = rows
  await asTenants(scope, ids, async (tx) => {
    const own = tx.tenantId === one.tenantId ? rows : [first!]
    const [failing] = await Promise.all([
      findFailing(
        tx,
        rows.map((row) => row.subscription_id),
      ),
      finishDeliveries(tx, own.map(ended), { status: 'DELIVERED', reason: null }),
    ])
    expect(failing).toEqual([])
  })
  expect(await leases()).toEqual([[], [token], [null]])
})
