import { randomUUID } from 'node:crypto'
import { changeUser, inviteUser, listUsers } from '@cartage/contract/auth/app/users'
import { createCompany, patchCompany } from '@cartage/contract/companies/endpoints'
import { createCarrierLink } from '@cartage/contract/doors/app/links'
import { createPortalLink, listPortalLinks, revokePortalLink } from '@cartage/contract/doors/app/portal-links'
import { addOrderDocument } from '@cartage/contract/orders/app/documents'
import { listResourceHistory } from '@cartage/contract/resources/app/record'
import { archiveResource, getResource } from '@cartage/contract/resources/endpoints'
import { erasePerson, listRetentionPeople, listRetentionRuns, personTypes } from '@cartage/contract/retention/app'
import { createUnavailability, deleteUnavailability } from '@cartage/contract/unavailabilities/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyTrail } from '../audit/jobs.ts'
import { bySystem } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import { customer } from '../testing/data/companies.ts'
import { addPartner, followUp } from '../testing/data/dispatch.ts'
import { png, type TestFile } from '../testing/data/files.ts'
import { rejection } from '../testing/data/orders.ts'
import { plannedTrip, tripTenant } from '../testing/data/trips.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { purgeNow } from './purge.commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const everything = statement(
  'test.erased_texts',
  `select concat(
     (select string_agg(to_jsonb(r)::text, '') from resource r where r.tenant_id = $1),
     (select string_agg(to_jsonb(k)::text, '') from company_contact k where k.tenant_id = $1),
     (select string_agg(to_jsonb(u)::text, '') from app_user u where u.tenant_id = $1),
     (select string_agg(v.payload::text || v.difference::text, '') from dispatch_revision v where v.tenant_id = $1),
     (select string_agg(to_jsonb(d)::text, '') from door_link d where d.tenant_id = $1),
     (select string_agg(to_jsonb(d)::text, '') from driver_act d where d.tenant_id = $1),
     (select string_agg(to_jsonb(d)::text, '') from document d where d.tenant_id = $1),
     (select string_agg(to_jsonb(v)::text, '') from validity v where v.tenant_id = $1),
     (select string_agg(to_jsonb(u)::text, '') from unavailability u where u.tenant_id = $1),
     (select string_agg(to_jsonb(x)::text, '') from trip_resource x where x.tenant_id = $1),
     (select string_agg(to_jsonb(c)::text, '') from planning_command c where c.tenant_id = $1),
     (select string_agg(to_jsonb(o)::text, '') from transport_order o where o.tenant_id = $1),
     (select string_agg(a.changes::text, '') from audit_record a where a.tenant_id = $1)) as text`,
)
const textOf = async (tenant: TestTenant) =>
  (await tenant.asTenant((tx) => tx.query<{ text: string }>(everything)))[0]!.text

const addAct = statement(
  'test.erased_act',
  `insert into driver_act (tenant_id, resource_id, act_id, link_id, stop_id, kind, happened_at, device_at, sent_at, received_at,
                           clock_offset_ms, outcome, detail, document_id)
   select $1, $2, $3, gen_random_uuid(), gen_random_uuid(), 'SIGNATURE', t.at, t.at, t.at, t.at, 0, 'APPLIED', $4::jsonb,
          (select d.document_id from document d where d.tenant_id = $1 and d.name like 'Signature%')
     from (select now() - make_interval(days => $5) as at) t`,
)
const nameOnTrip = statement(
  'test.erased_name_on_trip',
  'update trip_resource set name = $4 where tenant_id = $1 and resource_id = $2 and trip_id = $3',
)

const phone = '+32475123456'
const driver = {
  first_name: 'Annelies',
  last_name: 'Peeterszoon',
  phone_number: phone,
  email_address: 'ap@home.example',
}
const words = ['Annelies', 'Peeterszoon', phone, 'ap@home.example', 'ANNIE', 'likes night shifts']

/** A driver who left, on a trip that was sent to a carrier. */
async function driverWhoLeft() {
  const tenant = await tripTenant(server)
  const admin = await tenant.user('SUPER_ADMIN')
  await addPartner(server, admin)
  const members = { name: 'Annelies Peeterszoon', code: 'ANNIE', note: 'likes night shifts', driver }
  const { trip, tripId } = await plannedTrip(server, tenant, { resources: [members] })
  await followUp(server, tenant)
  return { tenant, admin, tripId, driverId: trip.resources[0]!.resource_id }
}

describe('RET-3: one person is erased', () => {
  test('a driver: everywhere, also in the trail, which stays valid; trips keep the link', async () => {
    const { tenant, admin, driverId } = await driverWhoLeft()
    const body = { person_type: 'DRIVER', person_id: driverId } as const
    expect((await rejection(admin(erasePerson, { body }))).body.code).toBe('person_present')
    await tenant.call(archiveResource, { params: { resource_id: driverId } })
    expect((await admin(listRetentionPeople, {})).items).toMatchObject([{ ...body, name: 'Annelies Peeterszoon' }])
    for (const word of words) expect(await textOf(tenant)).toContain(word)
    const run = await admin(erasePerson, { body })
    expect(run).toMatchObject({ kind: 'PERSON', ...body, actor_kind: 'user', counts: { PEOPLE: 1 } })
    const left = await textOf(tenant)
    for (const word of words) expect(left).not.toContain(word)
    const mark = `Driver ${driverId.slice(-6)} (erased)`
    expect(await tenant.call(getResource, { params: { resource_id: driverId } })).toMatchObject({ name: mark })
    const linked = statement('test.erased_links', 'select resource_id from trip_resource where tenant_id = $1')
    expect(await tenant.asTenant((tx) => tx.query(linked))).toEqual([{ resource_id: driverId }])
    const history = await admin(listResourceHistory, { params: { resource_id: driverId } })
    expect(history.items[0]).toMatchObject({ action: 'erased', actor: { kind: 'user' } })
    expect(await verifyTrail(server.ctx, tenant.tenantId)).toMatchObject({ fault: null })
    expect((await admin(listRetentionPeople, {})).items).toEqual([])
    expect((await admin(listRetentionRuns, {})).items).toHaveLength(1)
  })

  test('a contact of a company; the others stay', async () => {
    const tenant = await server.tenant()
    const admin = await tenant.user('SUPER_ADMIN')
    const contacts = [
      { name: 'Gone', email: 'gone@c.example', phone_number: phone },
      { name: 'Here', email: 'here@c.example' },
    ]
    const company = await tenant.call(createCompany, { body: customer({ contacts }) })
    const [gone, here] = company.contacts!
    const archive = { contacts: [{ id: gone!.id!, is_archived: true }] }
    await tenant.call(patchCompany, { params: { id: company.id }, body: archive })
    const erase = (id: string) => admin(erasePerson, { body: { person_type: 'CONTACT', person_id: id } })
    expect((await rejection(erase(here!.id!))).body.code).toBe('person_present')
    await erase(gone!.id!)
    const left = await textOf(tenant)
    expect(left).not.toContain('gone@c.example')
    expect(left).not.toContain(phone)
    expect(left).toContain('here@c.example')
    expect(await verifyTrail(server.ctx, tenant.tenantId)).toMatchObject({ fault: null })
  })

  test('a user, who can never sign in again; entries of the user stay', async () => {
    const tenant = await server.tenant()
    const admin = await tenant.user('SUPER_ADMIN')
    const invited = { email: 'gone@user.example', name: 'Gone User', role: 'PLANNER' as const }
    const { user_id } = await admin(inviteUser, { body: invited })
    const body = { person_type: 'USER', person_id: user_id } as const
    expect((await rejection(admin(erasePerson, { body }))).body.code).toBe('person_present')
    await admin(changeUser, { params: { user_id }, body: { is_disabled: true } })
    await admin(erasePerson, { body })
    const left = await textOf(tenant)
    for (const word of ['gone@user.example', 'Gone User']) expect(left).not.toContain(word)
    const user = (await admin(listUsers, {})).items.find((one) => one.user_id === user_id)
    expect(user).toMatchObject({ name: `User ${user_id.slice(-6)} (erased)`, state: 'DISABLED' })
    expect(await verifyTrail(server.ctx, tenant.tenantId)).toMatchObject({ fault: null })
  })

  test('RET-5: a driver: data of the record are removed from its own entries too, and remarks written by the driver', async () => {
    const { tenant, admin, driverId, tripId } = await driverWhoLeft()
    const params = { resource_id: driverId }
    const body = {
      start_time: '2026-03-01T08:00:00Z',
      reason: 'DRIVER_SICKNESS',
      description: 'Annelies broke a leg',
    } as const
    const { id } = await tenant.call(createUnavailability, { params, body })
    await tenant.call(deleteUnavailability, { params: { ...params, id } })
    await tenant.asTenant((tx) => tx.query(addAct, driverId, randomUUID(), '{"text": "Annelies was here"}', 0))
    await tenant.asTenant((tx) => tx.query(nameOnTrip, driverId, tripId, 'Annelies P.'))
    expect(await textOf(tenant)).toContain('broke a leg')
    await tenant.call(archiveResource, { params })
    await admin(erasePerson, { body: { person_type: 'DRIVER', person_id: driverId } })
    const left = await textOf(tenant)
    for (const word of [...words, 'broke a leg']) expect(left).not.toContain(word)
    expect(await verifyTrail(server.ctx, tenant.tenantId)).toMatchObject({ fault: null })
  })

  test('RET-5: a person of a customer in the portal, in every link of that person, when all have ended', async () => {
    const tenant = await server.tenant()
    const admin = await tenant.user('SUPER_ADMIN')
    const { id: company_id } = await tenant.call(createCompany, { body: customer({}) })
    const invite = (person_name: string, person_email?: string) =>
      admin(createPortalLink, { params: { company_id }, body: { person_name, person_email } })
    const [first, second, other] = [
      await invite('Greet Gone', 'greet@c.example'),
      await invite('G. Gone', 'Greet@c.example'),
      await invite('Henk Here', 'henk@c.example'),
    ]
    const end = (door_link_id: string) => admin(revokePortalLink, { params: { company_id, door_link_id } })
    const body = { person_type: 'PORTAL', person_id: first.door_link_id } as const
    expect((await rejection(admin(erasePerson, { body }))).body.code).toBe('person_present')
    await end(first.door_link_id)
    expect((await rejection(admin(erasePerson, { body }))).body.code).toBe('person_present')
    await end(second.door_link_id)
    const people = (await admin(listRetentionPeople, {})).items
    expect(people.map(({ name }) => name).sort()).toEqual(['G. Gone', 'Greet Gone'])
    expect(people[0]).toMatchObject({ person_type: 'PORTAL', company_id })
    await admin(erasePerson, { body })
    const left = await textOf(tenant)
    for (const word of ['Gone', 'reet@c.example']) expect(left).not.toContain(word)
    for (const word of ['Henk Here', 'henk@c.example']) expect(left).toContain(word)
    expect((await admin(listRetentionPeople, {})).items).toEqual([])
    const { items } = await admin(listPortalLinks, { params: { company_id } })
    expect(items.find(({ door_link_id }) => door_link_id === first.door_link_id)).toMatchObject({
      person_name: `Portal user ${first.door_link_id.slice(-6)} (erased)`,
      person_email: null,
    })
    expect(items.find(({ door_link_id }) => door_link_id === other.door_link_id)!.state).toBe('LIVE')
    expect(await verifyTrail(server.ctx, tenant.tenantId)).toMatchObject({ fault: null })
  })

  test('no one of another tenant', async () => {
    const { tenant, driverId } = await driverWhoLeft()
    await tenant.call(archiveResource, { params: { resource_id: driverId } })
    const stranger = await (await server.tenant()).user('SUPER_ADMIN')
    for (const person_type of personTypes) {
      const body = { person_type, person_id: driverId }
      expect((await rejection(stranger(erasePerson, { body }))).body.code).toBe('not_found')
    }
  })
})

test('RET-1: a purge erases drivers who are archived for longer than the retention of names', async () => {
  const { tenant, admin, driverId } = await driverWhoLeft()
  await tenant.call(archiveResource, { params: { resource_id: driverId } })
  const purge = () => purgeNow(server.ctx, tenant.tenantId, bySystem)
  expect(await purge()).not.toHaveProperty('PEOPLE')
  const age = statement(
    'test.erased_age',
    `update resource set updated_at = now() - interval '731 days' where tenant_id = $1 and is_archived`,
  )
  await tenant.asTenant((tx) => tx.query(age))
  expect(await purge()).toMatchObject({ PEOPLE: 1 })
  const left = await textOf(tenant)
  for (const word of words) expect(left).not.toContain(word)
  expect((await admin(listRetentionPeople, {})).items).toEqual([])
})

test('RET-5: a purge erases signers, remarks and recipients of links when the contacts of orders are erased', async () => {
  const tenant = await tripTenant(server)
  const admin = await tenant.user('SUPER_ADMIN')
  const carrier = { name: 'Carrier', currency: 'EUR', is_subcontractor: true } as const
  const { id: subcontractor_id } = await tenant.call(createCompany, { body: carrier })
  const { tripId, resourceIds } = await plannedTrip(server, tenant, { members: { subcontractor_id } })
  const driverId = resourceIds.at(-1)!
  const [order] = await tenant.asTenant((tx) => tx.query<{ order_id: string }>(anyOrder))
  const file = { name: 'Signature J. Signer.png', bytes: png(1, 1) }
  const query = { document_type: 'PROOF_OF_DELIVERY_SIGNED' } as const
  await admin(addOrderDocument, { params: { order_id: order!.order_id }, query, body: formWith(file) })
  await tenant.asTenant((tx) => tx.query(addAct, driverId, randomUUID(), '{"signed_by": "J. Signer"}', 729))
  const link = await admin(createCarrierLink, { params: { trip_id: tripId }, body: { label: 'for J. Signer' } })
  const purge = () => purgeNow(server.ctx, tenant.tenantId, bySystem)
  expect(await purge()).not.toHaveProperty('ORDER_CONTACTS')
  expect(await textOf(tenant)).toMatch(/J\. Signer/)
  await tenant.asTenant((tx) => tx.query(ageActs))
  await tenant.asTenant((tx) => tx.query(ageLink, link.door_link_id))
  expect(await purge()).toMatchObject({ ORDER_CONTACTS: 2 })
  const left = await textOf(tenant)
  expect(left).not.toContain('Signer')
  expect(left).toContain('Signature.png')
  expect(left).toContain(tripId)
  expect(await verifyTrail(server.ctx, tenant.tenantId)).toMatchObject({ fault: null })
  expect(await purge()).toEqual({})
})

function formWith({ bytes, name }: TestFile) {
  return { file: new File([new Uint8Array(bytes)], name ?? '', { type: 'image/png' }) }
}

const anyOrder = statement('test.erased_order', 'select order_id from transport_order where tenant_id = $1 limit 1')
const ageActs = statement(
  'test.age_acts',
  `update driver_act set received_at = received_at - interval '2 days' where tenant_id = $1`,
)
const ageLink = statement(
  'test.age_link',
  `update door_link set expires_at = now() - interval '731 days' where tenant_id = $1 and door_link_id = $2`,
)
