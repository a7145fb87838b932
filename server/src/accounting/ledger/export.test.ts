import { readFileSync, writeFileSync } from 'node:fs'
import * as app from '@cartage/contract/accounting/app/ledger'
import { setTaskStatus } from '@cartage/contract/accounting/app/tasks'
import { closeBookingPeriod } from '@cartage/contract/books/app'
import { changeSetting } from '@cartage/contract/tenants/app/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { companiesOf } from '../../testing/data/companies.ts'
import { writeChart, writeDocument } from '../../testing/data/money/invoices.ts'
import { ledgerFacts, ledgerRows } from '../../testing/data/money/ledger.ts'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { runChecks } from '../checks/views.ts'
import { hashPeriod } from '../periods/views.ts'
import { postDocument } from '../tasks/post.commands.ts'
import { readExport } from './export.commands.ts'
import { writeFile } from './file.format.ts'
import { formats } from './profiles.format.ts'
import { loadLedgerRows } from './rows.views.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
})
afterAll(() => server.close())

test.each(app.ledgerProfiles)('LEDGER-1, LEDGER-2: %s matches the stored example file, byte for byte', (profile) => {
  const text = writeFile(formats[profile], ledgerRows, ledgerFacts)
  const path = new URL(`./examples/${profile.toLowerCase()}.txt`, import.meta.url)
  // UPDATE_EXAMPLES=1 rewrites them; review the difference.
  if (process.env.UPDATE_EXAMPLES === '1') writeFileSync(path, text)
  expect(text).toBe(readFileSync(path, 'utf8'))
})

test('POST-1: a document that totals zero has a readable entry, and the money checks hold', async () => {
  const { tenant, book, create, accountant } = await haulier()
  const id = await book('0.00')
  await book('100.00')
  const { lines } = (await accountant(app.getLedgerEntry, { params: { invoice_id: id } })) as { lines: unknown[] }
  expect(lines).toMatchObject([{ account: '400000', debit: '0.00', credit: '0.00' }])
  expect(await create({ profile: 'FEC' })).toMatchObject({ entries: 2 })
  const results = await server.ctx.db.inSnapshot(tenant.tenantId, (tx) => runChecks(tx))
  expect(results.find(({ number }) => number === 12)).toMatchObject({ breaches: 0 })
})

test('LEDGER-2: file names follow the rules of the formats', () => {
  expect(formats.FEC.fileName(ledgerFacts)).toBe('403170701FEC20261031')
  expect(formats.DATEV.fileName(ledgerFacts)).toBe('EXTF_Buchungsstapel_MAIN_20261001_20261031')
})

const entity = statement(
  'test.export_entity',
  'select billing_entity_id from billing_entity where tenant_id = $1 and is_default',
)

async function haulier() {
  const tenant = await server.tenant()
  await writeChart(tenant)
  const { id: company_id } = await companiesOf(() => tenant).create()
  const [{ billing_entity_id }] = (await tenant.asTenant((tx) => tx.query(entity))) as [{ billing_entity_id: string }]
  const book = async (amount: string, date = '2026-10-27') => {
    const { invoice_id } = await writeDocument(tenant, { company_id, date, lines: [{ amount }] })
    await tenant.asTenant((tx) => postDocument(server.ctx, tx, invoice_id))
    return invoice_id
  }
  const accountant = await tenant.user('ACCOUNTANT')
  const create = (members: object = {}) =>
    accountant(app.createLedgerExport, { body: { billing_entity_id, profile: 'NEUTRAL', ...members } })
  const read = (ledger_export_id: string) => tenant.asTenant((tx) => readExport(tx, ledger_export_id))
  const enterNumbers = async () => {
    const params = { kind: 'billing_entities', setting_id: billing_entity_id }
    const body = { datev: { adviser_number: 29_098, client_number: 55_003 } }
    await (await tenant.user('SUPER_ADMIN'))(changeSetting, { params, body })
  }
  return { tenant, book, accountant, create, read, enterNumbers, billing_entity_id }
}

test('LEDGER-3: without days an export contains new entries only, and each entry is exported once', async () => {
  const { book, create } = await haulier()
  await book('100.00')
  await book('50.00')
  expect(await create()).toMatchObject({ entries: 2, from: null, to: null })
  await book('10.00', '2027-01-04')
  expect(await create()).toMatchObject({ entries: 1 })
  expect(await create()).toMatchObject({ entries: 0 })
  expect(await create({ profile: 'FEC' })).toMatchObject({ entries: 3 })
})

test('LEDGER-8: a DATEV file covers one year, because its lines have days without a year', async () => {
  const { book, create, enterNumbers } = await haulier()
  await enterNumbers()
  await book('100.00')
  await book('10.00', '2027-01-04')
  const profile = 'DATEV'
  const first = await create({ profile })
  expect(first).toMatchObject({ entries: 1, file_name: 'EXTF_Buchungsstapel_MAIN_20261027_20261027.csv' })
  expect(await create({ profile })).toMatchObject({
    entries: 1,
    file_name: 'EXTF_Buchungsstapel_MAIN_20270104_20270104.csv',
  })
  expect(await create({ profile })).toMatchObject({ entries: 0 })
  const days = { profile, from: '2026-12-01', to: '2027-01-31' }
  expect(await rejection(create(days))).toMatchObject({ status: 422, body: { errors: [{ field: 'to' }] } })
  expect(await create({ ...days, profile: 'FEC' })).toMatchObject({ entries: 1 })
})

test('LEDGER-9: a DATEV file has adviser, client and account length; without them nothing is exported', async () => {
  const { book, create, read, enterNumbers } = await haulier()
  await book('100.00')
  const refused = await rejection(create({ profile: 'DATEV' }))
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'billing_entity_id' }] } })
  await enterNumbers()
  const record = await create({ profile: 'DATEV' })
  expect(record).toMatchObject({ entries: 1 })
  const { text } = await read(record.ledger_export_id)
  expect(text.split('\r\n')[0]!.split(';').slice(10, 16)).toEqual([
    '29098',
    '55003',
    '20260101',
    '4',
    '20261027',
    '20261027',
  ])
})

const copyEntry = statement(
  'test.copy_entry',
  `with copies as (
     insert into posting (tenant_id, posting_id, invoice_id, billing_entity_id, journal, year, entry_number, booking_date,
                          currency, is_reversal)
     select p.tenant_id, gen_random_uuid(), p.invoice_id, p.billing_entity_id, p.journal, p.year, p.entry_number + n,
            p.booking_date + n, p.currency, p.is_reversal
       from posting p cross join generate_series(1, $2::integer) n where p.tenant_id = $1
     returning posting_id
   ), lines as (
     insert into posting_line (tenant_id, posting_id, position, account, account_name, debit, credit, currency, amount_currency)
     select l.tenant_id, c.posting_id, l.position, l.account, l.account_name, l.debit, l.credit, l.currency, l.amount_currency
       from posting_line l cross join copies c where l.tenant_id = $1
   )
   update posting_counter set last_number = last_number + $2 where tenant_id = $1`,
)

test('LEDGER-3: an export larger than one read batch has each entry once, in order', async () => {
  const { tenant, book, create, billing_entity_id } = await haulier()
  await book('100.00')
  await tenant.asTenant((tx) => tx.query(copyEntry, 1_200))
  expect(await create()).toMatchObject({ entries: 1_201 })
  const all = [{ year: 2026, first: 1, last: 1_201 }]
  const read = await tenant.asTenant((tx) => loadLedgerRows(tx, billing_entity_id, all, { from: null, to: null }))
  const lines = read.filter(({ entry_number }) => entry_number === 1).length
  expect(read.map(({ entry_number }) => entry_number)).toEqual(
    Array.from({ length: 1_201 * lines }, (_, at) => Math.floor(at / lines) + 1),
  )
  expect(await create()).toMatchObject({ entries: 0 })
})

test('LEDGER-3: with days it contains the entries booked on them; a single day is 422', async () => {
  const { book, create } = await haulier()
  await book('100.00', '2026-09-30')
  await book('50.00', '2026-10-01')
  expect(await create({ from: '2026-10-01', to: '2026-10-31' })).toMatchObject({ entries: 1, from: '2026-10-01' })
  expect(await create()).toMatchObject({ entries: 2 })
  for (const days of [{ from: '2026-10-01' }, { from: '2026-10-02', to: '2026-10-01' }]) {
    expect(await rejection(create(days))).toMatchObject({ status: 422 })
  }
})

test('LEDGER-4: an export returns the same bytes later, even when more was booked on its days', async () => {
  const { book, create, read, accountant } = await haulier()
  await book('100.00')
  const { ledger_export_id, sha256 } = await create({ from: '2026-10-01', to: '2026-10-31' })
  await book('50.00')
  const { items, total } = await accountant(app.listLedgerExports, { query: {} })
  expect([items[0]!.sha256, total]).toEqual([sha256, 1])
  const file = await read(ledger_export_id)
  expect([file.sha256, file.entries]).toEqual([sha256, 1])
})

test('LEDGER-6: a closed month keeps the hash of its entries', async () => {
  const { tenant, book, accountant } = await haulier()
  const invoice_id = await book('100.00')
  await accountant(setTaskStatus, {
    params: { task_id: await taskOf(tenant, invoice_id) },
    body: { status: 'COMPLETED' },
  })
  const [{ billing_entity_id }] = (await tenant.asTenant((tx) => tx.query(entity))) as [{ billing_entity_id: string }]
  await accountant(closeBookingPeriod, { body: { billing_entity_id, month: '2026-10' } })
  const period = { billing_entity_id, month: '2026-10', status: 'CLOSED' as const, reason: null }
  const hash = await tenant.asTenant((tx) => hashPeriod(tx, period))
  expect(await tenant.asTenant((tx) => tx.query(keptHash))).toEqual([{ content_hash: hash }])
})

test('POST-5: entry numbers have no gaps in each year, even when a posting fails', async () => {
  const { tenant, book, accountant } = await haulier()
  const numbers: unknown[] = []
  const numberOf = async (invoice_id: string) => {
    const { year, entry_number } = await accountant(app.getLedgerEntry, { params: { invoice_id } })
    return [year, entry_number]
  }
  numbers.push(await numberOf(await book('1.00')))
  const failing = tenant.asTenant(async (tx) => {
    const { company_id } = (await tx.query<{ company_id: string }>(someCompany))[0]!
    const { invoice_id } = await writeDocument(tenant, { company_id, lines: [{ amount: '2.00' }] })
    await postDocument(server.ctx, tx, invoice_id)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  numbers.push(await numberOf(await book('3.00')), await numberOf(await book('4.00', '2027-01-04')))
  expect(numbers).toEqual([
    [2026, 1],
    [2026, 2],
    [2027, 1],
  ])
})

const keptHash = statement(
  'test.kept_hash',
  `select content_hash from booking_period where tenant_id = $1 and status = 'CLOSED'`,
)
const selectTask = statement('test.task_of', 'select task_id from task where tenant_id = $1 and invoice_id = $2')
const taskOf = async (tenant: TestTenant, invoiceId: string) =>
  (await tenant.asTenant((tx) => tx.query<{ task_id: string }>(selectTask, invoiceId)))[0]!.task_id
const someCompany = statement('test.some_company', 'select company_id from company where tenant_id = $1 limit 1')
