import { updateLocationBooking } from '@cartage/contract/inbound/location-booking-update'
import { updateOrdersPartially } from '@cartage/contract/inbound/partial-order-update'
import { updateSubcontractorStatus } from '@cartage/contract/inbound/status-update'
import { updateTracking } from '@cartage/contract/inbound/tracking-update'
import { listInboxItems } from '@cartage/contract/messages/app/record'
import { getOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { createLocationBooking } from '../bookings/change.commands.ts'
import { addSubcontractor } from '../testing/data/dispatch.ts'
import { pdf } from '../testing/data/files.ts'
import { callAsPartner, sendMessage } from '../testing/data/messages.ts'
import { addOrder, plannedTrip, tripOf, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

/**
 * Two subcontractors, each with an order on a trip: both orders have the reference `shared`, both vans the name `Van
 * 1`, and the second also has records of its own.
 */
async function sharing() {
  const tenant = await tripTenant(server)
  const [own, foreign] = [await carrier(tenant, 'Hauler One'), await carrier(tenant, 'Hauler Two')]
  await plannedTrip(server, tenant, {
    members: { subcontractor_id: foreign.company },
    orders: [await addOrder(server, tenant, { customer_reference_number: 'secret' })],
    resources: [{ name: 'Van 2', van: {}, subcontractor: { row_id: foreign.company } }],
  })
  const call = await callAsPartner(server, tenant, { kind: 'COMPANY', key: own.company })
  return { tenant, own, foreign, call, anyone: await callAsPartner(server, tenant, null) }
}

async function carrier(tenant: TestTenant, name: string) {
  const company = await addSubcontractor(tenant, name)
  const order = await addOrder(server, tenant, { customer_reference_number: 'shared' })
  const { tripId, trip } = await plannedTrip(server, tenant, {
    members: { subcontractor_id: company },
    orders: [order],
    resources: [{ name: 'Van 1', van: {}, subcontractor: { row_id: company } }],
  })
  return { company, tripId, trip, orderId: order.orderId }
}

const named = (value: string) => ({ matches_any: [value] })
const orderBy = (reference: string) => ({ customer_reference_number: named(reference) })
const at = '2026-02-02T08:00:00Z'

/** The same report in four forms; the given text identifies the record. */
const reports = {
  order(reference: string) {
    const update = { operation: 'UPDATE', data: { container: { seal_number: 'S-1' } } }
    return { updates: [{ match: { matches_all: [{ order: orderBy(reference) }] }, update }] }
  },
  stop(reference: string) {
    const match = { matches_all: [{ order: orderBy(reference), stop: { stop_type: 'PICKUP' as const } }] }
    return { updates: [{ stop: { match, status: 'AT_STOP' as const }, event_time: at }] }
  },
  booking: (reference: string) => ({
    updates: [{ match: { matches_all: [{ name: named(reference) }] }, status: 'BOOKED' as const }],
  }),
  position: (name: string) => ({
    updates: [
      {
        tracking_match: { matches_any: [{ resource: { vehicle: { name: named(name) } } }] },
        tracking_update_data: [{ position: { timestamp: new Date().toISOString(), latitude: 51, longitude: 4 } }],
      },
    ],
  }),
}
const sentencesOf = (
  answer: { errors?: readonly { error_message?: string | null | undefined }[] | null | undefined } | null,
) => (answer?.errors ?? []).map(({ error_message }) => error_message)

async function slot(tenant: TestTenant, { tripId, trip }: Awaited<ReturnType<typeof carrier>>, reference: string) {
  return await createLocationBooking(server.ctx, tenant.tenantId, byOperator, {
    trip_id: tripId,
    stop_id: trip.stops[0]!.stop_id,
    name: reference,
  })
}

function sendFile(tenant: TestTenant, { shown }: Awaited<ReturnType<typeof callAsPartner>>, reference: string) {
  const query = { customer_reference_number: reference, document_type: 'ORIGINAL_CMR', filename: 'cmr.pdf' }
  const headers = { 'content-type': 'application/pdf' }
  const credential = { ...tenant, webhookCredential: shown }
  return sendMessage(server.app, credential, { kind: 'document-import', query, headers, body: pdf(reference) })
}

describe('a record referenced by a partner', () => {
  test('INB-6: is found among its own, even if others have one with the same name', async () => {
    const { tenant, own, foreign, call, anyone } = await sharing()
    for (const one of [own, foreign]) await slot(tenant, one, 'shared')
    expect(sentencesOf(await anyone(updateOrdersPartially, { body: reports.order('shared') as never }))).toEqual([
      expect.stringContaining('More than one order matches'),
    ])
    expect(await call(updateOrdersPartially, { body: reports.order('shared') as never })).toBeNull()
    expect(await call(updateSubcontractorStatus, { body: reports.stop('shared') as never })).toEqual({})
    expect(await call(updateLocationBooking, { body: reports.booking('shared') as never })).toBeNull()
    expect(await call(updateTracking, { body: reports.position('Van 1') as never })).toBeNull()
    expect((await sendFile(tenant, call, 'shared')).json()).toEqual({ errors: null })
    const reported = async ({ orderId }: typeof own) =>
      (await tenant.call(getOrder, { params: { order_id: orderId } })).container?.seal_number
    expect([await reported(own), await reported(foreign)]).toEqual(['S-1', undefined])
    const statusOf = async ({ tripId }: typeof own) => (await tripOf(tenant, tripId))!.stops[0]!.status
    expect(await statusOf(own)).toBe('AT_STOP')
    expect(await statusOf(foreign)).not.toBe('AT_STOP')
  })

  test('INB-6: is refused like an unknown one if it belongs to another, and kept', async () => {
    const { tenant, foreign, call } = await sharing()
    await slot(tenant, foreign, 'secret')
    const refusals = async (reference: string, van: string) => [
      ...sentencesOf(await call(updateOrdersPartially, { body: reports.order(reference) as never })),
      ...sentencesOf(await call(updateSubcontractorStatus, { body: reports.stop(reference) as never })),
      ...sentencesOf(await call(updateLocationBooking, { body: reports.booking(reference) as never })),
      ...sentencesOf(await call(updateTracking, { body: reports.position(van) as never })),
      ...sentencesOf((await sendFile(tenant, call, reference)).json()),
    ]
    const unknown = await refusals('unknown', 'Van 9')
    expect(unknown).toHaveLength(5)
    expect(await refusals('secret', 'Van 2')).toEqual(unknown)
    const { items } = await (await tenant.user('PLANNER'))(listInboxItems, {})
    expect(items).toHaveLength(10)
  })
})
