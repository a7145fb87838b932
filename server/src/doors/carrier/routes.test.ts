import { getTripAnswer } from '@cartage/contract/dispatch/app/answers'
import {
  answerCarrierTrip,
  getCarrierTrip,
  reportCarrierStop,
  uploadCarrierDocument,
} from '@cartage/contract/doors/app/carrier'
import { createCarrierLink, listCarrierLinks } from '@cartage/contract/doors/app/links'
import { listTripFiles, listTripHistory } from '@cartage/contract/trips/app/record'
import { afterAll, expect, test } from 'vitest'
import { insertReference } from '../../tenants/store.ts'
import { addSubcontractor } from '../../testing/data/dispatch.ts'
import { formOf, formType, pdf } from '../../testing/data/files.ts'
import { rejection } from '../../testing/data/orders.ts'
import { addOrder, change, plannedStops, plannedTrip, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { callWith } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const danger = {
  adr: { un_number: '1203', name: 'PETROL', adr_class: '3', packing_group: 'II', tunnel_code: 'D/E' },
}
const consignments = [
  {
    pickup_stop: {
      ...{ date: '2026-02-02', note: 'Gate 3', phone_number: '+32 9 111 11 11' },
      location: { name: 'Mill', city: 'Gent', country: 'BE' },
    },
    delivery_stop: { date: '2026-02-03', location: { name: 'Shop', city: 'Lille', country: 'FR' } },
    goods: [
      {
        description: 'Fuel',
        quantity: 4,
        packaging_type: { code: 'IBC' },
        total_weight_kg: 1200,
        packaged_items: [danger],
      },
    ],
  },
]

/** A trip with a carrier, and the link page of one of the carrier's offices. */
async function carriedTrip() {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  await tenant.asTenant((tx) => insertReference(tx, { packaging_types: [{ code: 'IBC', name: 'Tank container' }] }))
  const carrier = await addSubcontractor(tenant, 'Hauler One')
  const order = await addOrder(server, tenant, { consignments })
  const { tripId } = await plannedTrip(server, tenant, {
    ...{ orders: [order], resources: [] },
    members: {
      ...{ subcontractor_id: carrier, note: 'Internal: 900 EUR agreed' },
      stops: plannedStops(order.stops, Date.now() - 3_600_000),
    },
  })
  const params = { trip_id: tripId }
  const office = async (label: string | null) => {
    const link = await planner(createCarrierLink, { params, body: { label, days: 7 } })
    const headers = { authorization: `Link ${link.path.split('#')[1]}` }
    return { link, headers, call: callWith(server.app, headers) }
  }
  return { tenant, planner, carrier, tripId, params, order, office }
}

test('LINK-5: a carrier sees the stops and goods of its trip, and neither prices, customers, notes nor other trips', async () => {
  const { tenant, planner, params, office } = await carriedTrip()
  await plannedTrip(server, tenant, { resources: [], members: { name: 'Foreign trip' } })
  const { call, headers } = await office('Office Gent')
  const trip = await call(getCarrierTrip, {})
  expect(trip).toMatchObject({
    ...{ office: 'Office Gent', company_name: 'Hauler One', state: 'SILENT', can_answer: true, can_report: false },
    stops: [
      {
        ...{ kind: 'PICKUP', note: 'Gate 3', phone_number: null, place: { city: 'Gent' } },
        ...{
          goods: ['4 × Tank container · Fuel · 1200 kg · ADR'],
          dangerous_goods: [expect.stringMatching(/^UN.1203 PETROL, 3, PG.II, \(D\/E\)$/)],
        },
      },
      { kind: 'DELIVERY', place: { city: 'Lille' } },
    ],
  })
  const text = (await server.app.inject({ method: 'GET', url: getCarrierTrip.path, headers })).body
  expect(text).not.toMatch(/900 EUR|Foreign|price|amount|customer_name|Demo/i)
  await call(answerCarrierTrip, { body: { answer: 'ACCEPTED', plate: '1-ABC-234' } })
  expect((await call(getCarrierTrip, {})).stops[0]).toMatchObject({ phone_number: '+32 9 111 11 11' })
  expect((await planner(listCarrierLinks, { params })).items[0]).toMatchObject({ label: 'Office Gent', state: 'LIVE' })
})

test('LINK-5: offices see the same response, and the trail shows which of them acted', async () => {
  const { planner, params, office } = await carriedTrip()
  const [gent, lille] = [await office('Gent'), await office('Lille')]
  await gent.call(answerCarrierTrip, { body: { answer: 'REFUSED', reason: 'No truck.' } })
  expect(await lille.call(getCarrierTrip, {})).toMatchObject({ state: 'REFUSED', answer: { answered_by: 'Gent' } })
  const accepted = await lille.call(answerCarrierTrip, {
    body: { answer: 'ACCEPTED', plate: '1-LIL-001', driver_name: 'Bo' },
  })
  expect(accepted).toMatchObject({ state: 'ACCEPTED', answer: { answered_by: 'Lille', answered_through: 'LINK' } })
  const { standing } = await planner(getTripAnswer, { params })
  expect(standing).toMatchObject({
    state: 'ACCEPTED',
    answer: { plate: '1-LIL-001', driver_name: 'Bo', answered_by: 'Lille' },
  })
  const entries = (await planner(listTripHistory, { params })).items
  expect(entries.slice(0, 2).map(({ actor }) => actor)).toMatchObject([
    { kind: 'link', actor_id: lille.link.door_link_id },
    { kind: 'link', actor_id: gent.link.door_link_id },
  ])
})

test('LINK-5: arrival, departure and proof of delivery of a stop are reported once the trip is accepted', async () => {
  const { tenant, planner, params, order, office } = await carriedTrip()
  const { call, headers } = await office(null)
  const stop_id = order.stops[0]!.stop_id
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const report = (what: 'ARRIVED' | 'LEFT', happened_at: string, id = stop_id) =>
    call(reportCarrierStop, { params: { stop_id: id }, body: { report: what, happened_at } })
  expect(await rejection(report('ARRIVED', at(30)))).toMatchObject({ status: 409 })
  await call(answerCarrierTrip, { body: { answer: 'ACCEPTED' } })
  const arrived = await report('ARRIVED', at(30))
  expect(arrived).toMatchObject({ status: 'IN_PROGRESS', can_answer: false, stops: [{ status: 'AT_STOP' }, {}] })
  await report('ARRIVED', at(30))
  expect((await report('LEFT', at(10))).stops[0]).toMatchObject({
    status: 'COMPLETED',
    actual_end_at: expect.any(String),
  })
  expect(await rejection(report('LEFT', at(-60)))).toMatchObject({ status: 409 })
  const other = await addOrder(server, tenant)
  expect(await rejection(report('ARRIVED', at(5), other.stops[0]!.stop_id))).toMatchObject({ status: 404 })
  const upload = () =>
    server.app.inject({
      method: uploadCarrierDocument.method,
      url: `/door/carrier/stops/${stop_id}/documents?document_type=PROOF_OF_DELIVERY`,
      headers: { ...headers, 'content-type': formType },
      payload: formOf([{ bytes: pdf('pod'), name: 'pod.pdf', type: 'application/pdf' }]),
    })
  const first = await upload()
  expect(first.statusCode, first.body).toBe(201)
  expect(first.json().stops[0].documents).toMatchObject([{ name: 'pod.pdf', document_type: 'PROOF_OF_DELIVERY' }])
  expect((await upload()).json().stops[0].documents).toHaveLength(1)
  const { items } = await planner(listTripFiles, { params })
  expect(items.map(({ type }) => type)).toEqual(['PROOF_OF_DELIVERY'])
})

test('LINK-5: the link closes when the trip goes to another carrier, whose link shows nothing of the previous one', async () => {
  const { tenant, tripId, office } = await carriedTrip()
  const before = await office('Gent')
  await before.call(answerCarrierTrip, { body: { answer: 'REFUSED', reason: 'Too far.' } })
  const next = await addSubcontractor(tenant, 'Hauler Two')
  await change(server, tenant, [tripId], ([trip]) => [{ ...trip!, subcontractor_id: next }])
  expect(await rejection(before.call(getCarrierTrip, {}))).toMatchObject({ status: 401 })
  expect(await rejection(before.call(answerCarrierTrip, { body: { answer: 'ACCEPTED' } }))).toMatchObject({
    status: 401,
  })
  const after = await (await office('Two')).call(getCarrierTrip, {})
  expect(after).toMatchObject({ company_name: 'Hauler Two', state: 'SILENT', answer: null })
})

test('a deadline must be in the future and before the expiry of the link', async () => {
  const { planner, params } = await carriedTrip()
  const create = (hours: number) => {
    const answer_by = new Date(Date.now() + hours * 3_600_000).toISOString()
    return planner(createCarrierLink, { params, body: { days: 1, answer_by } })
  }
  expect(await rejection(create(-1))).toMatchObject({ status: 422 })
  expect(await rejection(create(24 * 3_650))).toMatchObject({ status: 422 })
  const { answer_by } = await create(2)
  expect((await planner(getTripAnswer, { params })).standing).toMatchObject({ state: 'SILENT', answer_by })
})
