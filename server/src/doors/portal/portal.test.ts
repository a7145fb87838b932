import { randomUUID } from 'node:crypto'
import { archiveCompany } from '@cartage/contract/companies/endpoints'
import { type ReviewState, reviewDocument } from '@cartage/contract/documents/app/review'
import type { Portal, PortalListedOrder, PortalOrder } from '@cartage/contract/doors/app/portal'
import type { PortalDraft } from '@cartage/contract/doors/app/portal-entry'
import { type ListedOrder, listOrders } from '@cartage/contract/orders/app/list'
import { getOrderRecord, listOrderHistory } from '@cartage/contract/orders/app/record'
import { afterAll, expect, test } from 'vitest'
import { linkTo } from '../../testing/data/doors.ts'
import { pdf, uploadDocument } from '../../testing/data/files.ts'
import { addRated, chargeTenant } from '../../testing/data/money/charge-desk.ts'
import { addCompany, orderTenant, settle, simpleOrder } from '../../testing/data/orders.ts'
import { addOrder, plannedTrip } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** Sends requests with a link of the portal. */
async function portalOf(tenant: TestTenant, company_id: string) {
  const { headers } = await linkTo(server, tenant, { door: 'CUSTOMER', company_id })
  const send = (method: 'GET' | 'POST', path: string, payload?: object) =>
    server.app.inject({ method, url: `/door/portal${path}`, headers, ...(payload && { payload }) })
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, payload: object) => send('POST', path, payload),
    read: async <Body>(path: string): Promise<Body> => {
      const answer = await send('GET', path)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<Body>()
    },
  }
}

/** Two customers of a haulier, each with an order and a link. */
async function twoCustomers() {
  const tenant = await orderTenant(server)
  const betaId = await addCompany(tenant, { name: 'Beta', code: 'C2', accounting_code: 'C2' })
  const { order_id: ours } = await settle(server, tenant, simpleOrder({ customer_reference_number: 'PO-1' }))
  const { order_id: theirs } = await settle(server, tenant, simpleOrder({ customer: { code: 'C2' } }))
  const planner = await tenant.user('PLANNER')
  const { items } = await planner(listOrders, {})
  const alphaId = items.find(({ order_id }) => order_id === ours)!.customer.company_id
  const [alpha, beta] = await Promise.all([portalOf(tenant, alphaId), portalOf(tenant, betaId)])
  return { tenant, planner, alphaId, ours: ours!, theirs: theirs!, alpha, beta }
}

interface Listed {
  items: PortalListedOrder[]
  total: number
}

test('PORTAL-2: a customer lists, searches, opens and exports its own orders, and those of others are unknown', async () => {
  const { alpha, beta, ours, theirs } = await twoCustomers()
  expect(await alpha.read<Portal>('')).toMatchObject({ company_name: 'Alpha', to_approve: 0 })
  const idsOf = async (query: string) =>
    (await alpha.read<Listed>(`/orders${query}`)).items.map(({ order_id }) => order_id)
  expect(await idsOf('')).toEqual([ours])
  expect(await idsOf('?q=PO')).toEqual([ours])
  expect(await idsOf('?state=RECEIVED')).toEqual([ours])
  expect(await idsOf('?state=REQUESTED,DELIVERED')).toEqual([])
  expect((await beta.read<Listed>('/orders?q=PO')).total).toBe(0)
  const file = (await alpha.get('/orders/csv')).body.trim().split('\n')
  expect(file).toHaveLength(2)
  expect(file[1]).toContain('PO-1,Received,')
  const charges = [{ charge_id: randomUUID(), approval: 'APPROVED' }]
  const entry = { order_id: theirs, stops: [] }
  const refused = await Promise.all([
    alpha.get(`/orders/${theirs}`),
    alpha.get(`/orders/${theirs}/draft`),
    alpha.get(`/orders/${theirs}/documents/${randomUUID()}`),
    alpha.post(`/orders/${theirs}/charges`, { charges }),
    alpha.post('/orders', { entry_key: randomUUID(), entry }),
  ])
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
  expect((await alpha.get(`/orders/${ours}`)).statusCode).toBe(200)
})

test('PORTAL-6: a customer finds an order by any part of its reference, ignoring case and blanks', async () => {
  const { tenant, alpha } = await twoCustomers()
  const { order_id } = await settle(server, tenant, simpleOrder({ customer_reference_number: 'PO-49 1234' }))
  const found = async (q: string) => {
    const { items } = await alpha.read<Listed>(`/orders?q=${encodeURIComponent(q)}`)
    return items.map((order) => order.order_id)
  }
  expect(await found('1234')).toEqual([order_id])
  expect(await found('po491')).toEqual([order_id])
  expect(await found('po 49-12')).toEqual([order_id])
  expect(await found('1235')).toEqual([])
})

test('PORTAL-2, PORTAL-3: an order has places and times, released documents, and no carrier, driver, note or other document', async () => {
  const { tenant, alpha, beta, ours, alphaId } = await twoCustomers()
  const add = (document_type: string) =>
    uploadDocument(
      server.app,
      tenant,
      { bytes: pdf(document_type), name: `${document_type}.pdf` },
      { subject_type: 'ORDER', subject_id: ours, order_id: ours, ...{ document_type } },
    )
  const [proof, inside] = [await add('PROOF_OF_DELIVERY'), await add('CONTRACT')]
  const { orders } = await plannedTrip(server, tenant, {
    resources: [{ name: 'Secret truck', driver: { last_name: 'Secret driver' } }],
    members: { name: 'Secret trip', note: 'Secret note' },
  })
  const planned = await alpha.get(`/orders/${orders[0]!.orderId}`)
  expect(planned.json<PortalOrder>()).toMatchObject({
    state: 'PLANNED',
    stops: [
      { role: 'PICKUP', city: 'Gent', planned_at: expect.any(String) },
      { role: 'DELIVERY', city: 'Lille' },
    ],
    goods: [{ description: 'Flour', quantity: 4, weight_kg: 1200 }],
    charges: [],
  })
  expect(planned.body).not.toMatch(/secret/i)
  const { documents } = await alpha.read<PortalOrder>(`/orders/${ours}`)
  expect(documents.map(({ document_id }) => document_id)).toEqual([proof])
  const codeOf = async (portal: typeof alpha, id: string) =>
    (await portal.get(`/orders/${ours}/documents/${id}`)).statusCode
  expect([await codeOf(alpha, proof), await codeOf(alpha, inside), await codeOf(beta, proof)]).toEqual([200, 404, 404])
  const { path } = await alpha.read<{ path: string }>(`/orders/${ours}/documents/${proof}`)
  const file = await server.app.inject({ url: path })
  expect([file.statusCode, file.headers['content-disposition']]).toEqual([200, expect.stringContaining('attachment')])
  expect((await alpha.get(`/orders/${orders[0]!.orderId}/documents/${proof}`)).statusCode).toBe(404)
  await tenant.call(archiveCompany, { params: { id: alphaId } })
  expect((await alpha.get('')).statusCode).toBe(401)
})

test('DOC-9: a rejected document leaves the portal, and returns once the decision is reversed', async () => {
  const { tenant, planner, alpha, ours } = await twoCustomers()
  const document_id = await uploadDocument(
    server.app,
    tenant,
    { bytes: pdf('proof'), name: 'proof.pdf' },
    { subject_type: 'ORDER', subject_id: ours, order_id: ours, ...{ document_type: 'PROOF_OF_DELIVERY' } },
  )
  const seenAfter = async (state: ReviewState) => {
    await planner(reviewDocument, { params: { document_id }, body: { state, reason: 'Not signed' } })
    const { documents } = await alpha.read<PortalOrder>(`/orders/${ours}`)
    const file = await alpha.get(`/orders/${ours}/documents/${document_id}`)
    return [documents.map((document) => document.document_id), file.statusCode]
  }
  expect(await seenAfter('ACCEPTED')).toEqual([[document_id], 200])
  expect(await seenAfter('REJECTED')).toEqual([[], 404])
  expect(await seenAfter('OPEN')).toEqual([[document_id], 200])
})

test('PORTAL-4: an order that is sent twice at once is one quote, by the invited person, and waits for a planner', async () => {
  const { planner, alpha, beta, ours, alphaId } = await twoCustomers()
  const draft = await alpha.read<PortalDraft>(`/orders/${ours}/draft`)
  expect(draft.stops.map(({ role, days_later }) => [role, days_later])).toEqual([
    ['PICKUP', 0],
    ['DELIVERY', 1],
  ])
  const entry = {
    order_id: ours,
    reference: 'PO-2',
    remark: 'Call first',
    stops: draft.stops.map(({ key }, at) => ({ key, date: `2026-03-0${at + 1}`, from: '08:00', to: '12:00' })),
    goods: [{ key: draft.goods[0]!.key, quantity: 8 }],
  }
  const body = { entry_key: randomUUID(), entry }
  const answers = await Promise.all([alpha.post('/orders', body), alpha.post('/orders', body)])
  const ids = answers.map((answer) => answer.json<{ upload_id: string }>().upload_id)
  expect(new Set(ids).size).toBe(1)
  await server.drain()
  const { state, order_id } = await alpha.read<{ state: string; order_id: string }>(`/uploads/${ids[0]}`)
  expect(state).toBe('TAKEN')
  expect((await beta.get(`/uploads/${ids[0]}`)).statusCode).toBe(404)
  expect((await alpha.read<Listed>('/orders')).total).toBe(2)
  expect(await alpha.read(`/orders/${order_id}`)).toMatchObject({ state: 'REQUESTED', reference: 'PO-2' })
  const { order } = await planner(getOrderRecord, { params: { order_id } })
  expect(order).toMatchObject({
    status: 'QUOTE',
    customer: { id: alphaId },
    planning_instructions: 'Call first',
    consignments: [{ goods: [{ quantity: 8, total_weight_kg: 2400 }] }],
  })
  const { items } = await planner(listOrderHistory, { params: { order_id } })
  expect(items.at(-1)).toMatchObject({ actor: { kind: 'link' } })
  const undated = { entry_key: randomUUID(), entry: { ...entry, stops: entry.stops.slice(0, 1) } }
  expect((await alpha.post('/orders', undated)).statusCode).toBe(422)
})

test('PORTAL-5: the customer sees charges with requested approval, and decides them once', async () => {
  const tenant = await chargeTenant(server)
  const { orderId: order_id } = await addOrder(server, tenant)
  const [waiting, tolls] = await addRated(tenant, [
    {
      order_id,
      name: 'Waiting time',
      charge_type: 'WAITING',
      role: 'ACCESSORIAL',
      amount: '36.00',
      approval: 'REQUESTED',
    },
    { order_id, name: 'Secret freight' },
  ])
  const [{ customer }] = (await (await tenant.user('PLANNER'))(listOrders, {})).items as [ListedOrder]
  const customerPortal = await portalOf(tenant, customer.company_id)
  expect(await customerPortal.read<Portal>('')).toMatchObject({ to_approve: 1 })
  expect(await customerPortal.read<Listed>('/orders?to_approve=true')).toMatchObject({ items: [{ to_approve: 1 }] })
  const before = await customerPortal.get(`/orders/${order_id}`)
  expect(before.json<PortalOrder>().charges).toMatchObject([{ amount: '36.00', approval: 'REQUESTED' }])
  expect(before.body).not.toContain('Secret')
  const decide = async (charge_id: string, approval: string) =>
    await customerPortal.post(`/orders/${order_id}/charges`, { charges: [{ charge_id, approval, comment: 'Agreed' }] })
  const decided = await decide(waiting!.charge_id, 'APPROVED')
  expect(decided.json()).toMatchObject({ charges: [{ approval: 'APPROVED', comment: 'Agreed' }] })
  expect((await decide(waiting!.charge_id, 'APPROVED')).statusCode).toBe(200)
  expect((await decide(waiting!.charge_id, 'REJECTED')).statusCode).toBe(409)
  expect((await decide(tolls!.charge_id, 'APPROVED')).statusCode).toBeGreaterThanOrEqual(400)
})

test('PORTAL-7: the file of orders has headings, states, days and local times in the language of the reader', async () => {
  const { tenant, alpha } = await twoCustomers()
  const { orders } = await plannedTrip(server, tenant)
  const listed = (await alpha.read<Listed>('/orders')).items.find((one) => one.order_id === orders[0]!.orderId)!
  const linesIn = async (language: string) =>
    (await alpha.get(`/orders/csv?language=${language}`)).body.slice(1).trim().split('\n')
  const [head, ...rows] = await linesIn('nl')
  expect(head).toMatch(/^Order;Je referentie;Status;Van;/)
  const row = rows.find((one) => one.startsWith(listed.order_number))
  expect(row).toContain(';Gepland;')
  const time = { timeZone: listed.time_zone, hour: '2-digit', minute: '2-digit' } as const
  const local = new Intl.DateTimeFormat('nl', time).format(new Date(listed.planned_at!))
  expect(row).toMatch(new RegExp(`;\\d\\d-\\d\\d-\\d{4} ${local};`))
  expect((await linesIn('pl'))[0]).toMatch(/^Order,Your reference,Status,/)
  expect((await alpha.get('/orders/csv?language=xx')).statusCode).toBe(422)
})
