import { randomUUID } from 'node:crypto'
import { listAuditRecords } from '@cartage/contract/audit/app'
import { changeUser } from '@cartage/contract/auth/app/users'
import * as contract from '@cartage/contract/documents/app/sharing'
import { getTenantSettings, putTenantSettings } from '@cartage/contract/tenants/app/configuration'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { pdf, uploadDocument } from '../../testing/data/files.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { shareDocument } from '../link.commands.ts'

const server = await startTestServer()
const { app, ctx } = server
afterAll(() => server.close())

const file = { bytes: pdf('shared'), name: 'POD 18.pdf', type: 'application/pdf' }
/** A tenant with a document of an order or an invoice. */
async function world(subject_type: 'ORDER' | 'INVOICE' = 'ORDER') {
  const tenant = await server.tenant()
  const documentId = await uploadDocument(app, tenant, file, { subject_type, subject_id: randomUUID() })
  return { tenant, documentId, params: { document_id: documentId }, planner: await tenant.user('PLANNER') }
}
const fetchIt = async (address: string, headers: Record<string, string> = {}) =>
  (await app.inject({ url: address.replace(/^https?:\/\/[^/]+/, ''), headers })).statusCode

const setLink = statement(
  'test.age_document_link',
  `update document_link set expires_at = now() - interval '1 minute' where tenant_id = $1 and document_link_id = $2`,
)
const maker = statement('test.find_maker', 'select created_by from document_link where tenant_id = $1')

async function limitTo(tenant: TestTenant, document_link_days: number | null) {
  const admin = await tenant.user('SUPER_ADMIN')
  const { settings } = await admin(getTenantSettings, {})
  await admin(putTenantSettings, { body: { ...settings, document_link_days } })
}

describe('DOC-12: a link to a document', () => {
  test('lives as long as the person chose, is opened without an account, and can be revoked at once', async () => {
    const { planner, params, tenant } = await world()
    const { address, ...link } = await planner(contract.createDocumentLink, { params, body: { days: 7 } })
    expect(link).toMatchObject({ state: 'LIVE', is_of_event: false, created_by: 'Test PLANNER', opened_count: 0 })
    expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBeGreaterThan(6.99 * 86_400_000)
    expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBeLessThan(7.01 * 86_400_000)
    expect(await fetchIt(address)).toBe(200)
    expect(await fetchIt(address, { range: 'bytes=5-' })).toBe(206)
    const head = await app.inject({ method: 'HEAD', url: address.replace(/^https?:\/\/[^/]+/, '') })
    expect(head.statusCode).toBe(200)
    const seen = await planner(contract.listDocumentLinks, { params })
    expect(seen).toMatchObject({ items: [{ opened_count: 1, last_opened_at: expect.any(String) }], most_days: 90 })
    expect(JSON.stringify(seen)).not.toContain('signature')

    const ended = { params: { ...params, document_link_id: link.document_link_id } }
    expect(await planner(contract.endDocumentLink, ended)).toMatchObject({ state: 'ENDED' })
    const unknown = address.replace(/signature=..../, 'signature=AAAA')
    expect([await fetchIt(address), await fetchIt(unknown)]).toEqual([404, 404])
    expect(await planner(contract.endDocumentLink, ended)).toMatchObject({ state: 'ENDED' })
    const admin = await tenant.user('SUPER_ADMIN')
    const { items } = await admin(listAuditRecords, {
      query: { entity_type: 'document_link', entity_id: link.document_link_id },
    })
    expect(items.map(({ action }) => action)).toEqual(['updated', 'created'])
    expect(JSON.stringify(items)).not.toContain('signature')
  })

  test('never lives longer than the organisation allows, also in events', async () => {
    const { planner, params, tenant, documentId } = await world()
    await limitTo(tenant, 7)
    await expect(planner(contract.createDocumentLink, { params, body: { days: 30 } })).rejects.toMatchObject({
      status: 422,
      body: { errors: [{ path: 'days' }] },
    })
    expect(await planner(contract.listDocumentLinks, { params })).toEqual({ items: [], most_days: 7 })
    const { expires_at } = await tenant.asTenant((tx) => shareDocument(ctx, tx, documentId))
    expect(Date.parse(expires_at) - Date.now()).toBeLessThan(7.01 * 86_400_000)
  })

  test('in an event is listed as well, and can be revoked', async () => {
    const { planner, params, tenant, documentId } = await world()
    const { download_url } = await tenant.asTenant((tx) => shareDocument(ctx, tx, documentId))
    expect(await fetchIt(download_url)).toBe(200)
    const { items } = await planner(contract.listDocumentLinks, { params })
    expect(items).toMatchObject([{ state: 'LIVE', is_of_event: true, created_by: null, opened_count: 1 }])
    await planner(contract.endDocumentLink, { params: { ...params, document_link_id: items[0]!.document_link_id } })
    expect(await fetchIt(download_url)).toBe(404)
  })

  test('ends when the user who created it is deactivated', async () => {
    const { planner, params, tenant } = await world()
    const { address } = await planner(contract.createDocumentLink, { params, body: { days: 1 } })
    const [{ created_by } = { created_by: '' }] = await tenant.asTenant((tx) => tx.query<{ created_by: string }>(maker))
    const admin = await tenant.user('SUPER_ADMIN')
    await admin(changeUser, { params: { user_id: created_by }, body: { is_disabled: true } })
    expect(await fetchIt(address)).toBe(404)
    expect(await admin(contract.listDocumentLinks, { params })).toMatchObject({
      items: [{ state: 'ENDED', ended_at: null }],
    })
  })

  test('is created, seen and revoked only by users who may read the document, and created by no one with read access only', async () => {
    const { params, tenant, planner } = await world('INVOICE')
    const accountant = await tenant.user('ACCOUNTANT')
    const { document_link_id } = await accountant(contract.createDocumentLink, { params, body: { days: 1 } })
    const viewer = await tenant.user('VIEWER')
    const stranger = await (await server.tenant()).user('SUPER_ADMIN')
    for (const call of [planner, stranger]) {
      await expect(call(contract.createDocumentLink, { params, body: { days: 1 } })).rejects.toMatchObject({
        status: 404,
      })
      await expect(call(contract.listDocumentLinks, { params })).rejects.toMatchObject({ status: 404 })
      const ending = call(contract.endDocumentLink, { params: { ...params, document_link_id } })
      await expect(ending).rejects.toMatchObject({ status: 404 })
    }
    const { params: open } = await world()
    await expect(viewer(contract.createDocumentLink, { params: open, body: { days: 1 } })).rejects.toMatchObject({
      status: 403,
    })
    await expect(planner(contract.listSharedLinks, {})).rejects.toMatchObject({ status: 403 })
    expect(await accountant(contract.listDocumentLinks, { params })).toMatchObject({ items: [{ state: 'LIVE' }] })
  })

  test('is in the paged list of the organisation, and expired ones separately', async () => {
    const { planner, params, tenant } = await world()
    const admin = await tenant.user('SUPER_ADMIN')
    const create = () => planner(contract.createDocumentLink, { params, body: { days: 1 } })
    for (let round = 0; round < 102; round += 1) await create()
    const old = await create()
    await tenant.asTenant((tx) => tx.query(setLink, old.document_link_id))
    const first = await admin(contract.listSharedLinks, { query: {} })
    expect([first.items.length, first.has_more]).toEqual([100, true])
    const before = first.items.at(-1)!.document_link_id
    const second = await admin(contract.listSharedLinks, { query: { before } })
    expect([second.items.length, second.has_more]).toEqual([2, false])
    const ids = new Set([...first.items, ...second.items].map((link) => link.document_link_id))
    expect([ids.size, ids.has(old.document_link_id)]).toEqual([102, false])
    const all = await admin(contract.listSharedLinks, { query: { state: 'ALL' } })
    expect(all.items[0]).toMatchObject({
      document_link_id: old.document_link_id,
      state: 'EXPIRED',
      document_name: 'POD 18.pdf',
    })
  })
})
