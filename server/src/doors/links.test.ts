import { listAuditRecords } from '@cartage/contract/audit/app'
import { getCurrentUser } from '@cartage/contract/auth/endpoints'
import { createCompany } from '@cartage/contract/companies/endpoints'
import * as links from '@cartage/contract/doors/app/links'
import { createTrackingLink, listTrackingLinks, revokeTrackingLink } from '@cartage/contract/doors/app/links'
import { createPortalLink, listPortalLinks, revokePortalLink } from '@cartage/contract/doors/app/portal-links'
import { getOrder } from '@cartage/contract/orders/endpoints'
import { createResource } from '@cartage/contract/resources/endpoints'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { linkTo } from '../testing/data/doors.ts'
import { callAsPartner, sendMessage } from '../testing/data/messages.ts'
import { settle, simpleOrder } from '../testing/data/orders.ts'
import { plannedTrip } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { basic } from '../testing/test-tenant.ts'

let now = new Date('2026-05-04T08:00:00Z')
const server = await startTestServer({ now: () => now })
afterAll(() => server.close())

const open = (path: string, authorization: string) =>
  server.app.inject({ method: 'GET', url: path, headers: { authorization, 'accept-language': 'en' } })

async function orderWithLink() {
  const tenant = await server.tenant({ create_missing_companies: true })
  const { order_id } = await settle(server, tenant, simpleOrder())
  const planner = await tenant.user('PLANNER')
  const params = { order_id: order_id! }
  const link = await planner(createTrackingLink, { params, body: { language: 'pl' } })
  return { tenant, planner, params, link, header: `Link ${link.path.split('#')[1]}` }
}

test('LINK-1: a link opens only the order it was created for, and is listed with its last use', async () => {
  const { planner, params, link, header } = await orderWithLink()
  expect(link).toMatchObject({ door: 'TRACKING', state: 'LIVE', language: 'pl', expires_at: '2026-06-03T08:00:00Z' })
  expect(link.path).toMatch(/^\/track#[\w-]{86}$/)
  const answer = await open('/door/tracking', header)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ language: 'pl', order_number: expect.any(String) })
  const { items } = await planner(listTrackingLinks, { params })
  expect(items).toEqual([
    expect.objectContaining({ door_link_id: link.door_link_id, last_used_at: '2026-05-04T08:00:00Z' }),
  ])
  expect(JSON.stringify(items)).not.toContain(link.path.split('#')[1])
})

test('LINK-3: revoked, expired, altered and foreign links get the same refusal', async () => {
  const { tenant, planner, params, link, header } = await orderWithLink()
  const refused = await open('/door/tracking', 'Link nothing')
  expect(refused.statusCode).toBe(401)
  expect(refused.headers['www-authenticate']).toBe('Link realm="cartage"')
  const same = async (authorization: string) => {
    const answer = await open('/door/tracking', authorization)
    expect(answer.statusCode).toBe(401)
    const { request_id: _, ...body } = answer.json()
    const { request_id: __, ...expected } = refused.json()
    expect(body).toEqual(expected)
  }
  await same(`${header.slice(0, -4)}AAAA`)
  const driver = await linkTo(server, tenant, { door: 'DRIVER', resource_id: params.order_id })
  await same(driver.headers.authorization)
  now = new Date(now.getTime() + 30 * 86_400_000)
  await same(header)
  now = new Date('2026-05-04T08:00:00Z')
  expect((await open('/door/tracking', header)).statusCode).toBe(200)
  const target = { params: { ...params, door_link_id: link.door_link_id } }
  expect(await planner(revokeTrackingLink, target)).toMatchObject({ state: 'REVOKED' })
  expect(await planner(revokeTrackingLink, target)).toMatchObject({ state: 'REVOKED' })
  await same(header)
  const admin = await tenant.user('SUPER_ADMIN')
  const { items } = await admin(listAuditRecords, { query: { entity_type: 'door_link' } })
  expect(items.map(({ action }) => action)).toEqual(['updated', 'created'])
  expect(JSON.stringify(items)).not.toContain(header.slice(60))
})

test('LINK-1: a trip without a carrier has no carrier link and a vehicle no driver link, and a link is revoked in its own list', async () => {
  const { tenant, planner, link } = await orderWithLink()
  const { tripId: trip_id } = await plannedTrip(server, tenant)
  await expect(planner(links.createCarrierLink, { params: { trip_id }, body: {} })).rejects.toMatchObject({
    status: 409,
  })
  const { id: resource_id } = await tenant.call(createResource, { body: { name: 'V1', van: {} } })
  const ofVan = { params: { resource_id }, body: {} }
  await expect(planner(links.createDriverLink, ofVan)).rejects.toMatchObject({ status: 409 })
  const elsewhere = { params: { trip_id, door_link_id: link.door_link_id } }
  await expect(planner(links.revokeCarrierLink, elsewhere)).rejects.toMatchObject({ status: 404 })
})

test('PORTAL-1: a person of a customer is invited for 90 days, and revoked separately; a company that is not a customer has no portal', async () => {
  const tenant = await server.tenant({ create_missing_companies: true })
  const { order_id } = await settle(server, tenant, simpleOrder())
  const { customer } = await tenant.call(getOrder, { params: { order_id: order_id! } })
  const params = { company_id: String(customer.id) }
  const planner = await tenant.user('PLANNER')
  const invite = (person_name: string, person_email?: string) =>
    planner(createPortalLink, { params, body: { person_name, person_email } })
  const ann = await invite('Ann', 'ann@shipper.example')
  const bob = await invite('Bob')
  expect(ann).toMatchObject({ door: 'CUSTOMER', recipient: customer.name, expires_at: '2026-08-02T08:00:00Z' })
  expect(ann.path).toMatch(/^\/portal#[\w-]{86}$/)
  await planner(revokePortalLink, { params: { ...params, door_link_id: ann.door_link_id } })
  const { items } = await planner(listPortalLinks, { params })
  expect(items.map(({ person_name, person_email, state }) => [person_name, person_email, state]).toSorted()).toEqual([
    ['Ann', 'ann@shipper.example', 'REVOKED'],
    ['Bob', null, 'LIVE'],
  ])
  const asTripLink = { params: { trip_id: params.company_id, door_link_id: bob.door_link_id } }
  await expect(planner(links.revokeCarrierLink, asTripLink)).rejects.toMatchObject({ status: 404 })
  const { id: company_id } = await tenant.call(createCompany, {
    body: { name: 'Carrier', currency: 'EUR', is_subcontractor: true },
  })
  const ofCarrier = { params: { company_id: String(company_id) }, body: { person_name: 'Cas' } }
  await expect(planner(createPortalLink, ofCarrier)).rejects.toMatchObject({ status: 409 })
})

test('RATE-7: a link has its own limit, and uses nothing of the limit of its tenant', async () => {
  const tenant = await server.tenant({ create_missing_companies: true, limits: 'default' })
  const { order_id } = await settle(server, tenant, simpleOrder())
  const { headers } = await linkTo(server, tenant, { door: 'TRACKING', order_id: order_id! })
  const answers = await Promise.all(Array.from({ length: 30 }, () => open('/door/tracking', headers.authorization)))
  const codes = new Set(answers.map(({ statusCode }) => statusCode))
  expect(codes).toEqual(new Set([200, 429]))
})

test('LINK-8: users who may not invite to the portal cannot invite people who approve charges', async () => {
  const tenant = await server.tenant()
  const { id } = await tenant.call(createCompany, { body: { name: 'Shipper', currency: 'EUR', is_customer: true } })
  const given = { params: { company_id: String(id) }, body: { person_name: 'Nobody' } }
  const entry = await tenant.user('ORDER_ENTRY')
  await expect(entry(createPortalLink, given)).rejects.toMatchObject({ status: 403 })
  expect((await entry(listPortalLinks, { params: given.params })).items).toEqual([])
  expect(await (await tenant.user('PLANNER'))(createPortalLink, given)).toMatchObject({ person_name: 'Nobody' })
})

const archiveAll = [
  statement('test.archive_companies', 'update company set is_archived = true where tenant_id = $1'),
  statement('test.archive_resources', 'update resource set is_archived = true where tenant_id = $1'),
]

test('LINK-9: links and credentials of archived records open nothing from the next request on', async () => {
  const tenant = await server.tenant({ create_missing_companies: true })
  const make = (body: object) => tenant.call(createCompany, { body: { currency: 'EUR', name: 'Company', ...body } })
  const [customer, carrier] = [await make({ is_customer: true }), await make({ is_subcontractor: true })]
  const driver = await tenant.call(createResource, { body: { name: 'Ada', driver: {} } })
  const { tripId: trip_id } = await plannedTrip(server, tenant, {})
  const opened: [string, Awaited<ReturnType<typeof linkTo>>][] = [
    ['/door/driver/day', await linkTo(server, tenant, { door: 'DRIVER', resource_id: driver.id! })],
    ['/door/portal', await linkTo(server, tenant, { door: 'CUSTOMER', company_id: customer.id! })],
    ['/door/carrier/logo', await linkTo(server, tenant, { door: 'CARRIER', trip_id, company_id: carrier.id! })],
  ]
  const client = await tenant.callAs(['CUSTOMER'], customer.id!)
  const { shown } = await callAsPartner(server, tenant, { kind: 'COMPANY', key: carrier.id! })
  const report = () =>
    sendMessage(server.app, tenant, {
      ...{ kind: 'e-invoicing', headers: { authorization: basic(shown) } },
      body: {},
    })
  const statuses = async () => {
    const answers = []
    for (const [path, { headers }] of opened) answers.push((await open(path, headers.authorization)).statusCode)
    return answers
  }
  expect((await statuses()).includes(401)).toBe(false)
  await client(getCurrentUser, {})
  expect((await report()).statusCode).toBe(422)
  for (const archive of archiveAll) await tenant.asTenant((tx) => tx.query(archive))
  expect(await statuses()).toEqual([401, 401, 401])
  await expect(client(getCurrentUser, {})).rejects.toMatchObject({ status: 401 })
  expect((await report()).statusCode).toBe(401)
})
