import { changeUser, inviteUser, listUsers } from '@cartage/contract/auth/app/users'
import { createCompany, patchCompany } from '@cartage/contract/companies/endpoints'
import { listResourceHistory } from '@cartage/contract/resources/app/record'
import { archiveResource, getResource } from '@cartage/contract/resources/endpoints'
import { erasePerson, listRetentionPeople, listRetentionRuns } from '@cartage/contract/retention/app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyTrail } from '../audit/jobs.ts'
import { bySystem } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import { customer } from '../testing/data/companies.ts'
import { addPartner, followUp } from '../testing/data/dispatch.ts'
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
     (select string_agg(a.changes::text, '') from audit_record a where a.tenant_id = $1)) as text`,
)
const textOf = async (tenant: TestTenant) =>
  (await tenant.asTenant((tx) => tx.query<{ text: string }>(everything)))[0]!.text

const phone = '+32475123456'
const driver = {
  first_name: 'Annelies',
  last_name: 'Peeterszoon',
  phone_number: phone,
  email_address: 'ap@home.example',
}
const words = ['Annelies', 'Peeterszoon', phone, 'ap@home.example', 'ANNIE', 'likes night shifts']

/** A driver on a trip that a carrier was sent, and who left. */
async function driverWhoLeft() {
  const tenant = await tripTenant(server)
  const admin = await tenant.user('SUPER_ADMIN')
  await addPartner(server, admin)
  const members = { name: 'Annelies Peeterszoon', code: 'ANNIE', note: 'likes night shifts', driver }
  const { trip, tripId } = await plannedTrip(server, tenant, { resources: [members] })
  await followUp(server, tenant)
  return { tenant, admin, tripId, driverId: trip.resources[0]!.resource_id }
}

describe('RET-3: one person who left is erased', () => {
  test('a driver: everywhere, also in the trail, which stays whole; trips keep the link', async () => {
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

  test('a user, who can never sign in again; what the user did stays', async () => {
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

  test('of another tenant no one is erased', async () => {
    const { tenant, driverId } = await driverWhoLeft()
    await tenant.call(archiveResource, { params: { resource_id: driverId } })
    const stranger = await (await server.tenant()).user('SUPER_ADMIN')
    for (const person_type of ['DRIVER', 'CONTACT', 'USER'] as const) {
      const body = { person_type, person_id: driverId }
      expect((await rejection(stranger(erasePerson, { body }))).body.code).toBe('not_found')
    }
  })
})

test('RET-1: a purge erases drivers who are archived for longer than the tenant keeps names', async () => {
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
