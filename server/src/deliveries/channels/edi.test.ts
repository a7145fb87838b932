import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { statement } from '../../db/statement.ts'
import { directoryFaults } from '../../testing/edifact/directory.ts'
import { followTable, readEdifact } from '../../testing/edifact/reader.ts'
import { deliveriesOf, eventsOf, passTime, publish } from '../../testing/servers/receiver.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { replay } from '../log/replay.commands.ts'
import { deliveryLoop } from '../sending/jobs.ts'
import { changeSubscription } from '../subscriptions/change.commands.ts'
import { addSubscription } from '../subscriptions/commands.ts'
import { expandTypes } from '../subscriptions/levels.rules.ts'
import { testSubscription } from '../subscriptions/test.commands.ts'

const server = await startTestServer()
const { ctx } = server
const root = join(tmpdir(), `cartage-edi-${ctx.newId()}`)
beforeAll(async () => {
  await mkdir(root, { recursive: true })
  Object.assign(ctx.config, { folder_roots: [{ path: root }] })
})
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true, force: true })
})

/** A partner that receives EDI in a folder of its own. */
async function partner(tenant: TestTenant, recipient: string, event_types: string[] = []) {
  const folder = join(root, tenant.slug, ctx.newId())
  await mkdir(folder, { recursive: true })
  const edi = { sender: 'CARTAGE', recipient }
  const input = { channel: 'FOLDER', format: 'EDI', folder, edi, event_types } as const
  const added = await addSubscription(ctx, tenant.tenantId, byOperator, input)
  const read = async () => {
    const names = (await readdir(folder)).sort()
    return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })))
  }
  return { ...added, folder, read }
}

/** Events of an order with payloads according to the contract. */
function orderEvents(entity: string, count: number) {
  return eventsOf(entity, count).map((event) => {
    const update = { id: entity, type: 'Order', status: 'ACCEPTED' }
    const order = { id: entity, order_name: `O-${event.sequence}`, status: 'ACCEPTED', stops: [] }
    return { ...event, payload: JSON.stringify({ order, events: [{ timestamp: '2026-01-31T09:30:00Z', update }] }) }
  })
}

const referenceOf = (bytes: Buffer) => Number(readEdifact(bytes)[0]!.elements[4]![0])

describe('a partner who reads EDI', () => {
  test('DLV-11: gets one interchange per event, numbered without gaps, whatever the number of senders and receivers', async () => {
    const tenant = await server.tenant()
    const [all, stops] = [await partner(tenant, 'ACME'), await partner(tenant, 'ACME', ['order.accepted'])]
    const other = await partner(tenant, 'OTHER')
    for (let count = 0; count < 10; count += 1) await publish(tenant, orderEvents(ctx.newId(), 2))
    const loops = [deliveryLoop(ctx), deliveryLoop(ctx)]
    for (let round = 0; round < 40; round += 1) {
      await Promise.all(loops.map((loop) => loop.run()))
      await Promise.all(loops.map((loop) => loop.settle!()))
    }
    const files = [...(await all.read()), ...(await stops.read())]
    expect(files).toHaveLength(40)
    expect(files.every(({ name }) => name.endsWith('.edi'))).toBe(true)
    for (const { bytes } of files) followTable(readEdifact(bytes))
    const numbers = files.map(({ bytes }) => referenceOf(bytes)).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => 1_000_000_001 + index))
    const others = (await other.read()).map(({ bytes }) => referenceOf(bytes)).sort((a, b) => a - b)
    expect(others).toEqual(Array.from({ length: 20 }, (_, index) => 1_000_000_001 + index))
  })

  test('DLV-11: gets exactly the same bytes again, later and after a failure', async () => {
    const tenant = await server.tenant()
    const { folder, read, subscription_id } = await partner(tenant, 'ACME')
    const [event] = await publish(tenant, orderEvents(ctx.newId(), 1))
    await rm(folder, { recursive: true })
    await server.drain()
    expect(await deliveriesOf(tenant)).toMatchObject([{ status: 'PENDING', attempts: 1 }])
    await mkdir(folder)
    await passTime(tenant, 10)
    await server.drain()
    const [first] = await read()
    expect(referenceOf(first!.bytes)).toBe(1_000_000_001)
    await rm(join(folder, first!.name))
    const later = { ...ctx, now: () => new Date('2031-01-01T00:00:00Z') }
    const input = { kind: 'one', event_id: event!.event_id, subscription_id } as const
    expect(await replay(ctx, tenant.tenantId, byOperator, input)).toBe(1)
    const loop = deliveryLoop(later)
    await loop.run()
    await loop.settle!()
    expect(await read()).toEqual([first])
  })

  test('is subscribed to events that EDI can express, and other events count as delivered with the reason', async () => {
    const tenant = await server.tenant()
    const { event_types, subscription_id, read } = await partner(tenant, 'ACME', ['order', 'trip', 'stop.eta_changed'])
    expect(event_types).toContain('order.accepted')
    expect(event_types).toContain('stop.eta_changed')
    expect(event_types).not.toContain('trip.planned')
    await expect(partner(tenant, 'ACME', ['trip.planned'])).rejects.toMatchObject({ errors: [{ path: 'event_types' }] })
    await expect(partner(tenant, 'ACME', ['position'])).rejects.toMatchObject({ errors: [{ path: 'event_types' }] })
    await tenant.asTenant((tx) => tx.query(wantTrips, subscription_id))
    const [event] = orderEvents(ctx.newId(), 1)
    const update = { type: 'Trip', status: 'PLANNED' }
    const payload = JSON.stringify({ events: [{ timestamp: '2026-01-31T09:30:00Z', update }] })
    await publish(tenant, [{ ...event!, type: 'trip.planned', payload }])
    await server.drain()
    expect(await read()).toEqual([])
    expect(await deliveriesOf(tenant)).toMatchObject([
      { status: 'DELIVERED', last_failure: 'not_sent: EDI has no message for trip.planned' },
    ])
  })

  test('an unreadable event fails like any other attempt, and delays no other', async () => {
    const tenant = await server.tenant()
    const { read } = await partner(tenant, 'ACME')
    const [broken] = eventsOf(ctx.newId(), 1)
    await publish(tenant, [{ ...broken!, payload: 'no JSON' }, ...orderEvents(ctx.newId(), 1)])
    await server.drain()
    expect(await read()).toHaveLength(1)
    const states = (await deliveriesOf(tenant)).map(({ status, attempts }) => [status, attempts])
    expect(states.sort()).toEqual([
      ['DELIVERED', 1],
      ['PENDING', 1],
    ])
  })

  test('gets no estimates unless it selects them explicitly, also next to all', async () => {
    const tenant = await server.tenant()
    const usual = await partner(tenant, 'ACME')
    expect(usual.event_types).toEqual(['order', 'stop'].flatMap((level) => expandTypes([level])))
    expect(usual.event_types).not.toContain('stop.eta_changed')
    const named = await partner(tenant, 'ACME', ['all', 'stop.eta_changed'])
    expect(named.event_types).toEqual([...usual.event_types, 'stop.eta_changed'])
  })

  test('gets its ids with the requested qualifiers, which can be changed', async () => {
    const tenant = await server.tenant()
    const { subscription_id, read } = await partner(tenant, 'ACME')
    const [event] = await publish(tenant, orderEvents(ctx.newId(), 1))
    const edi = { sender: '8712345000004', recipient: 'ACME', sender_qualifier: '14', recipient_qualifier: 'ZZZ' }
    expect(await changeSubscription(ctx, tenant.tenantId, byOperator, subscription_id, { edi })).toMatchObject({
      edi_sender_qualifier: '14',
      edi_recipient_qualifier: 'ZZZ',
    })
    await server.drain()
    const [file] = await read()
    expect(file!.name).toContain(event!.event_id)
    const segments = readEdifact(file!.bytes)
    expect(directoryFaults(segments)).toEqual([])
    expect(segments[0]!.elements.slice(1, 3)).toEqual([
      ['8712345000004', '14'],
      ['ACME', 'ZZZ'],
    ])
    const wrong = { edi: { ...edi, sender_qualifier: 'gln' } }
    await expect(changeSubscription(ctx, tenant.tenantId, byOperator, subscription_id, wrong)).rejects.toMatchObject({
      errors: [{ path: 'edi.sender_qualifier' }],
    })
  })

  test('is tested without a misleading interchange', async () => {
    const tenant = await server.tenant()
    const { read, folder, subscription_id } = await partner(tenant, 'ACME')
    expect(await testSubscription(ctx, tenant.tenantId, subscription_id)).toMatchObject({ is_delivered: true })
    expect(await read()).toEqual([])
    await rm(folder, { recursive: true })
    const result = await testSubscription(ctx, tenant.tenantId, subscription_id)
    expect(result).toMatchObject({ is_delivered: false, failure: expect.stringContaining('does not exist') })
  })

  test('requires ids of both sides and a file channel', async () => {
    const { tenantId } = await server.tenant()
    const edi = { sender: 'CARTAGE', recipient: 'ACME' }
    const inputs = [
      { channel: 'FOLDER', folder: root, format: 'EDI' },
      { channel: 'FOLDER', folder: root, format: 'EDI', edi: { ...edi, recipient: "A'B" } },
      { url: 'https://partner.example/', format: 'EDI', edi },
      { channel: 'FOLDER', folder: root, format: 'EDI', edi, purpose: 'DISPATCH' },
    ] as const
    for (const input of inputs) {
      await expect(addSubscription(ctx, tenantId, byOperator, input)).rejects.toMatchObject({ status: 422 })
    }
  })
})

const wantTrips = statement(
  'test.want_trips',
  `update subscription set event_types = '{trip.planned}' where tenant_id = $1 and subscription_id = $2`,
)
