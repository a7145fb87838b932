import { listEvents } from '@cartage/contract/events/endpoints'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { type NewEvent, publishEvents } from '../deliveries/publish.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { sealLoop } from './seal.jobs.ts'
import { currentEpoch } from './views.ts'

const server = await startTestServer()
const { ctx } = server
afterAll(() => server.close())

/** One event whose payload is a valid message of the contract. */
function eventOf(entityId: string, sequence: number): NewEvent {
  const event_id = ctx.newId()
  const update = { type: 'Order', id: entityId, status: 'ACCEPTED' }
  const order = { id: entityId, order_name: 'O-1', status: 'ACCEPTED', stops: [] }
  const payload = {
    order,
    events: [{ timestamp: '2026-01-31T09:30:00Z', update, event_id, sequence, epoch: 1 }],
  }
  const type = 'order.accepted'
  return { event_id, entity_type: 'order', entity_id: entityId, sequence, type, payload: JSON.stringify(payload) }
}

const publish = (tenant: TestTenant, events: NewEvent[]) => tenant.asTenant((tx) => publishEvents(tx, events))

const selectPositions = statement(
  'test.select_positions',
  `select p.position::float8 as position, e.entity_id, e.sequence
     from event_position p join event e on e.tenant_id = $1 and e.event_id = p.event_id
    where p.tenant_id = $1 order by p.position`,
)
const setRecorded = statement(
  'test.set_recorded',
  `with changed as (
     update event set recorded_at = recorded_at + make_interval(secs => s.shift)
       from unnest($2::uuid[], $3::float8[]) as s (id, shift) where tenant_id = $1 and event_id = s.id
     returning event_id, recorded_at
   )
   update event_unsealed u set recorded_at = c.recorded_at from changed c
    where u.tenant_id = $1 and u.event_id = c.event_id`,
)

interface Sealed {
  position: number
  entity_id: string
  sequence: number
}

/** Positions must be 1, 2, 3 … and the sequence of each entity 1, 2, 3 … in their order. */
async function expectWellSealed(tenant: TestTenant, count: number): Promise<void> {
  const rows = await tenant.asTenant((tx) => tx.query<Sealed>(selectPositions))
  expect(rows.map((row) => row.position)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  const last = new Map<string, number>()
  for (const { entity_id, sequence } of rows) {
    expect(sequence).toBe((last.get(entity_id) ?? 0) + 1)
    last.set(entity_id, sequence)
  }
}

describe('sealing', () => {
  test('gives positions without a gap and in the order of each entity, with publishers and sealers at work', async () => {
    const tenant = await server.tenant()
    const sealers = [sealLoop(ctx), sealLoop(ctx)]
    let isPublishing = true
    const sealing = sealers.map(async (loop) => {
      while (isPublishing) await loop.run()
    })
    const publishing = Array.from({ length: 4 }, async () => {
      const entity = ctx.newId()
      for (let sequence = 1; sequence <= 40; sequence += 2) {
        await publish(tenant, [eventOf(entity, sequence), eventOf(entity, sequence + 1)])
      }
    })
    await Promise.all(publishing)
    isPublishing = false
    await Promise.all(sealing)
    await sealers[0]!.run()
    await expectWellSealed(tenant, 160)
  })

  test('waits for an event whose transaction is still open, and includes it when it is committed', async () => {
    const tenant = await server.tenant()
    let commit = () => {}
    const mayCommit = new Promise<void>((resolve) => {
      commit = resolve
    })
    const entity = ctx.newId()
    const slow = tenant.asTenant(async (tx) => {
      await publishEvents(tx, [eventOf(entity, 1)])
      await mayCommit
    })
    await publish(tenant, [eventOf(ctx.newId(), 1)])
    await sealLoop(ctx).run()
    await expectWellSealed(tenant, 1)
    commit()
    await slow
    await sealLoop(ctx).run()
    await expectWellSealed(tenant, 2)
  })

  test('keeps the order of each entity even if the clock was set back, also across batches', async () => {
    const shifts = fc.array(fc.integer({ min: -3_600, max: 3_600 }), { minLength: 1_200, maxLength: 1_200 })
    await fc.assert(
      fc.asyncProperty(shifts, async (seconds) => {
        const tenant = await server.tenant()
        const entities = Array.from({ length: 100 }, () => ctx.newId())
        const events = entities.flatMap((entity) =>
          Array.from({ length: 12 }, (_, index) => eventOf(entity, index + 1)),
        )
        await publish(tenant, events)
        const ids = events.map((event) => event.event_id)
        await tenant.asTenant((tx) => tx.query(setRecorded, ids, seconds))
        const loop = sealLoop(ctx)
        for (let round = 0; round < 20; round += 1) await loop.run()
        await expectWellSealed(tenant, 1_200)
      }),
      { numRuns: 3 },
    )
  })
})

test('OPS-43: events of several tenants get their positions at once, each tenant in a log of its own without a gap', async () => {
  const shift = fc.integer({ min: -3_600, max: 3_600 })
  await fc.assert(
    fc.asyncProperty(fc.array(shift, { minLength: 400, maxLength: 400 }), async (seconds) => {
      const tenants = [await server.tenant(), await server.tenant(), await server.tenant()]
      // More than a tenant's share, so that the first two need several batches.
      for (const [at, tenant] of tenants.entries()) {
        const entities = Array.from({ length: at === 2 ? 1 : 40 }, () => ctx.newId())
        const events = entities.flatMap((entity) =>
          Array.from({ length: 10 }, (_, index) => eventOf(entity, index + 1)),
        )
        await publish(tenant, events)
        const ids = events.map((event) => event.event_id)
        await tenant.asTenant((tx) => tx.query(setRecorded, ids, seconds.slice(0, ids.length)))
      }
      const loop = sealLoop(ctx)
      await loop.run()
      await expectWellSealed(tenants[2]!, 10)
      for (let round = 0; round < 20; round += 1) await loop.run()
      for (const [at, tenant] of tenants.entries()) await expectWellSealed(tenant, at === 2 ? 10 : 400)
    }),
    { numRuns: 2, endOnFailure: true },
  )
})

describe('GET /v1/events', () => {
  test('pages through the log in order, and continues later from resume_cursor', async () => {
    const tenant = await server.tenant()
    expect(await tenant.asTenant(currentEpoch)).toBe(1)
    const empty = await tenant.call(listEvents, {})
    expect(empty).toMatchObject({ items: [], next_cursor: null })
    const entity = ctx.newId()
    await publish(
      tenant,
      Array.from({ length: 150 }, (_, index) => eventOf(entity, index + 1)),
    )
    await server.drain()
    const first = await tenant.call(listEvents, { query: { cursor: empty.resume_cursor } })
    expect(first.items).toHaveLength(100)
    expect(first.items[0]).toMatchObject({
      position: 1,
      type: 'order.accepted',
      sequence: 1,
      occurred_at: '2026-01-31T09:30:00Z',
    })
    const second = await tenant.call(listEvents, { query: { cursor: first.next_cursor! } })
    expect(second.items.map((item) => item.position)).toEqual(Array.from({ length: 50 }, (_, index) => index + 101))
    expect(second.next_cursor).toBeNull()
    await publish(tenant, [eventOf(ctx.newId(), 1)])
    await server.drain()
    const later = await tenant.call(listEvents, { query: { cursor: second.resume_cursor } })
    expect(later.items.map((item) => item.position)).toEqual([151])
  })

  test('shows nothing of another tenant, and refuses its cursor', async () => {
    const [tenant, stranger] = [await server.tenant(), await server.tenant()]
    await publish(tenant, [eventOf(ctx.newId(), 1)])
    await server.drain()
    const { resume_cursor } = await tenant.call(listEvents, {})
    expect((await stranger.call(listEvents, {})).items).toEqual([])
    const foreign = stranger.call(listEvents, { query: { cursor: resume_cursor } })
    await expect(foreign).rejects.toMatchObject({ status: 422, body: { code: 'cursor_invalid' } })
  })
})
