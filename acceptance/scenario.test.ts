import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '@cartage/contract/client'
import { addDispatchDestination, dispatchTrip, listTripDispatches } from '@cartage/contract/dispatch/app'
import type { Document } from '@cartage/contract/documents/endpoints'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consignment, order, stop } from './bodies.ts'
import { messageFaults } from './document.ts'
import { hasOperator, type Subscription, subscribe } from './operator.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { admin } from './session.ts'
import { a, setup, unique } from './world.ts'

const override = { reason: 'acceptance' }

/** A message to a partner about a trip. */
interface DispatchedMessage {
  operation: string
  payload: { id: string; orders: { id: string }[]; stops: { id: string }[] }
}

interface Visibility {
  events: {
    sequence: number
    update: { id?: string; type: string; status?: string; stop?: { id: string; status: string } }
  }[]
}

describe.runIf(hasOperator)('a day of transport, through the public interface and the application only', () => {
  let planner: Call
  let receiver: Receiver
  let partner: Receiver
  let subscription: Subscription

  beforeAll(async () => {
    planner = await admin(a)
    receiver = await openReceiver()
    partner = await openReceiver()
    subscription = await subscribe(setup.a.tenant.slug, receiver.url)
  })
  afterAll(async () => {
    await receiver.close()
    await partner.close()
  })

  async function created(path: string, body: object): Promise<string> {
    const answer = await a.post<{ id: string }>(path, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.id
  }

  /** Three orders on one confirmed trip with vehicle, driver and trailer, driven by a new subcontractor. */
  async function confirmedTrip() {
    const orderIds = []
    for (const town of ['Aalst', 'Brugge', 'Kortrijk']) {
      const delivery_stop = stop(`Shop ${town}`, { activity: 'DELIVERY', date: '2026-03-03' })
      orderIds.push(await a.applied(order({ consignments: [consignment({ delivery_stop })] })))
    }
    const name = unique('Haulier')
    const subcontractorId = await created('/v1/companies/company', {
      name,
      code: name,
      currency: 'EUR',
      is_subcontractor: true,
    })
    const resources = []
    for (const members of [
      { tractor: { license_plate: unique('T').slice(0, 12) } },
      { driver: { last_name: 'Maes' } },
      { trailer: { license_plate: unique('R').slice(0, 12) } },
    ]) {
      resources.push({ resource_id: await created('/v1/resources/resource', { name: unique('Resource'), ...members }) })
    }
    const { trips } = await planner(givePlanningCommand, { body: { kind: 'PLAN', order_ids: orderIds, override } })
    const { trip_id } = trips[0]!
    await planner(givePlanningCommand, {
      body: { kind: 'ASSIGN', trip_id, resources, subcontractor_id: subcontractorId, override },
    })
    await planner(givePlanningCommand, { body: { kind: 'CONFIRM', trip_ids: [trip_id], override } })
    const stopIds = trips[0]!.stops.map(({ stop_id }) => stop_id)
    return { tripId: trip_id, orderIds, stopIds, subcontractorId, resourceIds: resources.map((one) => one.resource_id) }
  }

  /** The subcontractor reports ETA, arrival and completion of each stop, and a proof at the last one. */
  async function drive(stopIds: readonly string[], proof: Buffer): Promise<void> {
    for (const [at, id] of stopIds.entries()) {
      const hour = String(8 + at).padStart(2, '0')
      const report = async (update: object, minute: string) => {
        const updates = [{ event_time: `2026-03-03T${hour}:${minute}:00+01:00`, stop: { id, ...update } }]
        const answer = await a.webhook<{ errors?: object[] }>('/v1/webhook/subco-status-update', { body: { updates } })
        expect([answer.status, answer.body?.errors ?? []], answer.text).toEqual([200, []])
      }
      await report({ eta_start: `2026-03-03T${hour}:10:00+01:00`, eta_end: `2026-03-03T${hour}:40:00+01:00` }, '00')
      await report({ status: 'AT_STOP' }, '12')
      if (at === stopIds.length - 1) await sendProof(id, proof)
      await report({ status: 'COMPLETED' }, '38')
    }
  }

  async function sendProof(stopId: string, proof: Buffer): Promise<void> {
    const query = new URLSearchParams({ question_path_key: 'POD', stop_id: stopId })
    const answer = await a.webhook(`/v1/webhook/subco-document-upload?${query}`, {
      body: proof,
      headers: { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename=pod1234.pdf' },
    })
    expect(answer.status, answer.text).toBe(200)
  }

  async function expectProof(path: string, proof: Buffer): Promise<void> {
    const { body } = await a.get<Document[]>(path)
    const found = body.find(({ type }) => type === 'PROOF_OF_DELIVERY')
    expect(found?.name).toBe('pod1234_POD.pdf')
    const answer = await fetch(`${setup.baseUrl}${found!.download_url}`, {
      headers: { authorization: `Bearer ${await a.bearer()}` },
    })
    expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(sha256(proof))
  }

  /** Events received about these records: verified, valid, and in order for each record. */
  async function received(ids: readonly string[], count: number): Promise<string[]> {
    const about = () =>
      receiver.messages.filter(({ text }) => {
        const [event] = (JSON.parse(text) as Visibility).events
        return ids.includes(event!.update.stop?.id ?? event!.update.id ?? '')
      })
    await expect.poll(() => about().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)
    const verifier = new Webhook(subscription.secret)
    return about().map(({ text, headers }) => {
      verifier.verify(text, headers)
      expect(messageFaults(text)).toEqual([])
      const { type, status, stop: place } = (JSON.parse(text) as Visibility).events[0]!.update
      return `${type} ${place?.status ?? status ?? ''}`.trim()
    })
  }

  async function runThrough(
    handed: (tripId: string, subcontractorId: string) => Promise<DispatchedMessage>,
  ): Promise<void> {
    const { tripId, orderIds, stopIds, subcontractorId, resourceIds } = await confirmedTrip()
    const reported = await handed(tripId, subcontractorId)
    expect(reported).toMatchObject({ operation: 'CREATE', payload: { id: tripId } })
    expect(reported.payload.orders.map(({ id }) => id).sort()).toEqual([...orderIds].sort())
    expect(reported.payload.stops.map(({ id }) => id)).toEqual(stopIds)

    const proof = Buffer.from(`%PDF-1.4\n${tripId}\n%%EOF\n`)
    await drive(
      reported.payload.stops.map(({ id }) => id),
      proof,
    )
    for (const orderId of orderIds) {
      expect((await a.get<{ status: string }>(`/v1/orders/order/${orderId}`)).body.status).toBe('COMPLETED')
    }
    expect((await a.get<{ status: string }>(`/v1/trips/trip/${tripId}`)).body.status).toBe('COMPLETED')
    const last = stopIds.at(-1)!
    const [ofLast] = await Promise.all(
      orderIds.map(async (id) => ({ id, text: (await a.get(`/v1/orders/order/${id}/status`)).text })),
    ).then((orders) => orders.filter(({ text }) => text.includes(last)))
    await expectProof(`/v1/orders/order/${ofLast!.id}/documents`, proof)
    await expectProof(`/v1/trips/trip/${tripId}/documents`, proof)

    for (const id of orderIds) expect(await received([id], 2)).toEqual(['Order ACCEPTED', 'Order COMPLETED'])
    for (const id of stopIds) expect(await received([id], 2)).toEqual(['Stop AT_STOP', 'Stop COMPLETED'])
    expect(await received([tripId, ...resourceIds], 5)).toEqual([
      'Trip PLANNED',
      'Resource',
      'Resource',
      'Resource',
      'Trip COMPLETED',
    ])
  }

  test('ST-1 to ST-8, DISP-1 to DISP-3: three orders, one trip, dispatched by REST, driven, proven, COMPLETED', async () => {
    await runThrough(async (tripId, subcontractorId) => {
      const body = { kind: 'SUBCO' as const, name: unique('Partner'), subcontractor_id: subcontractorId }
      const { secret } = await planner(addDispatchDestination, { body: { ...body, channel: { url: partner.url } } })
      await planner(dispatchTrip, { params: { trip_id: tripId }, body: { dispatch_destination_id: null } })
      const about = () => partner.messages.filter(({ text }) => text.includes(tripId))
      await expect.poll(() => about().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(1)
      const [message] = about()
      new Webhook(secret!).verify(message!.text, message!.headers)
      expect(messageFaults(message!.text, 'subco-dispatch')).toEqual([])
      return JSON.parse(message!.text) as DispatchedMessage
    })
  }, 180_000)

  const { sftp } = setup
  if (sftp) {
    test('DISP-2: the same day with a partner who receives files from an SFTP server', async () => {
      await runThrough(async (tripId, subcontractorId) => {
        const folder = join(sftp.home, 'in')
        const before = new Set(existsSync(folder) ? readdirSync(folder) : [])
        const channel = {
          channel: 'SFTP' as const,
          url: sftp.url,
          folder: 'in',
          host_keys: [sftp.host_key],
          credentials: { kind: 'key' as const, username: sftp.username, private_key: sftp.private_key },
        }
        const body = { kind: 'SUBCO' as const, name: unique('Partner'), subcontractor_id: subcontractorId, channel }
        await planner(addDispatchDestination, { body })
        await planner(dispatchTrip, { params: { trip_id: tripId }, body: { dispatch_destination_id: null } })
        const arrived = () => readdirSync(folder).filter((name) => !before.has(name) && name.endsWith('.json'))
        await expect.poll(() => arrived().length, { timeout: 20_000 }).toBe(1)
        const text = readFileSync(join(folder, arrived()[0]!), 'utf8')
        expect(messageFaults(text, 'subco-dispatch')).toEqual([])
        await expect
          .poll(
            async () => {
              const { items } = await planner(listTripDispatches, { params: { trip_id: tripId } })
              return items[0]!.revisions[0]!.status
            },
            { timeout: 20_000 },
          )
          .toBe('SENT')
        return JSON.parse(text) as DispatchedMessage
      })
    }, 180_000)
  }
})

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
