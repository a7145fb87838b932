import { randomUUID } from 'node:crypto'
import type { MoneyCheck } from '@cartage/contract/accounting/app/checks'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bySystem } from '../../audit/rules.ts'
import { type Statement, statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { inLanguage } from '../../http/language.ts'
import { enqueue } from '../../jobs/queue.ts'
import { companiesOf } from '../../testing/data/companies.ts'
import { type GivenDocument, writeCharge, writeChart, writeDocument } from '../../testing/data/money/invoices.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { logInAs } from '../../testing/test-tenant.ts'
import { postDocument } from '../tasks/post.commands.ts'
import { reportTask } from '../tasks/report.commands.ts'
import { listAvailable } from '../tasks/views.ts'
import { checks, runChecksTogether } from './views.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
})
afterAll(() => server.close())

/** A haulier with consistent data: an invoice, its credit note and a purchase, posted. */
async function haulier() {
  const tenant = await server.tenant()
  await writeChart(tenant)
  const { id: company_id } = await companiesOf(() => tenant).create()
  const write = (given: Partial<GivenDocument> = {}) =>
    writeDocument(tenant, { company_id, lines: [{ amount: '100.00' }], ...given })
  const change = (sql: Statement, ...values: unknown[]) => tenant.asTenant((tx) => tx.query(sql, ...values))
  const results = () => server.ctx.db.inSnapshots(tenant.tenantId, 2, (readers) => runChecksTogether(readers))
  const breached = async () => {
    return (await results()).filter(({ breaches }) => breaches > 0).map(({ number }) => number)
  }
  return { tenant, company_id, write, change, results, breached }
}

test('CHECK-1: valid money data breaks no invariant', async () => {
  const { tenant, company_id, write, breached } = await haulier()
  const charge_id = await writeCharge(tenant, { company_id, amount: '100.00' })
  const invoice = await write({ lines: [{ amount: '100.00', charge_id }] })
  const [line] = invoice.line_ids
  const note = await write({
    kind: 'SALES_CREDIT_NOTE',
    credited: invoice,
    lines: [{ amount: '40.00', credited_line_id: line! }],
  })
  const purchase = await write({ kind: 'PURCHASE_INVOICE' })
  for (const { invoice_id } of [invoice, note, purchase]) {
    await tenant.asTenant((tx) => postDocument(server.ctx, tx, invoice_id))
    await tenant.asTenant((tx) => enqueue(tx, 'billing.make_files', { invoice_id }, { inSeconds: 3_600 }))
  }
  const [task] = await tenant.asTenant((tx) => listAvailable(tx, null))
  const command = { tenantId: tenant.tenantId, by: bySystem, taskId: task!.id }
  await reportTask(server.ctx, command, { status: 'COMPLETED', failure: null })
  expect(checks).toHaveLength(20)
  expect(await breached()).toEqual([])
})

type Haulier = Awaited<ReturnType<typeof haulier>>

const set = (name: string, sql: string) => statement(`test.plant_${name}`, sql)

/** Violation planted for each invariant. */
const plants: Readonly<Record<number, (world: Haulier) => Promise<unknown>>> = {
  1: ({ change, company_id }) =>
    change(
      set(
        'unbilled',
        `insert into unbilled_order (tenant_id, order_id, company_id, reason) values ($1, $2, $3, 'READY')`,
      ),
      randomUUID(),
      company_id,
    ),
  2: async ({ write, change }) => {
    const { line_ids } = await write({ is_draft: true })
    await change(
      set(
        'part',
        `insert into invoice_line_item (tenant_id, line_item_id, invoice_line_id, position, fraction, amount)
         values ($1, $2, $3, 1, 0.5, 50)`,
      ),
      randomUUID(),
      line_ids[0],
    )
  },
  3: async ({ write, change }) => {
    const { invoice_id } = await write({ is_draft: true })
    await change(
      set('draft_number', `update invoice set name = 'F1' where tenant_id = $1 and invoice_id = $2`),
      invoice_id,
    )
  },
  4: async ({ write, change }) => {
    const range = randomUUID()
    const number = set(
      'number',
      `update invoice set number_range_id = $3, number_scope = '00000000-0000-0000-0000-000000000000', number_period = 2026,
              number_counted = $4 where tenant_id = $1 and invoice_id = $2`,
    )
    const days = ['2026-10-27', '2026-10-26']
    for (const [at, date] of days.entries()) {
      await write({ date, beforehand: (tx, id) => tx.query(number, id, range, at + 1) })
    }
    void change
  },
  5: ({ write }) =>
    write({
      beforehand: (tx, id) =>
        tx.query(
          set('sum', 'update invoice set sum_lines = sum_lines + 1 where tenant_id = $1 and invoice_id = $2'),
          id,
        ),
    }),
  6: ({ write }) =>
    write({
      beforehand: (tx, id) =>
        tx.query(set('vat', 'update invoice_tax set tax = tax + 0.01 where tenant_id = $1 and invoice_id = $2'), id),
    }),
  7: ({ write }) => write({ hash: 'ab'.repeat(32) }),
  8: async ({ write }) => {
    const invoice = await write()
    const lines = [{ amount: '60.00', credited_line_id: invoice.line_ids[0]! }]
    for (let at = 0; at < 2; at += 1) await write({ kind: 'SALES_CREDIT_NOTE', credited: invoice, lines })
  },
  9: async ({ write, change }) => {
    await change(
      set(
        'closed',
        `insert into booking_period (tenant_id, billing_entity_id, month, status, changed_at)
         select $1, b.billing_entity_id, '2026-10-01', 'CLOSED', now() - interval '1 day'
           from billing_entity b where b.tenant_id = $1`,
      ),
    )
    await write()
  },
  10: async ({ write, change }) => {
    const { invoice_id } = await write()
    await change(
      set('todo', `update invoice set posting = 'TODO' where tenant_id = $1 and invoice_id = $2`),
      invoice_id,
    )
  },
  11: async ({ write, change }) => {
    const { invoice_id } = await write()
    await change(
      set('posted', `update invoice set status = 'INVOICE_POSTED' where tenant_id = $1 and invoice_id = $2`),
      invoice_id,
    )
  },
  12: async ({ write, change }) => {
    const { invoice_id } = await write()
    const id = randomUUID()
    await change(
      set(
        'entry',
        `insert into posting (tenant_id, posting_id, invoice_id, billing_entity_id, journal, year, entry_number, booking_date,
                              currency)
         select $1, $2, i.invoice_id, i.billing_entity_id, 'SALES', 2026, 1, i.booking_date, 'EUR'
           from invoice i where i.tenant_id = $1 and i.invoice_id = $3`,
      ),
      id,
      invoice_id,
    )
    await change(
      set(
        'entry_line',
        `insert into posting_line (tenant_id, posting_id, position, account, account_name, debit, credit, currency,
                                   amount_currency) values ($1, $2, 1, '400000', '', 121, 0, 'EUR', 121)`,
      ),
      id,
    )
  },
  13: ({ write }) => write({ currency: 'GBP' }),
  14: async ({ tenant, company_id, change }) => {
    const id = await writeCharge(tenant, { company_id, amount: '100.00' })
    await change(
      set(
        'share',
        `insert into cost_share (tenant_id, charge_id, order_id, amount, measure) values ($1, $2, $3, 99.99, 'KG')`,
      ),
      id,
      randomUUID(),
    )
  },
  15: async ({ tenant, company_id, change }) => {
    const id = await writeCharge(tenant, { company_id, amount: '100.00' })
    await change(
      set(
        'rated',
        `update charge set origin = 'RATED', line_key = 'freight', status = 'CREATED' where tenant_id = $1 and charge_id = $2`,
      ),
      id,
    )
  },
  16: async ({ tenant, company_id, change }) => {
    const id = await writeCharge(tenant, { company_id, amount: '100.00' })
    await change(
      set(
        'override',
        `update charge set override = '{"amount": {"value": "90.00"}}' where tenant_id = $1 and charge_id = $2`,
      ),
      id,
    )
  },
  17: async ({ write }) => {
    const owner = new pg.Client(server.ctx.db.connection)
    await owner.connect()
    await owner.query('drop index if exists invoice_by_external_name')
    await owner.end()
    const named = set('supplier', `update invoice set external_name = $3 where tenant_id = $1 and invoice_id = $2`)
    for (const name of ['INV 7', 'inv7']) {
      await write({ kind: 'PURCHASE_INVOICE', beforehand: (tx, id) => tx.query(named, id, name) })
    }
  },
  18: async ({ write, change }) => {
    const { invoice_id } = await write()
    await change(
      set(
        'leased',
        `insert into task (tenant_id, task_id, task_type, invoice_id, billing_entity_id, status, lease_token, lease_until,
                           finished_at)
         select $1, $2, 'POST_INVOICE', i.invoice_id, i.billing_entity_id, 'FAILED', $2, now(), now()
           from invoice i where i.tenant_id = $1 and i.invoice_id = $3`,
      ),
      randomUUID(),
      invoice_id,
    )
  },
  19: ({ write }) => write(),
  20: ({ write }) =>
    write({
      beforehand: (tx, id) =>
        tx.query(set('category', 'update invoice_line set tax = null where tenant_id = $1 and invoice_id = $2'), id),
    }),
}

describe('CHECK-1: every broken invariant is detected', () => {
  test.each(checks.map(({ invariant }) => [invariant.number, invariant.message] as const))('%i: %s', async (number) => {
    const world = await haulier()
    expect(await world.breached()).toEqual([])
    await plants[number]!(world)
    expect(await world.breached()).toContain(number)
    // A value missing from the statement would leave a gap in the sentence.
    const rows = (await world.results()).flatMap(({ rows }) => rows)
    for (const { detail } of rows) expect(String(detail)).toMatch(/^[A-Z]((?!\{\d| {2}|undefined|null).)+\.$/)
  })
})

test('CHECK-1: the page describes a broken invariant in its own language', async () => {
  const { tenant, write } = await haulier()
  const { invoice_id } = await write()
  const headers = { ...(await logInAs(server, tenant.tenantId, 'SUPER_ADMIN')), 'accept-language': 'nl' }
  const answer = await server.app.inject({ method: 'GET', url: '/app/money/checks', headers })
  const { items } = answer.json<{ items: MoneyCheck[] }>()
  const { title, rows } = items.find(({ number }) => number === 19)!
  expect(title).toMatch(/^Elk van onze documenten/)
  expect(rows).toEqual([
    { entity_type: 'invoice', entity_id: invoice_id, detail: expect.stringMatching(/ heeft geen bestand\.$/) },
  ])
})

test.each([
  ['nl', 10, ['A1', 'FAILED', 'TODO'], 'De boeking van A1 is mislukt, en de laatste taak is nog te doen.'],
  ['de', 10, ['A1', 'WAITING', ''], 'Die Buchung von A1 ist wartend, und es gibt keine Aufgabe.'],
  ['en', 11, ['CREATED', 'INVOICE_POSTED'], 'This charge is not invoiced yet, and its document is posted.'],
  ['fr', 18, ['FAILED'], 'Cette tâche est en cours de traitement, et elle est en échec.'],
] as const)(
  'FIT-9: findings describe states in the language of the reader: %s, check %i',
  (language, number, details, text) => {
    const { faults } = checks.find(({ invariant }) => invariant.number === number)!.invariant
    expect(faults.map(({ says }) => inLanguage(says(details), language))).toContain(text)
  },
)

test('CHECK-2: the checks read one snapshot and write nothing', async () => {
  const { tenant } = await haulier()
  const write = statement('test.snapshot_write', 'update task set waiting_for = null where tenant_id = $1')
  await expect(server.ctx.db.inSnapshot(tenant.tenantId, (tx) => tx.query(write))).rejects.toThrow(/read-only/)
})

test('CHECK-2: parallel connections check the same snapshot, whatever is written between them', async () => {
  const { tenant, write } = await haulier()
  const documents = statement('test.snapshot_documents', 'select invoice_id from invoice where tenant_id = $1')
  const [before, after] = await server.ctx.db.inSnapshots(tenant.tenantId, 2, async ([one, other]) => {
    const seen = await one!.query(documents)
    await write()
    return [seen, await other!.query(documents)]
  })
  expect(after).toEqual(before)
  expect(await tenant.asTenant((tx) => tx.query(documents))).toHaveLength(before!.length + 1)
})

test('CHECK-4: a supplier may round VAT by line and date documents freely, but an error of 1.00 is detected', async () => {
  const { write, breached } = await haulier()
  const asReceived = (tax: string) => async (tx: Tx, id: string) => {
    await tx.query(set('received', `update invoice set origin = 'INTAKE' where tenant_id = $1 and invoice_id = $2`), id)
    await tx.query(
      set('his_tax', 'update invoice_tax set tax = tax + $3 where tenant_id = $1 and invoice_id = $2'),
      id,
      tax,
    )
    const totals = 'total_tax = total_tax + $3, total_incl_tax = total_incl_tax + $3'
    await tx.query(set('his_totals', `update invoice set ${totals} where tenant_id = $1 and invoice_id = $2`), id, tax)
  }
  await write({ kind: 'PURCHASE_INVOICE', beforehand: asReceived('0.02') })
  expect(await breached()).toEqual([])
  await write({ kind: 'PURCHASE_INVOICE', beforehand: asReceived('1.00') })
  expect(await breached()).toEqual([6])
})
