import {
  bindWebhookCredential,
  createWebhookCredential,
  listWebhookCredentials,
} from '@cartage/contract/auth/app/clients'
import { dispatchTrip, recallTrip } from '@cartage/contract/dispatch/app'
import { updateLocationBooking } from '@cartage/contract/inbound/location-booking-update'
import { updateOrdersPartially } from '@cartage/contract/inbound/partial-order-update'
import { updateFleetStatus, updateSubcontractorStatus } from '@cartage/contract/inbound/status-update'
import { updateTracking } from '@cartage/contract/inbound/tracking-update'
import { importTrip } from '@cartage/contract/inbound/trip-import'
import { listInboxItems, resolveInboxItem, retryInboxItem } from '@cartage/contract/messages/app/record'
import { importOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { createLocationBooking } from '../bookings/change.commands.ts'
import type { Partner } from '../http/caller.ts'
import { insertReference } from '../tenants/store.ts'
import { byId, trailer } from '../testing/data/answers.ts'
import { addSubcontractor, dispatchSetup } from '../testing/data/dispatch.ts'
import { pdf } from '../testing/data/files.ts'
import { resourceOf } from '../testing/data/fleet.ts'
import { callAsPartner, sendMessage } from '../testing/data/messages.ts'
import { addCompany, rejection, simpleOrder } from '../testing/data/orders.ts'
import { addOrder, change, plannedTrip, tripOf } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { basic, callWith, type TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** Two subcontractors of a tenant, each with a trip, and sample messages of the first one. */
async function two() {
  const setup = await dispatchSetup(server, { resources: [{ name: 'Mine', van: {} }] })
  const { tenant, planner, tripId, trip, subcontractor } = setup
  const other = await addSubcontractor(tenant, 'Hauler Two')
  const theirs = await plannedTrip(server, tenant, {
    members: { subcontractor_id: other },
    resources: [{ name: 'Theirs', van: {} }],
  })
  const bound = await boundTo(tenant, { kind: 'COMPANY', key: subcontractor })
  return { ...setup, tenant, planner, bound, other, mine: { tripId, trip }, theirs }
}

const boundTo = (tenant: TestTenant, partner: Partner | null) => callAsPartner(server, tenant, partner)

/** The customer of the tenant's orders. */
async function customerOf(tenant: TestTenant): Promise<string> {
  const text = 'select company_id as id from transport_order where tenant_id = $1 limit 1'
  return (await tenant.asTenant((tx) => tx.query<{ id: string }>({ name: 'test.customer', text })))[0]!.id
}

const inboxOf = async (tenant: TestTenant) =>
  (await (await tenant.user('PLANNER'))(listInboxItems, {})).items.map(({ id, kind, path, reason }) => ({
    ...{ id, kind, path, reason },
  }))

const arrived = (stop_id: string) => ({
  updates: [{ stop: { id: stop_id, status: 'AT_STOP' as const }, event_time: '2026-02-02T08:00:00Z' }],
})
const statusOf = async (tenant: TestTenant, tripId: string) => (await tripOf(tenant, tripId))!.stops[0]!.status
const foreignStop = /^updates\.0\.stop: These credentials belong to a partner that does not carry the trip/

describe('credentials that are bound to a subcontractor', () => {
  test('can report on the company’s own trip', async () => {
    const { tenant, bound, mine } = await two()
    expect(await bound(updateSubcontractorStatus, { body: arrived(mine.trip.stops[0]!.stop_id) })).toEqual({})
    expect(await statusOf(tenant, mine.tripId)).toBe('AT_STOP')
    expect(await inboxOf(tenant)).toEqual([])
  })

  test.each([
    ['subco-status-update', updateSubcontractorStatus],
    ['fleet-status-update', updateFleetStatus],
  ] as const)('get an error for %s on the trip of another; nothing changes and it is kept', async (kind, endpoint) => {
    const { tenant, bound, theirs } = await two()
    const before = await statusOf(tenant, theirs.tripId)
    const answer = await bound(endpoint, { body: arrived(theirs.trip.stops[0]!.stop_id) })
    expect(answer.errors).toEqual([
      { error_type: 'USER_INPUT_ERROR', error_message: expect.stringMatching(foreignStop) },
    ])
    expect(await statusOf(tenant, theirs.tripId)).toBe(before)
    expect(await inboxOf(tenant)).toMatchObject([{ kind, path: 'updates.0.stop' }])
  })

  test('are refused for the group of a foreign trip as well, and the other items apply', async () => {
    const { tenant, bound, mine, theirs } = await two()
    const [own, foreign] = [mine.trip.stops[0]!, theirs.trip.stops[0]!]
    const event_time = '2026-02-02T08:00:00Z'
    const updates = [
      { stop_group: { id: foreign.stop_group_id, status: 'AT_STOP' as const }, event_time },
      { stop: { id: own.stop_id, status: 'AT_STOP' as const }, event_time },
    ]
    const answer = await bound(updateSubcontractorStatus, { body: { updates } })
    expect(answer.errors).toHaveLength(1)
    expect(await statusOf(tenant, mine.tripId)).toBe('AT_STOP')
    expect(await statusOf(tenant, theirs.tripId)).not.toBe('AT_STOP')
  })

  test('can have a refused item applied when it is retried after the trip is theirs, or when a person chooses the record', async () => {
    const { tenant, planner, bound, subcontractor, theirs } = await two()
    await bound(updateSubcontractorStatus, { body: arrived(theirs.trip.stops[0]!.stop_id) })
    const [item] = await inboxOf(tenant)
    const params = { inbox_item_id: item!.id }
    expect(await planner(retryInboxItem, { params })).toMatchObject({ status: 'OPEN' })
    await change(server, tenant, [theirs.tripId], ([trip]) => [{ ...trip!, subcontractor_id: subcontractor }])
    expect(await planner(retryInboxItem, { params })).toMatchObject({ status: 'RESOLVED' })
    expect(await statusOf(tenant, theirs.tripId)).toBe('AT_STOP')
  })

  test('do not limit a person who chooses the record of an item', async () => {
    const { tenant, planner, bound, theirs } = await two()
    await bound(updateSubcontractorStatus, { body: arrived(theirs.trip.stops[0]!.stop_id) })
    const [item] = await inboxOf(tenant)
    const body = { entity_type: 'stop' as const, entity_id: theirs.trip.stops[0]!.stop_id }
    await planner(resolveInboxItem, { params: { inbox_item_id: item!.id }, body })
    expect(await statusOf(tenant, theirs.tripId)).toBe('AT_STOP')
  })

  test('report positions of own vehicles, and those of others are refused and kept', async () => {
    const { tenant, bound } = await two()
    const update = (name: string) => ({
      tracking_match: { matches_any: [{ resource: { vehicle: { name: { matches_any: [name] } } } }] },
      tracking_update_data: [{ position: { timestamp: new Date().toISOString(), latitude: 51, longitude: 4 } }],
    })
    expect(await bound(updateTracking, { body: { updates: [update('Mine')] } as never })).toBeNull()
    const refused = await bound(updateTracking, { body: { updates: [update('Theirs')] } as never })
    expect(refused!.errors).toHaveLength(1)
    expect(await inboxOf(tenant)).toMatchObject([{ kind: 'tracking-update', path: 'updates.0' }])
  })

  test('get an error for a document for a foreign stop, which is kept and can be retried', async () => {
    const { tenant, planner, bound, subcontractor, mine, theirs } = await two()
    const send = (stop_id: string, kind: 'subco-document-upload' | 'fleet-document-upload') =>
      sendMessage(
        server.app,
        { ...tenant, webhookCredential: bound.shown },
        {
          kind,
          query: { stop_id, question_path_key: 'POD' },
          headers: { 'content-type': 'application/pdf' },
          body: pdf(stop_id + kind),
        },
      )
    expect((await send(mine.trip.stops[1]!.stop_id, 'subco-document-upload')).json().documents).toHaveLength(1)
    for (const kind of ['subco-document-upload', 'fleet-document-upload'] as const) {
      const answer = await send(theirs.trip.stops[1]!.stop_id, kind)
      expect([answer.statusCode, answer.json().documents, answer.json().errors.length]).toEqual([200, [], 1])
    }
    const items = await inboxOf(tenant)
    expect(items.map(({ kind }) => kind).sort()).toEqual(['fleet-document-upload', 'subco-document-upload'])
    await change(server, tenant, [theirs.tripId], ([trip]) => [{ ...trip!, subcontractor_id: subcontractor }])
    const params = { inbox_item_id: items[0]!.id }
    expect(await planner(retryInboxItem, { params })).toMatchObject({ status: 'RESOLVED' })
  })

  test('cannot send a partial update or a document for a foreign order; both are kept', async () => {
    const { tenant, bound, mine, theirs } = await two()
    const [own, foreign] = [mine.trip.stops[0]!.order_id!, theirs.trip.stops[0]!.order_id!]
    const update = (id: string) => ({
      match: { matches_all: [{ order: { id: { matches_any: [id] } } }] },
      note: 'Ring at the gate',
    })
    expect(await bound(updateOrdersPartially, { body: { updates: [update(own)] } as never })).toBeNull()
    const refused = await bound(updateOrdersPartially, { body: { updates: [update(foreign)] } as never })
    expect(refused!.errors).toHaveLength(1)
    const answer = await sendMessage(
      server.app,
      { ...tenant, webhookCredential: bound.shown },
      {
        kind: 'document-import',
        query: { id: foreign, document_type: 'ORIGINAL_CMR', filename: 'cmr.pdf' },
        headers: { 'content-type': 'application/pdf' },
        body: pdf('x'),
      },
    )
    expect(answer.json().errors).toMatchObject([{ error_message: expect.stringContaining('No order of the partner') }])
    const kinds = (await inboxOf(tenant)).map(({ kind }) => kind).sort()
    expect(kinds).toEqual(['document-import', 'partial-order-update'])
  })

  test('cannot send a booking of a foreign trip, which is kept', async () => {
    const { tenant, bound, mine, theirs } = await two()
    const slot = ({ tripId, trip }: typeof mine) =>
      createLocationBooking(server.ctx, tenant.tenantId, byOperator, {
        trip_id: tripId,
        stop_id: trip.stops[0]!.stop_id,
      })
    const [own, foreign] = [await slot(mine), await slot(theirs)]
    const update = (id: string) => ({ body: { updates: [{ id, status: 'BOOKED' as const }] } })
    expect(await bound(updateLocationBooking, update(own.location_booking_id))).toBeNull()
    const refused = await bound(updateLocationBooking, update(foreign.location_booking_id))
    expect(refused!.errors).toHaveLength(1)
    expect(await inboxOf(tenant)).toMatchObject([{ kind: 'location-booking-update', path: 'updates.0' }])
  })

  test('cannot send a plan with foreign stops or vehicles, which is refused as a whole and kept', async () => {
    const { tenant, bound, theirs } = await two()
    const [stop] = theirs.trip.stops
    const body = {
      planned_stops: [
        {
          id: stop!.stop_id,
          sequence: 0,
          start_timestamp: '2026-02-02T08:00:00Z',
          end_timestamp: '2026-02-02T09:00:00Z',
        },
      ],
      primary_resources: [{ id: theirs.trip.resources[0]!.resource_id }],
    }
    const refused = await bound(importTrip, { body: body as never })
    expect(refused!.errors!.map(({ error_message }) => error_message!.split(':')[0])).toEqual([
      'planned_stops.0',
      'primary_resources.0',
    ])
    expect(await inboxOf(tenant)).toHaveLength(2)
  })

  test('allow a customer to report on its order, but not to plan it', async () => {
    const { tenant } = await two()
    const { stops } = await addOrder(server, tenant)
    const bound = await boundTo(tenant, { kind: 'COMPANY', key: await customerOf(tenant) })
    const planned_stops = stops.map(({ stop_id }, sequence) => ({
      ...{ id: stop_id, sequence },
      start_timestamp: `2026-02-0${sequence + 2}T08:00:00Z`,
      end_timestamp: `2026-02-0${sequence + 2}T09:00:00Z`,
    }))
    const refused = await bound(importTrip, { body: { planned_stops } as never })
    expect(refused!.errors!.map(({ error_message }) => error_message)).toEqual(
      stops.map(() => expect.stringContaining('does not drive this order')),
    )
    const anyone = await boundTo(tenant, null)
    expect(await anyone(importTrip, { body: { planned_stops } as never })).toBeNull()
  })

  test('PU-4: bring their own vehicles and those of the haulier to a trip by name, and no others', async () => {
    const { tenant, bound, mine, subcontractor, other } = await two()
    await tenant.asTenant((tx) =>
      insertReference(tx, { question_path_keys: [{ ...trailer, name: 'Trailer' } as never] }),
    )
    const owned = (name: string, owner?: string) =>
      resourceOf(tenant, { name, trailer: {}, ...(owner && { subcontractor: { row_id: owner } }) })
    const own = [await owned('T-1', subcontractor), await owned('T-2')]
    await owned('T1', other)
    await owned('T-3', other)
    const report = (text: string) => {
      const update = { ...byId(mine.trip.stops[0]!.order_id!), question_answers: { trailer_number: text } }
      return bound(updateOrdersPartially, { body: { updates: [update] } as never })
    }
    expect([await report('t1'), await report('t2')]).toEqual([null, null])
    expect((await report('t3'))!.errors!.map(({ error_message }) => error_message)).toEqual([
      expect.stringContaining('a partner that does not own this resource'),
    ])
    const before = mine.trip.resources.map(({ resource_id }) => resource_id)
    const after = (await tripOf(tenant, mine.tripId))!.resources.map(({ resource_id }) => resource_id)
    expect(after).toEqual([...before, ...own.map(({ id }) => id)])
    expect(await inboxOf(tenant)).toMatchObject([{ path: 'updates.0.question_answers.trailer_number' }])
  })

  test('bring orders of that company only', async () => {
    const { tenant, bound } = await two()
    const fleet = await boundTo(tenant, { kind: 'TELEMATICS', key: 'obu' })
    const refused = await fleet(importOrder, { body: simpleOrder() as never })
    expect(refused!.errors![0]!.error_message).toContain('does not send orders')
    const created = async (call: typeof bound) => {
      const upload = simpleOrder()
      expect(await call(importOrder, { body: upload as never })).toBeNull()
      await server.drain()
      const text = 'select 1 from transport_order where tenant_id = $1 and order_identifier = $2'
      const find = { name: 'test.order_made', text }
      return (await tenant.asTenant((tx) => tx.query(find, upload.order_identifier))).length
    }
    // The customer of the orders is not the subcontractor.
    expect(await created(bound)).toBe(0)
    expect(await created(await boundTo(tenant, { kind: 'COMPANY', key: await customerOf(tenant) }))).toBe(1)
  })
})

describe('ownership of a trip', () => {
  test('belongs to the partner it was sent to until it is withdrawn', async () => {
    const { tenant, planner, partner } = await two()
    const bound = await boundTo(tenant, { kind: 'DESTINATION', key: partner.id })
    const other = await boundTo(tenant, {
      kind: 'COMPANY',
      key: await addCompany(tenant, { name: 'Third', code: 'T3' }),
    })
    const { tripId, trip } = await plannedTrip(server, tenant)
    const report = (call: typeof bound, at: string) => {
      const updates = [{ stop: { id: trip.stops[0]!.stop_id, status: 'AT_STOP' as const }, event_time: at }]
      return call(updateFleetStatus, { body: { updates } })
    }
    expect((await report(bound, '2026-02-02T08:00:00Z')).errors).toHaveLength(1)
    const body = { dispatch_destination_id: partner.id }
    await planner(dispatchTrip, { params: { trip_id: tripId }, body })
    expect((await report(other, '2026-02-02T08:01:00Z')).errors).toHaveLength(1)
    expect(await report(bound, '2026-02-02T08:02:00Z')).toEqual({})
    await planner(recallTrip, { params: { trip_id: tripId } })
    expect((await report(bound, '2026-02-02T08:03:00Z')).errors).toHaveLength(1)
  })

  test('gives a telematics source the resources with an id in it, and their trips', async () => {
    const { tenant, theirs } = await two()
    const bound = await boundTo(tenant, { kind: 'TELEMATICS', key: 'obu' })
    const van = { name: 'Known', van: {}, integrations: { obu: { external_id: 'V-1' } } }
    const { tripId, trip } = await plannedTrip(server, tenant, { resources: [van] })
    expect(await bound(updateFleetStatus, { body: arrived(trip.stops[0]!.stop_id) })).toEqual({})
    expect(await statusOf(tenant, tripId)).toBe('AT_STOP')
    expect((await bound(updateFleetStatus, { body: arrived(theirs.trip.stops[0]!.stop_id) })).errors).toHaveLength(1)
  })

  test('lets a customer report on stops of its orders, whichever carrier drives them', async () => {
    const { tenant, theirs } = await two()
    const bound = await boundTo(tenant, { kind: 'COMPANY', key: await customerOf(tenant) })
    expect(await bound(updateSubcontractorStatus, { body: arrived(theirs.trip.stops[0]!.stop_id) })).toEqual({})
  })
})

describe('binding', () => {
  test('unbound credentials report on everything, as before; once bound, the limit applies from the next request on', async () => {
    const { tenant, subcontractor, theirs } = await two()
    const admin = await tenant.user('SUPER_ADMIN')
    const shown = await admin(createWebhookCredential, { body: { name: 'Sender' } })
    const sender = callWith(server.app, { authorization: basic(shown) })
    const report = (minute: string) => {
      const stop = { id: theirs.trip.stops[0]!.stop_id, status: 'AT_STOP' as const }
      return sender(updateSubcontractorStatus, {
        body: { updates: [{ stop, event_time: `2026-02-02T08:${minute}:00Z` }] },
      })
    }
    expect(await report('00')).toEqual({})
    const params = { webhook_client_id: shown.client_id }
    const bind = (partner: Partner | null) =>
      admin(bindWebhookCredential, { params, body: { partner: partner as never } })
    await bind({ kind: 'COMPANY', key: subcontractor })
    expect((await report('01')).errors).toHaveLength(1)
    const { items } = await admin(listWebhookCredentials, {})
    expect(items.find(({ client_id }) => client_id === shown.client_id)).toMatchObject({
      partner: { kind: 'COMPANY', key: subcontractor, name: 'Hauler One' },
    })
    await bind(null)
    expect(await report('02')).toEqual({})
  })

  test('the trail has the author and the partner of a binding; an unknown partner is refused', async () => {
    const { tenant, partner } = await two()
    const admin = await tenant.user('SUPER_ADMIN')
    const bound = { kind: 'DESTINATION' as const, key: partner.id }
    const shown = await admin(createWebhookCredential, { body: { name: 'Board computers', partner: bound } })
    const text = `select changes from audit_record where tenant_id = $1 and entity_id = $2 and actor_kind = 'user'`
    const [record] = await tenant.asTenant((tx) =>
      tx.query<{ changes: object }>({ name: 'test.partner_trail', text }, shown.client_id),
    )
    expect(record!.changes).toMatchObject({ partner: { before: null, after: bound } })
    const foreign = { kind: 'COMPANY' as const, key: partner.id }
    const refused = await rejection(admin(createWebhookCredential, { body: { name: 'x', partner: foreign } }))
    expect([refused.status, refused.body.code]).toEqual([400, 'partner_unknown'])
    const params = { webhook_client_id: shown.client_id }
    await expect(admin(bindWebhookCredential, { params, body: { partner: foreign } })).rejects.toMatchObject({
      body: { code: 'partner_unknown' },
    })
    const unknown = { webhook_client_id: 'ctw_unknown' }
    await expect(admin(bindWebhookCredential, { params: unknown, body: { partner: null } })).rejects.toMatchObject({
      status: 404,
    })
  })
})
