import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { changeSavedView, createSavedView, deleteSavedView } from '@cartage/contract/app/saved-views'
import { streamChanges } from '@cartage/contract/app/shell'
import { changeUser, listUsers } from '@cartage/contract/auth/app/users'
import { createCompany } from '@cartage/contract/companies/endpoints'
import { blockOrder } from '@cartage/contract/orders/app/commands'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import { givePlanningCommand, redoCommand, undoCommand } from '@cartage/contract/planning/app/commands'
import { reportPlanningPresence } from '@cartage/contract/planning/app/presence'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissionsOf } from '../auth/permissions.rules.ts'
import { orderTenant, settle, simpleOrder } from '../testing/data/orders.ts'
import { addOrder, dayBefore, tripTenant } from '../testing/data/trips.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { logInAs, type TestTenant } from '../testing/test-tenant.ts'
import { maySee, type Place, placeFrom, sinceThen, streamMessage } from './stream.rules.ts'

let server: TestServer
let base: string
beforeAll(async () => {
  server = await startTestServer(dayBefore)
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

interface StreamMessage {
  id: string | undefined
  /** Absent in the start message of a stream. */
  event: string | undefined
  data: { type?: string; entity_id?: string; position?: number; order_ids?: string[] }
}

/** An open stream as seen by a browser. */
async function listen(tenant: TestTenant, role: 'PLANNER' | 'CUSTOMER', lastEventId?: string) {
  const headers: Record<string, string> = await logInAs(server, tenant.tenantId, role)
  if (lastEventId !== undefined) headers['last-event-id'] = lastEventId
  const leaving = new AbortController()
  const answer = await fetch(base + streamChanges.path, { headers, signal: leaving.signal })
  const messages = read(answer.body!)
  const any = async () => (await messages.next()).value as StreamMessage
  /** The next message, without records that are in both the trail and the log, such as the order of an event. */
  const next = async () => {
    for (;;) {
      const message = await any()
      if (message.data.type !== 'record.changed') return message
    }
  }
  // The head comes before the start place is known: changes in between are before it.
  if (lastEventId === undefined) expect(await next()).toMatchObject({ event: undefined })
  return {
    answer,
    any,
    next,
    close: () => leaving.abort(),
  }
}

async function* read(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  let text = ''
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString()
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const lines = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
      // Heartbeats and the retry interval.
      if (!lines.has('id') && !lines.has('event')) continue
      yield { id: lines.get('id'), event: lines.get('event'), data: JSON.parse(lines.get('data') ?? '{}') }
    }
  }
}

test('a change is reported to listeners, with its position in the log', async () => {
  const tenant = await orderTenant(server)
  const stream = await listen(tenant, 'PLANNER')
  expect(stream.answer.headers.get('content-type')).toContain('text/event-stream')
  const { order_id } = await settle(server, tenant, simpleOrder())
  const reported = await stream.next()
  expect(reported).toMatchObject({ event: 'change', data: { type: 'order.accepted', entity_id: order_id } })
  expect(placeFrom(reported.id)).toMatchObject({ log: reported.data.position, plan: expect.any(Number) })
  stream.close()
})

test('each move of a planner is reported with its position, and a reconnecting browser gets those it missed', async () => {
  const tenant = await tripTenant(server)
  const { orderId } = await addOrder(server, tenant)
  const planner = await tenant.user('PLANNER')
  await server.drain()
  const first = await listen(tenant, 'PLANNER')
  const moved = await planner(givePlanningCommand, { body: { kind: 'PLAN', order_ids: [orderId] } })
  const trip_id = moved.trips[0]!.trip_id
  const reported = await first.next()
  expect(reported).toMatchObject({ event: 'change', data: { type: 'plan.changed', entity_id: trip_id } })
  first.close()
  await planner(undoCommand, { body: {} })
  await planner(redoCommand, { body: {} })
  const second = await listen(tenant, 'PLANNER', reported.id)
  expect(await second.next()).toMatchObject({ data: { type: 'plan.changed', entity_id: trip_id } })
  expect(await second.next()).toMatchObject({ data: { type: 'plan.changed', entity_id: trip_id } })
  second.close()
  // A browser connected before an update of the server has only a place in the log.
  const old = await listen(tenant, 'PLANNER', reported.id!.split('-')[0])
  await planner(undoCommand, { body: {} })
  expect(await old.next()).toMatchObject({ data: { type: 'plan.changed', entity_id: trip_id } })
  old.close()
  expect(maySee(['order.read'], { entity_type: 'trip' })).toBe(false)
})

test('LIVE-2: a change of a trip lists added and removed orders, and no unchanged ones', async () => {
  const tenant = await tripTenant(server)
  const [one, other] = [await addOrder(server, tenant), await addOrder(server, tenant)]
  const planner = await tenant.user('PLANNER')
  await server.drain()
  const stream = await listen(tenant, 'PLANNER')
  const named = async () => {
    for (;;) {
      const { data } = await stream.next()
      if (data.type === 'plan.changed') return data.order_ids
    }
  }
  const { trips } = await planner(givePlanningCommand, { body: { kind: 'PLAN', order_ids: [one.orderId] } })
  expect(await named()).toEqual([one.orderId])
  await planner(givePlanningCommand, { body: { kind: 'PLAN', order_ids: [other.orderId], trip_id: trips[0]!.trip_id } })
  expect(await named()).toEqual([other.orderId])
  await planner(givePlanningCommand, { body: { kind: 'CANCEL', trip_ids: [trips[0]!.trip_id] } })
  expect((await named())?.toSorted()).toEqual([one.orderId, other.orderId].sort())
  stream.close()
})

test('LIVE-4: the version of a trip never changes without a reported change', async () => {
  const tenant = await tripTenant(server)
  const { orderId } = await addOrder(server, tenant)
  const planner = await tenant.user('PLANNER')
  const { trips } = await planner(givePlanningCommand, {
    body: { kind: 'PLAN', order_ids: [orderId], starts_at: '2026-02-02T08:00:00Z' },
  })
  await server.drain()
  const [{ trip_id, version, stops }] = trips as [(typeof trips)[number]]
  const [{ stop_id, planned_start_at: start_at, planned_end_at: end_at }] = stops as [(typeof stops)[number]]
  const stream = await listen(tenant, 'PLANNER')
  // Same times: only the author changes.
  const times = [{ stop_id, start_at: start_at!, end_at: end_at! }]
  const set = await planner(givePlanningCommand, {
    body: { kind: 'SET_TIMES', trip_id, times, override: { reason: 'test' } },
  })
  expect(set.trips[0]!.version).toBeGreaterThan(version)
  expect(await stream.next()).toMatchObject({ data: { type: 'plan.changed', entity_id: trip_id } })
  stream.close()
})

test('LIVE-1: changes without an event, such as a setting or a company, are reported to users who may read them', async () => {
  const tenant = await orderTenant(server)
  const planner = await listen(tenant, 'PLANNER')
  const { id: company_id } = await tenant.call(createCompany, {
    body: { name: 'Nieuw', currency: 'EUR', is_customer: true },
  })
  for (;;) {
    const { data } = await planner.any()
    if (data.entity_id !== company_id) continue
    expect(data.type).toBe('record.changed')
    break
  }
  expect(maySee(permissionsOf('CUSTOMER'), { entity_type: 'company' })).toBe(false)
  expect(maySee(permissionsOf('PLANNER'), { entity_type: 'api_client' })).toBe(false)
  planner.close()
})

test('LIVE-1: a saved view is reported to everyone, because its creator may share it', async () => {
  const tenant = await server.tenant()
  const other = await listen(tenant, 'CUSTOMER')
  const maker = await tenant.user('VIEWER')
  const { saved_view_id } = await maker(createSavedView, { body: { screen: 'orders', name: 'Reefers', search: 'a=b' } })
  const reported = { data: { type: 'record.changed', entity_type: 'saved_view', entity_id: saved_view_id } }
  expect(await other.any()).toMatchObject(reported)
  await maker(changeSavedView, { params: { saved_view_id }, body: { is_shared: true } })
  expect(await other.any()).toMatchObject(reported)
  await maker(deleteSavedView, { params: { saved_view_id } })
  expect(await other.any()).toMatchObject(reported)
  other.close()
})

test('a planner who opens the planning board is reported to the others, with the selection', async () => {
  const tenant = await server.tenant()
  const stream = await listen(tenant, 'PLANNER')
  const other = await tenant.user('SUPER_ADMIN')
  const body = { order_ids: [], trip_ids: [randomUUID()], is_dragging: true }
  await other(reportPlanningPresence, { body: { ...body, presence_id: randomUUID() } })
  expect(await stream.next()).toMatchObject({ id: undefined, event: 'presence', data: [body] })
  stream.close()
})

test('a reconnecting browser gets missed changes, once and in order', async () => {
  const tenant = await orderTenant(server)
  const first = await listen(tenant, 'PLANNER')
  const { order_id } = await settle(server, tenant, simpleOrder())
  const { id } = await first.next()
  first.close()
  const planner = await tenant.user('PLANNER')
  await planner(blockOrder, { params: { order_id: order_id! }, body: { reason: 'Unpaid' } })
  await server.drain()
  const second = await listen(tenant, 'PLANNER', id)
  expect(await second.next()).toMatchObject({ data: { type: 'order.blocked', position: placeFrom(id)!.log + 1 } })
  second.close()
})

test('a browser that was away too long is instructed to reload everything', async () => {
  const tenant = await orderTenant(server)
  for (let count = 0; count < 6; count += 1) {
    await Promise.all(Array.from({ length: 90 }, () => tenant.call(uploadOrder, { body: simpleOrder() })))
  }
  await server.drain()
  const stream = await listen(tenant, 'PLANNER', '1')
  expect(await stream.next()).toMatchObject({ event: 'reset' })
  stream.close()
})

test('no one gets changes of another tenant, or changes that the role may not read', async () => {
  const [mine, other] = [await orderTenant(server), await orderTenant(server)]
  const stream = await listen(mine, 'PLANNER')
  await settle(server, other, simpleOrder())
  const own = await settle(server, mine, simpleOrder())
  expect((await stream.next()).data.entity_id).toBe(own.order_id)
  stream.close()
  expect(maySee(['session.use'], { entity_type: 'order' })).toBe(false)
  expect(maySee(['order.read'], { entity_type: 'order' })).toBe(true)
  expect(maySee(['order.read'], { entity_type: 'something new' })).toBe(false)
})

test('SESSION-4: a stream ends when the role of its listener changes, before later events', async () => {
  const tenant = await orderTenant(server)
  const admin = await tenant.user('SUPER_ADMIN')
  const stream = await listen(tenant, 'PLANNER')
  const before = await settle(server, tenant, simpleOrder())
  for (let message = await stream.any(); message.data.entity_id !== before.order_id; ) message = await stream.any()
  const { items } = await admin(listUsers, {})
  const { user_id } = items.find(({ role }) => role === 'PLANNER')!
  await admin(changeUser, { params: { user_id }, body: { role: 'ACCOUNTANT' } })
  const after = await settle(server, tenant, simpleOrder())
  const reported: unknown[] = []
  for (let message = await stream.any(); message !== undefined; message = await stream.any()) {
    reported.push(message.data.entity_id)
  }
  expect(reported).not.toContain(after.order_id)
})

test('only valid positions are accepted; one of an older server has no plan part', () => {
  expect(placeFrom('12-7')).toEqual({ log: 12, plan: 7 })
  expect(placeFrom('12')).toEqual({ log: 12, plan: undefined })
  for (const text of [undefined, '', '-1', '1e3', 'x', '1-', '1-2-3', '9'.repeat(16)]) {
    expect(placeFrom(text)).toBeUndefined()
  }
})

test('events of both sources are reported only after a position, each with the next position', () => {
  const change = (position: number) => ({ position, type: '', entity_type: 'trip', entity_id: '', document_kind: null })
  const places = fc.record({ log: fc.nat(9), plan: fc.nat(9) })
  const some = fc.uniqueArray(fc.integer({ min: 1, max: 12 })).map((at) => at.toSorted((a, b) => a - b).map(change))
  fc.assert(
    fc.property(places, some, some, (place, log, plan) => {
      const reported = sinceThen({ log, plan }, place)
      expect(reported.map((one) => one.change)).toEqual([
        ...log.filter(({ position }) => position > place.log),
        ...plan.filter(({ position }) => position > place.plan),
      ])
      // Reconnected after any of them, the stream delivers exactly the rest.
      for (const [at, one] of reported.entries()) {
        expect(sinceThen({ log, plan }, placeFrom(/^id: (\S+)/.exec(streamMessage(one))![1]) as Place)).toEqual(
          reported.slice(at + 1),
        )
      }
    }),
  )
})
