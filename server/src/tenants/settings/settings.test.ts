import { listAuditRecords } from '@cartage/contract/audit/app'
import type { Call } from '@cartage/contract/client'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import { settingKinds as schemas } from '@cartage/contract/tenants/app/kinds'
import * as contract from '@cartage/contract/tenants/app/settings'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { settingKinds } from '../../setting-kinds.ts'
import { addCompany, alpha, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { loadReference } from '../reference.views.ts'

const server = await startTestServer()
afterAll(() => server.close())

const readVersion = statement('tenants.test_version', 'select version from tenant_setting where tenant_id = $1')

const addContent = statement(
  'tenants.test_content',
  `insert into document_content (tenant_id, sha256, size_bytes, media_type) values ($1, $2, 0, 'text/plain')
   returning content_id`,
)
const addDocument = statement(
  'tenants.test_document',
  `insert into document (tenant_id, subject_type, subject_id, document_type, name, content_id, media_type)
   values ($1, 'ORDER', gen_random_uuid(), 'USED', 'a.txt', $2, 'text/plain')`,
)

interface Office {
  tenant: TestTenant
  call: Call
  list(kind: string, archived?: 'true'): Promise<contract.Setting[]>
  add(kind: string, body: Record<string, unknown>): Promise<contract.Setting>
  change(kind: string, id: string, body: Record<string, unknown>): Promise<contract.Setting>
  codes(kind: string): Promise<unknown[]>
  at(kind: string, code: string): Promise<contract.Setting>
}

/** A separate tenant with its Super admin. */
async function open(): Promise<Office> {
  const tenant = await server.tenant()
  const call = await tenant.user('SUPER_ADMIN')
  const list = async (kind: string, archived?: 'true') =>
    (await call(contract.listSettings, { params: { kind }, query: { archived } })).items
  return {
    tenant,
    call,
    list,
    add: (kind, body) => call(contract.createSetting, { params: { kind }, body }),
    change: (kind, setting_id, body) => call(contract.changeSetting, { params: { kind, setting_id }, body }),
    codes: async (kind) => (await list(kind)).map(({ values }) => values.code),
    at: async (kind, code) => (await list(kind)).find(({ values }) => values.code === code)!,
  }
}

const samples: Record<string, Record<string, unknown>> = {
  question_path_keys: { document_type: 'PROOF_OF_DELIVERY', default_file_name: 'SAMPLE.pdf' },
  billing_entities: { legal_name: 'Sample NV' },
  number_ranges: { applies_to: 'TRIP', prefix: 'S' },
  accounts: { billing_entity: 'MAIN', use: 'VAT' },
  reminder_levels: { days_overdue: 7, text: 'Sample' },
  tax_rates: {
    ...{ billing_entity: 'MAIN', invoice_type: 'SALES', treatment: 'EXPORT', percentage: 5.5, category: 'E' },
    ...{ tax_type: 'TRANSIT', valid_from: '2026-01-01', vatex_code: 'VATEX-EU-146-1E' },
  },
}
const titleOf = (kind: string) => (kind === 'custom_activities' ? 'label' : 'name')
const sampleOf = (kind: string) => {
  return { code: 'SAMPLE', [titleOf(kind)]: 'Sample', ...samples[kind] }
}

describe.each(settingKinds.map(({ kind }) => kind))('%s', (kind) => {
  test('are added, listed, changed, archived, restored and deleted', async () => {
    const { add, list, change, call } = await open()
    const before = await list(kind)
    const added = await add(kind, sampleOf(kind))
    expect(added.values).toMatchObject(sampleOf(kind))
    const renamed = { [titleOf(kind)]: 'Renamed' }
    const params = { kind, setting_id: added.setting_id }
    const changed = await change(kind, added.setting_id, renamed)
    expect(changed).toMatchObject({ setting_id: added.setting_id, values: { ...added.values, ...renamed } })
    expect((await call(contract.archiveSetting, { params })).is_archived).toBe(true)
    expect(await list(kind)).toEqual(before)
    expect((await list(kind, 'true')).map(({ setting_id }) => setting_id)).toContain(added.setting_id)
    expect(await call(contract.restoreSetting, { params })).toMatchObject({
      is_archived: false,
      values: changed.values,
    })
    await call(contract.deleteSetting, { params })
    expect(await list(kind, 'true')).toEqual(before)
  })

  test('refuse unknown members and incomplete entries, and change nothing', async () => {
    const { add, change, list, codes } = await open()
    const before = await codes(kind)
    const refused = { status: 422 }
    await expect(add(kind, { ...sampleOf(kind), colour: 'red' })).rejects.toMatchObject(refused)
    await expect(add(kind, { code: 'SAMPLE' })).rejects.toMatchObject(refused)
    await expect(add(kind, { ...sampleOf(kind), code: ' ' })).rejects.toMatchObject(refused)
    await expect(add(kind, { ...sampleOf(kind), rank: 'first' })).rejects.toMatchObject(refused)
    const [entry] = await list(kind)
    if (entry) await expect(change(kind, entry.setting_id, { [titleOf(kind)]: null })).rejects.toMatchObject(refused)
    expect(await codes(kind)).toEqual(before)
  })

  test('give each entry every member of the schema, so that forms can be generated', async () => {
    const { add } = await open()
    const shape = schemas[kind].schema.shape as Record<string, unknown>
    expect(Object.keys((await add(kind, sampleOf(kind))).values).sort()).toEqual(Object.keys(shape).sort())
  })
})

describe('a code', () => {
  test.each(settingKinds.filter(({ distinct }) => distinct.length > 0).map(({ kind }) => kind))(
    'of %s belongs to one live entry, ignoring case, and is free again when that is archived',
    async (kind) => {
      const { add, call } = await open()
      const first = await add(kind, sampleOf(kind))
      const second = { ...sampleOf(kind), ...(kind === 'number_ranges' && { prefix: 'T' }) }
      await expect(add(kind, { ...second, code: 'Sample' })).rejects.toMatchObject({
        status: 422,
        body: { errors: expect.arrayContaining([expect.objectContaining({ path: 'code', detail: 'code_taken' })]) },
      })
      const params = { kind, setting_id: first.setting_id }
      await call(contract.archiveSetting, { params })
      await add(kind, second)
      await expect(call(contract.restoreSetting, { params })).rejects.toMatchObject({ status: 422 })
    },
  )

  test('RES-10: of extras may be shared, so that a look-up finds all of them', async () => {
    const { add, list } = await open()
    await add('extras', { code: 'LIFT', name: 'Tail lift' })
    await add('extras', { code: 'LIFT', name: 'Fork lift' })
    const found = (await list('extras')).filter(({ values }) => values.code === 'LIFT')
    expect(found.map(({ values }) => values.name).sort()).toEqual(['Fork lift', 'Tail lift'])
  })

  test('claimed by two at the same moment goes to one of them', async () => {
    const { add, codes } = await open()
    const both = await Promise.allSettled(
      [1, 2, 3, 4].map((rank) => add('departments', { code: 'SEA', name: 'Sea', rank })),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await codes('departments')).toEqual(['SEA'])
  })
})

describe('the default billing entity', () => {
  test('RES-14: exists in every tenant from the start', async () => {
    const { list, tenant } = await open()
    const marked = (await list('billing_entities')).filter(({ values }) => values.is_default)
    expect(marked.map(({ values }) => values)).toMatchObject([{ code: 'MAIN', legal_name: tenant.slug }])
  })

  test('passes the mark on, and cannot lose it, be archived or be deleted', async () => {
    const { add, at, change, call, list } = await open()
    const main = await at('billing_entities', 'MAIN')
    const params = { kind: 'billing_entities', setting_id: main.setting_id }
    await expect(change('billing_entities', main.setting_id, { is_default: false })).rejects.toMatchObject({
      status: 422,
    })
    await expect(call(contract.archiveSetting, { params })).rejects.toMatchObject({ status: 409 })
    await expect(call(contract.deleteSetting, { params })).rejects.toMatchObject({ status: 409 })
    await add('billing_entities', { code: 'NL', name: 'Dutch', legal_name: 'Dutch BV', is_default: true })
    const marked = (await list('billing_entities')).filter(({ values }) => values.is_default)
    expect(marked.map(({ values }) => values.code)).toEqual(['NL'])
    await change('billing_entities', main.setting_id, { is_default: true })
    const again = (await list('billing_entities')).filter(({ values }) => values.is_default)
    expect(again.map(({ values }) => values.code)).toEqual(['MAIN'])
  })
})

describe('an entry in use', () => {
  test('by another setting is not archived before that is', async () => {
    const { at, call, change, add } = await open()
    const type = await at('document_types', 'ORIGINAL_CMR')
    const params = { kind: 'document_types', setting_id: type.setting_id }
    const refused = { status: 409, body: { message: expect.stringContaining('CMR of the question path keys') } }
    await expect(call(contract.archiveSetting, { params })).rejects.toMatchObject(refused)
    await expect(call(contract.deleteSetting, { params })).rejects.toMatchObject(refused)
    const other = await add('document_types', { code: 'CMR_2', name: 'Other CMR' })
    expect(other.values.subject_types).toEqual([])
    const key = await at('question_path_keys', 'CMR')
    await change('question_path_keys', key.setting_id, { document_type: 'CMR_2' })
    expect((await call(contract.archiveSetting, { params })).is_archived).toBe(true)
  })

  test('and renamed keeps its references: they use the id, not the name', async () => {
    const { at, change } = await open()
    const type = await at('document_types', 'ORIGINAL_CMR')
    await change('document_types', type.setting_id, { code: 'CMR_PAPER' })
    const key = await at('question_path_keys', 'CMR')
    expect(key.values).toMatchObject({ document_type: 'CMR_PAPER', default_file_name: 'CMR.pdf' })
  })

  test('BILL-6: a range that cannot number documents is rejected when it is entered', async () => {
    const { add } = await open()
    const range = { code: 'INV', name: 'Invoices', applies_to: 'INVOICE', first_number: 100 }
    const faults = async (values: object) => {
      const error: { body?: { errors?: { field: string }[] } } = await add('number_ranges', {
        ...range,
        ...values,
      }).then(
        () => ({}),
        (rejected) => rejected,
      )
      return error.body?.errors?.map(({ field }) => field)
    }
    expect(await faults({})).toEqual(['is_gapless', 'restarts_yearly', 'first_number'])
    await add('billing_entities', { code: 'NL', name: 'Dutch', legal_name: 'Dutch BV' })
    const fit = { year_style: 'FULL', restarts_yearly: true, is_gapless: true, first_number: 1 }
    expect(await faults(fit)).toEqual(['billing_entity'])
    expect(await faults({ ...fit, billing_entity: 'NL' })).toBeUndefined()
  })

  test('by a row of another table can be archived, not deleted', async () => {
    const { at, add, call } = await open()
    const entity = await add('billing_entities', { code: 'NL', name: 'Dutch', legal_name: 'Dutch BV' })
    const yearly = { year_style: 'FULL', restarts_yearly: true, is_gapless: true }
    const invoices = { code: 'NL', name: 'NL', applies_to: 'INVOICE', billing_entity: 'NL', ...yearly }
    const range = await add('number_ranges', invoices)
    expect(range.values.billing_entity).toBe('NL')
    await call(contract.archiveSetting, { params: { kind: 'number_ranges', setting_id: range.setting_id } })
    const params = { kind: 'billing_entities', setting_id: entity.setting_id }
    await expect(call(contract.deleteSetting, { params })).rejects.toMatchObject({ status: 409 })
    expect((await at('billing_entities', 'NL')).is_archived).toBe(false)
    expect((await call(contract.archiveSetting, { params })).is_archived).toBe(true)
  })

  test('by an order, which stores it as text, can be archived, not deleted; an unused one can be deleted', async () => {
    const { add, call, tenant } = await open()
    const used = await add('departments', { code: 'SEA', name: 'Sea freight' })
    const free = await add('departments', { code: 'AIR', name: 'Air freight' })
    await addCompany(tenant, { name: alpha.name, code: alpha.code, accounting_code: alpha.code })
    await tenant.call(uploadOrder, { body: simpleOrder({ department: { code: 'sea' } }) })
    await server.drain()
    const remove = ({ setting_id }: contract.Setting) =>
      call(contract.deleteSetting, { params: { kind: 'departments', setting_id } })
    await expect(remove(used)).rejects.toMatchObject({ status: 409, body: { code: 'state_conflict' } })
    await remove(free)
  })

  test('by a document can be archived, not deleted', async () => {
    const { add, call, tenant } = await open()
    const types = ['USED', 'FREE'].map((code) => add('document_types', { code, name: code }))
    const [used, free] = await Promise.all(types)
    const digest = Buffer.alloc(32, 1)
    const [content] = await tenant.asTenant((tx) => tx.query<{ content_id: string }>(addContent, digest))
    await tenant.asTenant((tx) => tx.query(addDocument, content!.content_id))
    const remove = ({ setting_id }: contract.Setting) =>
      call(contract.deleteSetting, { params: { kind: 'document_types', setting_id } })
    await expect(remove(used!)).rejects.toMatchObject({ status: 409, body: { code: 'state_conflict' } })
    await remove(free!)
  })

  test('cannot refer to unknown entries', async () => {
    const { add } = await open()
    const key = { code: 'X', name: 'X', document_type: 'NOTHING', default_file_name: 'X.pdf' }
    await expect(add('question_path_keys', key)).rejects.toMatchObject({
      status: 422,
      body: { errors: [{ path: 'document_type', detail: 'document_type_unknown' }] },
    })
  })
})

describe('settings', () => {
  test('apply to the next order at once, and archived ones do not', async () => {
    const { add, call, tenant } = await open()
    const names = async () => (await tenant.asTenant(loadReference)).transportServices.map(({ code }) => code)
    const added = await add('transport_services', { code: 'REEFER', name: 'Reefer' })
    expect(await names()).toEqual(['GENERAL', 'REEFER'])
    await call(contract.archiveSetting, { params: { kind: 'transport_services', setting_id: added.setting_id } })
    expect(await names()).toEqual(['GENERAL'])
  })

  test('are in order of rank, then of code', async () => {
    const { add, codes } = await open()
    for (const [code, rank] of [
      ['B', 1],
      ['A', 1],
      ['Z', 0],
    ] as const)
      await add('departments', { code, name: code, rank })
    expect(await codes('departments')).toEqual(['Z', 'A', 'B'])
  })

  test('of an unknown kind or id do not exist', async () => {
    const { list, change } = await open()
    await expect(list('constructor')).rejects.toMatchObject({ status: 404 })
    await expect(change('extras', '5f0f2f6e-8f5c-4f43-9d0a-6f3a1f0c2b11', {})).rejects.toMatchObject({ status: 404 })
    await expect(change('extras', 'x', {})).rejects.toMatchObject({ status: 404 })
  })

  test('of another tenant can be neither seen nor changed', async () => {
    const [one, other] = [await open(), await open()]
    const entry = await one.add('extras', { code: 'LIFT', name: 'Tail lift' })
    expect(await other.list('extras')).toEqual([])
    await expect(other.change('extras', entry.setting_id, { name: 'Mine' })).rejects.toMatchObject({ status: 404 })
    expect((await one.at('extras', 'LIFT')).values.name).toBe('Tail lift')
  })

  test('are read by the office and written by Super admins', async () => {
    const { tenant } = await open()
    const planner = await tenant.user('PLANNER')
    const params = { kind: 'extras' }
    expect((await planner(contract.listSettings, { params })).items).toEqual([])
    const add = planner(contract.createSetting, { params, body: { code: 'A', name: 'A' } })
    await expect(add).rejects.toMatchObject({ status: 403 })
    const customer = await tenant.user('CUSTOMER')
    await expect(customer(contract.listSettings, { params })).rejects.toMatchObject({ status: 403 })
  })

  test('record in the audit trail who changed what', async () => {
    const { add, change, call } = await open()
    const entry = await add('extras', { code: 'LIFT', name: 'Tail lift' })
    const params = { kind: 'extras', setting_id: entry.setting_id }
    await change('extras', entry.setting_id, { name: 'Lift' })
    await call(contract.archiveSetting, { params })
    await call(contract.restoreSetting, { params })
    await call(contract.deleteSetting, { params })
    const query = { entity_type: 'extra', entity_id: entry.setting_id }
    const { items } = await call(listAuditRecords, { query })
    expect(items.map(({ action }) => action)).toEqual(['deleted', 'restored', 'archived', 'updated', 'created'])
    expect(items[3]!.changes).toEqual({ name: { before: 'Tail lift', after: 'Lift' } })
    expect(items.every(({ actor, request_id }) => actor.kind === 'user' && request_id !== null)).toBe(true)
  })

  test('without an effect are not changes; each change raises the version cached by processes', async () => {
    const { add, change, tenant } = await open()
    const version = async () => (await tenant.asTenant((tx) => tx.query<{ version: number }>(readVersion)))[0]!.version
    const start = await version()
    const entry = await add('extras', { code: 'LIFT', name: 'Tail lift' })
    expect(await version()).toBe(start + 1)
    await change('extras', entry.setting_id, { name: 'Tail lift' })
    expect(await version()).toBe(start + 1)
    await change('extras', entry.setting_id, { name: 'Lift' })
    expect(await version()).toBe(start + 2)
  })
})
