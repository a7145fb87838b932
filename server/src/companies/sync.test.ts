import { randomUUID } from 'node:crypto'
import * as contract from '@cartage/contract/companies/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { statement } from '../db/statement.ts'
import { addCompany, rejection } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

type Item = z.input<typeof contract.syncCompanies.body>['items'][number]

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const item = (code: string, members: Item = {}): Item => ({
  code,
  name: `Name ${code}`,
  currency: 'EUR',
  is_customer: true,
  ...members,
})
const sync = (tenant: TestTenant, items: Item[], members: { source?: string; dry_run?: boolean } = {}) =>
  tenant.call(contract.syncCompanies, { body: { source: 'erp', ...members, items } })
const read = (tenant: TestTenant, id: string) => tenant.call(contract.getCompany, { params: { id } })
const outcomes = ({ results }: Awaited<ReturnType<typeof sync>>) => results.map(({ outcome }) => outcome)

const countRows = statement(
  'testing.count_company_writes',
  `select count(*)::integer as companies, max(updated_at)::text as newest,
          (select count(*)::integer from audit_record where tenant_id = $1) as audited
     from company where tenant_id = $1`,
)
const state = async (tenant: TestTenant) => (await tenant.asTenant((tx) => tx.query(countRows)))[0]

describe('a synchronisation', () => {
  test('creates, changes and archives differences, and its repeat writes nothing', async () => {
    const tenant = await server.tenant()
    const first = await sync(tenant, [item('a'), item('b', { contacts: [{ name: 'Ann' }] }), item('c')])
    expect(first).toMatchObject({ created: 3, updated: 0, deleted: 0, unchanged: 0, refused: 0, dry_run: false })
    const before = await state(tenant)
    const list = [item('a'), item('b', { contacts: [{ name: 'Ann' }] }), item('c')]
    expect(outcomes(await sync(tenant, list))).toEqual(['UNCHANGED', 'UNCHANGED', 'UNCHANGED'])
    expect(await state(tenant)).toEqual(before)
    const next = await sync(tenant, [item('d'), item('b', { note: 'new' }), item('a')])
    expect(next).toMatchObject({ created: 1, updated: 1, deleted: 1, unchanged: 1 })
    expect(next.results.map(({ index, outcome }) => [index, outcome])).toEqual([
      [0, 'CREATED'],
      [1, 'UPDATED'],
      [2, 'UNCHANGED'],
      [null, 'DELETED'],
    ])
    const gone = await read(tenant, next.results[3]!.id!)
    expect(gone).toMatchObject({ code: 'c', is_archived: true })
    expect(await read(tenant, next.results[1]!.id!)).toMatchObject({ note: 'new', contacts: [{ name: 'Ann' }] })
  })

  test('a company that returns to the list is the same company again', async () => {
    const tenant = await server.tenant()
    const [id] = (await sync(tenant, [item('a')])).results.map((result) => result.id)
    await sync(tenant, [])
    expect((await read(tenant, id!)).is_archived).toBe(true)
    expect((await sync(tenant, [item('a')])).results).toEqual([{ index: 0, outcome: 'UPDATED', id }])
    expect((await read(tenant, id!)).is_archived).toBe(false)
  })

  test('a dry run reports what would happen and changes nothing', async () => {
    const tenant = await server.tenant()
    await sync(tenant, [item('a'), item('b')])
    const before = await state(tenant)
    const list = [item('a', { note: 'x', billing_location: { city: randomUUID() } }), item('c')]
    const tried = await sync(tenant, list, { dry_run: true })
    expect(tried).toMatchObject({ created: 1, updated: 1, deleted: 1, dry_run: true })
    expect(tried.results[1]).toEqual({ index: 1, outcome: 'CREATED', id: null })
    expect(await state(tenant)).toEqual(before)
    expect(await sync(tenant, list)).toMatchObject({ created: 1, updated: 1, deleted: 1 })
  })

  test('leaves companies of other sources and manually created ones alone', async () => {
    const tenant = await server.tenant()
    const hand = await addCompany(tenant, { name: 'By hand', code: 'h' })
    const [other] = (await sync(tenant, [item('o')], { source: 'crm' })).results
    const answer = await sync(tenant, [item('a'), item('o')])
    expect(answer.results[1]).toMatchObject({ outcome: 'REFUSED', errors: [{ path: 'items.1.code' }] })
    expect(answer).toMatchObject({ created: 1, deleted: 0, refused: 1 })
    expect((await read(tenant, hand)).is_archived).toBe(false)
    expect((await read(tenant, other!.id!)).name).toBe('Name o')
    expect(await sync(tenant, [])).toMatchObject({ deleted: 1 })
    expect((await read(tenant, hand)).is_archived).toBe(false)
  })

  test('a matched company without a source belongs to the source from then on', async () => {
    const tenant = await server.tenant()
    const createdOne = await addCompany(tenant, { name: 'Made by an order', accounting_code: 'K1' })
    const [row] = (await sync(tenant, [item('x', { accounting_code: 'K1' })])).results
    expect(row).toEqual({ index: 0, outcome: 'UPDATED', id: createdOne })
    expect(await read(tenant, createdOne)).toMatchObject({ code: 'x', accounting_code: 'K1', name: 'Name x' })
    expect(await sync(tenant, [])).toMatchObject({ deleted: 1 })
  })

  test('COMP-1: a row may identify the company by its accounting code alone', async () => {
    const tenant = await server.tenant()
    const row = { accounting_code: 'K2', name: 'Two', currency: 'EUR', is_subcontractor: true }
    const [createdOne] = (await sync(tenant, [row])).results
    expect(createdOne!.outcome).toBe('CREATED')
    expect((await sync(tenant, [{ ...row, name: 'Deux' }])).results).toEqual([{ ...createdOne, outcome: 'UPDATED' }])
  })

  test('members omitted in a row stay; contacts that are sent are the full list', async () => {
    const tenant = await server.tenant()
    const [createdOne] = (await sync(tenant, [item('a', { note: 'N', contacts: [{ name: 'A' }, { name: 'B' }] })]))
      .results
    await sync(tenant, [{ code: 'a', vat_number: 'BE0411905847' }])
    expect(await read(tenant, createdOne!.id!)).toMatchObject({ note: 'N', vat_number: 'BE0411905847', name: 'Name a' })
    await sync(tenant, [{ code: 'a', contacts: [{ name: 'B' }, { name: 'C' }] }])
    expect((await read(tenant, createdOne!.id!)).contacts?.map(({ name }) => name)).toEqual(['B', 'C'])
  })

  test('a row refused by a rule has its reason, and the others take effect', async () => {
    const tenant = await server.tenant()
    await sync(tenant, [item('keep')])
    const answer = await sync(tenant, [
      item('a'),
      item('a', { note: 'second' }),
      { name: 'No key', currency: 'EUR', is_customer: true },
      item('b', { is_customer: false }),
      item('c', { sales: { billing_entities: [{ code: 'NONE' }] } }),
      item('keep', { payment_term: { code: 'CUSTOM_DUE_DATE' } }),
    ])
    expect(outcomes(answer)).toEqual(['CREATED', 'REFUSED', 'REFUSED', 'REFUSED', 'REFUSED', 'REFUSED'])
    expect(answer.results.flatMap(({ errors }) => errors?.map(({ path }) => path) ?? [])).toEqual([
      'items.1.code',
      'items.2.code',
      'items.3.is_customer',
      'items.4.sales.billing_entities.0.code',
      'items.5.payment_term.code',
    ])
    expect((await read(tenant, answer.results[5]!.id!)).is_archived).toBe(false)
  })

  test('archives nothing while a row does not identify a company', async () => {
    const tenant = await server.tenant()
    await sync(tenant, [item('a'), item('b')])
    const answer = await sync(tenant, [item('a', { note: 'new' }), item(' ')])
    expect(outcomes(answer)).toEqual(['UPDATED', 'REFUSED'])
    expect(answer.results[1]!.errors![0]!.message).toContain('nothing is archived')
    expect(outcomes(await sync(tenant, [item('a', { note: 'new' })]))).toEqual(['UNCHANGED', 'DELETED'])
  })

  test('accounting codes can be exchanged within a list, and an accounting code of another company is refused', async () => {
    const tenant = await server.tenant()
    const holder = await addCompany(tenant, { name: 'Holder', code: 'h', accounting_code: '99' })
    await sync(tenant, [item('a', { accounting_code: '1' }), item('b', { accounting_code: '2' })])
    const swapped = await sync(tenant, [item('a', { accounting_code: '2' }), item('b', { accounting_code: '1' })])
    expect(outcomes(swapped)).toEqual(['UPDATED', 'UPDATED'])
    const moved = await sync(tenant, [item('c', { accounting_code: '1' }), item('a', { accounting_code: '99' })])
    expect(outcomes(moved)).toEqual(['CREATED', 'REFUSED', 'DELETED'])
    expect(moved.results[1]!.errors![0]).toMatchObject({ detail: { company_id: holder } })
    expect((await read(tenant, moved.results[1]!.id!)).accounting_code).toBe('2')
  })

  test('a malformed list changes nothing', async () => {
    const tenant = await server.tenant()
    await sync(tenant, [item('a')])
    const bad = await rejection(sync(tenant, [item('b'), item('c', { locale: 'wrong' })]))
    expect([bad.status, bad.body.errors?.[0]?.path]).toEqual([422, 'items.1.locale'])
    expect(await sync(tenant, [item('a')])).toMatchObject({ unchanged: 1, deleted: 0 })
  })

  test('concurrent lists are applied one after the other', async () => {
    const tenant = await server.tenant()
    const list = Array.from({ length: 20 }, (_, index) => item(`p${index}`, { accounting_code: `K${index}` }))
    const answers = await Promise.all(Array.from({ length: 4 }, () => sync(tenant, list)))
    expect(answers.map(({ created }) => created).sort((one, other) => one - other)).toEqual([0, 0, 0, 20])
    expect(answers.map(({ refused }) => refused)).toEqual([0, 0, 0, 0])
  })

  // A statement has five seconds, which a machine that runs all stages may not give it; the caller would send it again.
  test('accepts 10,000 companies at once', { retry: 2 }, async () => {
    const tenant = await server.tenant()
    const list = Array.from({ length: 10_000 }, (_, index) => item(`n${index}`, { accounting_code: `K${index}` }))
    expect(await sync(tenant, list)).toMatchObject({ created: 10_000, refused: 0 })
    const before = await state(tenant)
    expect(await sync(tenant, list)).toMatchObject({ unchanged: 10_000, updated: 0 })
    expect(await state(tenant)).toEqual(before)
  })
})
