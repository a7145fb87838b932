import { randomUUID } from 'node:crypto'
import { listStandstills } from '@cartage/contract/app/standstills'
import { listInvoices } from '@cartage/contract/billing/app/document'
import { getCompanyRecord } from '@cartage/contract/companies/app/record'
import { createCompany } from '@cartage/contract/companies/endpoints'
import { listLatestDocuments } from '@cartage/contract/documents/app/record'
import { type Permission, type UserRole, userRoles } from '@cartage/contract/endpoint'
import { getLocation } from '@cartage/contract/locations/app/record'
import { getMessage } from '@cartage/contract/messages/app/record'
import { getOrderRecord } from '@cartage/contract/orders/app/record'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { getResourceRecord } from '@cartage/contract/resources/app/record'
import { getTripRecord } from '@cartage/contract/trips/app/record'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissionsOf } from '../auth/permissions.rules.ts'
import { statement } from '../db/statement.ts'
import { maySee } from '../shell/stream.rules.ts'
import { listChanges } from '../shell/stream.views.ts'
import { formOf, formType, pdf, uploadDocument } from '../testing/data/files.ts'
import { resourceOf } from '../testing/data/fleet.ts'
import { addOrder, dayBefore, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { logInAs, type TestTenant } from '../testing/test-tenant.ts'
import { isReadable, type SubjectKind, subjectKinds } from './access.rules.ts'

const server = await startTestServer(dayBefore)
afterAll(() => server.close())

/** Permission for the page of the record that a document belongs to. */
const asked: Readonly<Record<SubjectKind, Permission>> = {
  ORDER: getOrderRecord.permission,
  CONSIGNMENT: getOrderRecord.permission,
  GOOD: getOrderRecord.permission,
  HANDLING_UNIT: getOrderRecord.permission,
  STOP: getTripRecord.permission,
  TRIP: getTripRecord.permission,
  BOOKING: getTripRecord.permission,
  COMPANY: getCompanyRecord.permission,
  LOCATION: getLocation.permission,
  RESOURCE: getResourceRecord.permission,
  // Its page hides the date of birth and the phone from everyone else.
  DRIVER: 'resource.personal',
  MESSAGE: getMessage.permission,
  INVOICE: listInvoices.permission,
  CREDIT_NOTE: listInvoices.permission,
}

const infectAll = statement(
  'test.infect_all',
  `update document_content set scan_status = $2, scanned_at = case when $2 = 'INFECTED' then now() end
    where tenant_id = $1 returning content_id`,
)

let tenant: TestTenant
const documents = new Map<string, string>()
/** Addresses of the document lists on the pages of records. */
let lists: Readonly<Record<string, string>>
/** Log positions before the first event. */
const wholeLog = { log: 0, plan: 0 }

beforeAll(async () => {
  const made = await tripTenant(server)
  tenant = made
  const { orderId } = await addOrder(server, made)
  await server.drain()
  const planner = await tenant.user('PLANNER')
  const tripId = (await planner(givePlanningCommand, { body: { kind: 'PLAN', order_ids: [orderId] } })).trips[0]!
    .trip_id
  const company = await tenant.call(createCompany, { body: { name: 'Acme', currency: 'EUR', is_customer: true } })
  const driver = await resourceOf(tenant, { driver: { first_name: 'Ada', last_name: 'Vos' } })
  const van = await resourceOf(tenant)
  const add = async (kind: SubjectKind | 'KEPT_BODY', subject: Parameters<typeof uploadDocument>[3]) => {
    const file = { bytes: pdf(kind), name: `${kind}.pdf`, type: 'application/pdf' }
    documents.set(kind, await uploadDocument(server.app, tenant, file, subject))
  }
  const ids: Partial<Record<SubjectKind, string>> = {
    ORDER: orderId,
    TRIP: tripId,
    COMPANY: company.id,
    RESOURCE: van.id,
  }
  const ofOrder = new Set<SubjectKind>(['ORDER', 'CONSIGNMENT', 'GOOD', 'HANDLING_UNIT'])
  for (const kind of subjectKinds.filter((one) => one !== 'DRIVER')) {
    const subject_id = ids[kind] ?? randomUUID()
    await add(kind, { subject_type: kind, subject_id, ...(ofOrder.has(kind) && { order_id: orderId }) })
  }
  await add('DRIVER', { subject_type: 'RESOURCE', subject_id: driver.id! })
  // The complete message that contained the supplier's document.
  await add('KEPT_BODY', { subject_type: 'MESSAGE', subject_id: randomUUID(), document_type: 'INVOICE' })
  lists = {
    ORDER: `/app/orders/${orderId}/documents`,
    GOOD: `/app/orders/${orderId}/documents`,
    TRIP: `/app/trips/${tripId}/documents`,
    COMPANY: `/app/companies/${company.id}/documents`,
    RESOURCE: `/app/resources/${van.id}/documents`,
    DRIVER: `/app/resources/${driver.id}/documents`,
  }
})

/** Every kind with its document and the permission that reads it. */
const rows = () =>
  [...documents].map(([kind, id]) => ({ kind, id, permission: asked[kind as SubjectKind] ?? asked.INVOICE }))

describe('DOC-10: a document has the access rules of its record', () => {
  test.each(userRoles)('on every path, for the role %s', async (role: UserRole) => {
    const headers = await logInAs(server, tenant.tenantId, role)
    const get = (url: string) => server.app.inject({ url, headers })
    const permissions = permissionsOf(role)
    const isLetIn = permissions.includes(listLatestDocuments.permission)
    const expected = rows().filter(({ permission }) => isLetIn && permissions.includes(permission))
    const names = expected.map(({ kind }) => `${kind}.pdf`).toSorted()
    const hidden = rows().filter(({ kind }) => !names.includes(`${kind}.pdf`))

    if (isLetIn) {
      const listed = (await get('/app/documents?limit=100')).json()
      expect(listed.items.map(({ name }: { name: string }) => name).toSorted()).toEqual(names)
      expect(listed.total).toBe(names.length)
      const counts = (await get('/app/documents/counts')).json()
      const sum = Object.values<number>(counts.by_subject).reduce((all, one) => all + one, 0)
      expect(sum).toBe(names.length)
      const csv = (await get('/app/documents/csv')).body
      for (const { kind } of expected) expect(csv).toContain(`${kind}.pdf`)
      for (const { kind } of hidden) expect(csv).not.toContain(`${kind}.pdf`)
      const zip = (
        await get(
          `/app/documents/zip?ids=${rows()
            .map(({ id }) => id)
            .join(',')}`,
        )
      ).body
      for (const { kind } of expected) expect(zip).toContain(`${kind}.pdf`)
      for (const { kind } of hidden) expect(zip).not.toContain(`${kind}.pdf`)
    }
    for (const { kind, id } of rows()) {
      const isMine = names.includes(`${kind}.pdf`)
      const refused = isLetIn ? 404 : 403
      for (const path of [`/app/documents/${id}`, `/app/documents/${id}/download`, `/app/documents/${id}/view`]) {
        expect([role, path, kind, (await get(path)).statusCode]).toEqual([role, path, kind, isMine ? 200 : refused])
      }
      const found = (await get(`/app/documents?limit=100&q=${kind}.pdf`)).json()
      expect(found.total ?? 0, `${role} finds ${kind}`).toBe(isMine ? 1 : 0)
      const review = await server.app.inject({
        ...{ method: 'PUT', url: `/app/documents/${id}/review`, headers, payload: { state: 'OPEN' } },
      })
      if (!isMine) expect([403, 404]).toContain(review.statusCode)
      const removal = { method: 'POST', url: '/app/documents/remove', headers, payload: { ids: [id] } } as const
      if (!isMine) {
        const answer = await server.app.inject(removal)
        if (answer.statusCode === 200) expect(answer.json().items[0]).toMatchObject({ is_done: false })
        else expect(answer.statusCode).toBe(403)
      }
      if (lists[kind] === undefined) continue
      const ofRecord = await get(lists[kind])
      const shown: string[] = (ofRecord.json().items ?? []).map(({ name }: { name: string }) => name)
      expect([role, kind, shown.includes(`${kind}.pdf`)]).toEqual([role, kind, isMine])
    }
  })

  test.each(userRoles)('open issues and change events show none to the role %s that may not read it', async (role) => {
    const permissions = permissionsOf(role)
    const mine = rows().filter(({ permission }) => permissions.includes(permission))
    await tenant.asTenant((tx) => tx.query(infectAll, 'INFECTED'))
    const call = await tenant.user(role)
    const { items } = await call(listStandstills, {})
    await tenant.asTenant((tx) => tx.query(infectAll, 'NOT_SCANNED'))
    const held = items.filter(({ kind }) => kind === 'INFECTED_DOCUMENT').map(({ id }) => id)
    expect(held.toSorted()).toEqual(mine.map(({ id }) => id).toSorted())
    const { plan } = await tenant.asTenant((tx) => listChanges(tx, wholeLog, 1_000))
    for (const change of plan.filter(({ entity_type }) => entity_type === 'document')) {
      expect(maySee(permissions, change)).toBe(isReadable(permissions, change.document_kind))
    }
  })

  test('a change of a licence is not reported to users who may not read it, also when it was removed', async () => {
    const headers = await logInAs(server, tenant.tenantId, 'PLANNER')
    const url = `${lists.DRIVER}`
    const payload = formOf([{ bytes: pdf('licence'), name: 'licence.pdf', type: 'application/pdf' }])
    const sent = { ...headers, 'content-type': formType }
    const added = (await server.app.inject({ method: 'POST', url, headers: sent, payload })).json()
    await server.app.inject({ method: 'DELETE', url: `${url}/${added.document_id}`, headers })
    const { plan } = await tenant.asTenant((tx) => listChanges(tx, wholeLog, 1_000))
    const seen = plan.filter(({ entity_id }) => entity_id === added.document_id)
    expect(seen.map(({ document_kind }) => document_kind)).toEqual(expect.arrayContaining(['DRIVER']))
    expect(seen.length).toBe(2)
    for (const change of seen) {
      expect(maySee(permissionsOf('VIEWER'), change)).toBe(false)
      expect(maySee(permissionsOf('PLANNER'), change)).toBe(true)
    }
  })

  test('an unforeseen kind is readable by no one', () => {
    expect(isReadable(permissionsOf('SUPER_ADMIN'), 'SOMETHING_NEW')).toBe(false)
    expect(isReadable(permissionsOf('SUPER_ADMIN'), null)).toBe(false)
  })
})
