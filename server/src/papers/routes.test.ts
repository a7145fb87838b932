import { randomUUID } from 'node:crypto'
import { listOrderFiles } from '@cartage/contract/orders/app/documents'
import { listOrderHistory } from '@cartage/contract/orders/app/record'
import * as papers from '@cartage/contract/papers/app'
import { listTripFiles } from '@cartage/contract/trips/app/record'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { rejection } from '../testing/data/orders.ts'
import { pdfPages } from '../testing/data/pdf-text.ts'
import { addOrder, plannedTrip, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { logInAs, type TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** A trip with one order, and a planner. */
async function onTrip() {
  const tenant = await tripTenant(server)
  const order = await addOrder(server, tenant)
  const { tripId, trip } = await plannedTrip(server, tenant, { orders: [order] })
  return { tenant, orderId: order.orderId, tripId, trip, tripName: trip.name, planner: await tenant.user('PLANNER') }
}

async function fetchPaper(tenant: TestTenant, path: string, role: 'VIEWER' | 'CUSTOMER' = 'VIEWER') {
  return await server.app.inject({ url: path, headers: await logInAs(server, tenant.tenantId, role) })
}

describe('printing', () => {
  test('PAPER-3: an order is printed as a PDF that opens in the browser, twice with the same bytes', async () => {
    const { tenant, orderId } = await onTrip()
    const path = `/app/orders/${orderId}/papers/consignment_note?language=nl&copies=true`
    const answer = await fetchPaper(tenant, path)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toMatch(/^inline; filename="?consignment-note-/)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    const pages = pdfPages(answer.rawPayload)
    expect(pages).toHaveLength(4)
    for (const text of ['Mill', 'Shop', 'Flour', '1.200', '02-02-2026', '1-AAA-111 / 1-QQQ-111'])
      expect(pages[0]).toContain(text)
    expect((await fetchPaper(tenant, path)).rawPayload.equals(answer.rawPayload)).toBe(true)
  })

  test('PAPER-7: the carrier is the default billing entity, and the language is the one of the organisation', async () => {
    const { tenant, orderId } = await onTrip()
    const answer = await fetchPaper(tenant, `/app/orders/${orderId}/papers/consignment_note`)
    const [page] = pdfPages(answer.rawPayload)
    expect(page).toContain('International consignment note')
    const entities = statement('test.entities', 'select legal_name from billing_entity where tenant_id = $1')
    const [entity] = await tenant.asTenant((tx) => tx.query<{ legal_name: string }>(entities))
    expect(page!.split('\n')).toContain(entity!.legal_name)
  })

  test('PAPER-2: the papers of a trip cover its whole load', async () => {
    const { tenant, tripId, tripName } = await onTrip()
    const list = await fetchPaper(tenant, `/app/trips/${tripId}/papers/loading_list?language=en`)
    const [page] = pdfPages(list.rawPayload)
    for (const text of [tripName, 'Load: Mill', 'Shop', 'Ann Driver']) expect(page).toContain(text)
    const notes = await fetchPaper(tenant, `/app/trips/${tripId}/papers/delivery_note?language=fr`)
    expect(pdfPages(notes.rawPayload)[0]).toContain('Bon de livraison')
  })

  test('PAPER-8: empty boxes are reported before printing', async () => {
    const { orderId, tripId, planner } = await onTrip()
    const { items } = await planner(papers.listOrderPapers, { params: { order_id: orderId } })
    expect(items).toMatchObject([{ order_id: orderId, from: 'Gent', to: 'Lille' }])
    expect(items[0]!.empty_boxes).toContain('METHOD_OF_PACKING')
    expect(items[0]!.empty_boxes).not.toContain('GROSS_WEIGHT')
    expect((await planner(papers.listTripPapers, { params: { trip_id: tripId } })).items).toEqual(items)
  })

  test('a paper that does not exist, an unknown record and one of another tenant are 404', async () => {
    const { tenant, orderId, tripId } = await onTrip()
    const other = await tripTenant(server)
    const at = async (path: string, of = tenant) => (await fetchPaper(of, path)).statusCode
    expect(await at(`/app/orders/${orderId}/papers/invoice`)).toBe(404)
    expect(await at(`/app/orders/${randomUUID()}/papers/delivery_note`)).toBe(404)
    expect(await at(`/app/orders/${orderId}/papers/delivery_note`, other)).toBe(404)
    expect(await at(`/app/trips/${tripId}/papers/delivery_note`, other)).toBe(404)
    const unknown = `/app/orders/${orderId}/papers/delivery_note?consignment_id=${randomUUID()}`
    expect(await at(unknown)).toBe(422)
    expect(await at(`/app/orders/${orderId}/papers/delivery_note?language=xx`)).toBe(422)
  })

  test('PAPER-14: the sheet of a trip is in the language of the reader', async () => {
    const { tenant, tripId, tripName } = await onTrip()
    const headers = { ...(await logInAs(server, tenant.tenantId, 'VIEWER')), 'accept-language': 'de-BE,de;q=0.9' }
    const sheet = await server.app.inject({ url: `/app/trips/${tripId}/sheet.pdf`, headers })
    expect(sheet.headers['content-disposition']).toContain(`trip-sheet-${tripName}.pdf`)
    const [page] = pdfPages(sheet.rawPayload)
    for (const text of ['Tourenblatt', '1. Laden: Mill', '2. Entladen: Shop', 'Ann Driver', 'Flour'])
      expect(page).toContain(text)
  })

  test('PAPER-15: the day list of a driver has the trips of that day, in the language of the driver', async () => {
    const { tenant, tripName, trip } = await onTrip()
    const driver = trip.resources.at(-1)!.resource_id
    const setLocale = statement(
      'test.locale',
      "update resource set locale = 'nl-BE' where tenant_id = $1 and resource_id = $2",
    )
    await tenant.asTenant((tx) => tx.query(setLocale, driver))
    const at = (date: string) => fetchPaper(tenant, `/app/trips/day-lists/${driver}?date=${date}`)
    const [page] = pdfPages((await at('2026-02-02')).rawPayload)
    for (const text of ['Daglijst', '02-02-2026', tripName, '1. Laden: Mill']) expect(page).toContain(text)
    expect((await at('2026-02-03')).json()).toMatchObject({ code: 'state_conflict' })
    expect((await at('3 February')).statusCode).toBe(422)
    const vehicle = trip.resources[0]!.resource_id
    expect((await fetchPaper(tenant, `/app/trips/day-lists/${vehicle}?date=2026-02-02`)).statusCode).toBe(409)
  })

  test('PAPER-16: the lists of all drivers of a day are one file, each in the language of its driver', async () => {
    const { tenant, tripName, trip, planner } = await onTrip()
    const other = await plannedTrip(server, tenant)
    const setLocale = statement(
      'test.locale_of_one',
      "update resource set locale = 'nl-BE' where tenant_id = $1 and resource_id = $2",
    )
    await tenant.asTenant((tx) => tx.query(setLocale, trip.resources.at(-1)!.resource_id))
    const { items } = await planner(papers.listDriversOfDay, { query: { date: '2026-02-02' } })
    const drivers = [trip, other.trip].map(({ resources }) => resources.at(-1)!.resource_id)
    expect(items.map(({ resource_id }) => resource_id).toSorted()).toEqual(drivers.toSorted())
    expect(items.map(({ trip_count }) => trip_count)).toEqual([1, 1])
    const at = (date: string) => fetchPaper(tenant, `/app/trips/day-lists.pdf?date=${date}`)
    const pages = pdfPages((await at('2026-02-02')).rawPayload)
    expect(pages).toHaveLength(2)
    const dutch = pages.find((page) => page.includes('Daglijst'))
    expect(dutch).toContain(tripName)
    expect(dutch).not.toContain(other.trip.name)
    // The lists are separate handouts: each has its own footer, in its language.
    expect(dutch).toMatch(/Daglijst .+ 02-02-2026\nPagina 1 van 1/)
    const english = pages.find((page) => page !== dutch)
    expect(english).toMatch(/Day list .+ 2 Feb 2026\nPage 1 of 1/)
    expect((await at('2026-02-04')).json()).toMatchObject({ code: 'state_conflict' })
    expect((await planner(papers.listDriversOfDay, { query: { date: '2026-02-04' } })).items).toEqual([])
    expect((await fetchPaper(await tripTenant(server), '/app/trips/day-lists.pdf?date=2026-02-02')).statusCode).toBe(
      409,
    )
  })

  test('a trip without orders has nothing to print', async () => {
    const { tenant } = await onTrip()
    const { tripId } = await plannedTrip(server, tenant, { orders: [], resources: [] })
    const answer = await fetchPaper(tenant, `/app/trips/${tripId}/papers/loading_list`)
    expect(answer.json()).toMatchObject({ code: 'state_conflict' })
    expect(answer.statusCode).toBe(409)
  })

  test('a customer of the haulier may not print', async () => {
    const { tenant, orderId } = await onTrip()
    const answer = await fetchPaper(tenant, `/app/orders/${orderId}/papers/delivery_note`, 'CUSTOMER')
    expect(answer.statusCode).toBe(403)
  })
})

describe('saving to the documents', () => {
  test('PAPER-13: a paper of an order is stored as its document, once, and in its history with the person who saved it', async () => {
    const { tenant, orderId, planner } = await onTrip()
    const params = { order_id: orderId, paper: 'consignment_note' as const }
    const document = await planner(papers.addOrderPaper, { params, body: { language: 'nl' } })
    expect(document).toMatchObject({ type: 'PREFILLED_CMR', subject_type: 'ORDER', subject_id: orderId })
    expect(document.name).toMatch(/^consignment-note-.*\.pdf$/)
    const again = await planner(papers.addOrderPaper, { params, body: { language: 'nl' } })
    expect(again.document_id).toBe(document.document_id)
    const { items } = await planner(listOrderFiles, { params: { order_id: orderId } })
    expect(items).toEqual([document])
    const printed = await fetchPaper(tenant, `/app/orders/${orderId}/papers/consignment_note?language=nl`)
    const stored = await fetchPaper(tenant, `/app/documents/${document.document_id}/download`)
    expect(stored.rawPayload.equals(printed.rawPayload)).toBe(true)
    const history = await planner(listOrderHistory, { params: { order_id: orderId } })
    expect(JSON.stringify(history.items)).toContain(document.name)
  })

  test('PAPER-13: another language is a separate document, and a delivery note is of a separate kind', async () => {
    const { orderId, planner } = await onTrip()
    const save = (paper: 'consignment_note' | 'delivery_note', language: 'nl' | 'fr') =>
      planner(papers.addOrderPaper, { params: { order_id: orderId, paper }, body: { language } })
    await save('consignment_note', 'nl')
    await save('consignment_note', 'fr')
    await save('delivery_note', 'nl')
    const { items } = await planner(listOrderFiles, { params: { order_id: orderId } })
    expect(items.map(({ type }) => type).toSorted()).toEqual(['DELIVERY_NOTE', 'PREFILLED_CMR', 'PREFILLED_CMR'])
  })

  test('PAPER-13: the loading list of a trip belongs to the trip, its notes to their orders', async () => {
    const { orderId, tripId, tenant } = await onTrip()
    const admin = await tenant.user('SUPER_ADMIN')
    const save = (paper: 'loading_list' | 'delivery_note') =>
      admin(papers.addTripPaper, { params: { trip_id: tripId, paper }, body: {} })
    expect((await save('loading_list')).items).toMatchObject([
      { type: 'LOADING_LIST', subject_type: 'TRIP', subject_id: tripId },
    ])
    expect((await save('delivery_note')).items).toMatchObject([
      { type: 'DELIVERY_NOTE', subject_type: 'ORDER', subject_id: orderId },
    ])
    const { items } = await admin(listTripFiles, { params: { trip_id: tripId } })
    expect(items.map(({ type }) => type).toSorted()).toEqual(['DELIVERY_NOTE', 'LOADING_LIST'])
  })

  test('users with read access cannot save', async () => {
    const { orderId, tenant } = await onTrip()
    const viewer = await tenant.user('VIEWER')
    const params = { order_id: orderId, paper: 'delivery_note' as const }
    expect((await rejection(viewer(papers.addOrderPaper, { params, body: {} }))).status).toBe(403)
  })
})
