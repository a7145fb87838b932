import { randomUUID } from 'node:crypto'
import type { DocumentContent, DocumentKind } from '../../../billing/documents/content.rules.ts'
import { vatRows } from '../../../billing/documents/totals.rules.ts'
import { sumOf } from '../../../billing/einvoice/terms.rules.ts'
import { amountText } from '../../../books/money.rules.ts'
import { statement } from '../../../db/statement.ts'
import type { Tx } from '../../../db/tenant.ts'
import type { TestTenant } from '../../test-tenant.ts'

/** Input for a line of a document. */
export interface GivenLine {
  code?: string
  name?: string
  amount: string
  tax_code?: string
  category?: 'S' | 'Z' | 'E' | 'AE' | 'O'
  rate?: string | null
  base_percentage?: string
  charge_id?: string
  order_id?: string
  credited_line_id?: string
}

/** Input for a finalised document. */
export interface GivenDocument {
  kind?: DocumentKind
  company_id: string
  lines: readonly GivenLine[]
  currency?: string
  exchange?: DocumentContent['exchange']
  date?: string
  booking_date?: string
  due_date?: string | null
  billing_entity_id?: string
  credited?: { invoice_id: string; name: string }
  /** A draft, not finalised. */
  is_draft?: boolean
  /** Runs right before it is finalised, to plant an error. */
  beforehand?: (tx: Tx, invoiceId: string) => Promise<unknown>
  /** Hash stored instead of that of the content. */
  hash?: string
}

/** The document that was written. */
export interface WrittenDocument {
  invoice_id: string
  name: string
  line_ids: string[]
}

const selectEntity = statement(
  'test.default_entity',
  'select billing_entity_id from billing_entity where tenant_id = $1 and is_default',
)
const insertInvoice = statement(
  'test.insert_invoice',
  `insert into invoice (tenant_id, invoice_id, kind, origin, payment, billing_entity_id, company_id, external_name, currency,
      accounting_currency, date, booking_date, due_date, sum_lines, total_excl_tax, total_tax, total_incl_tax,
      credited_invoice_id)
   select $1, d.invoice_id, d.kind, 'MANUAL', d.payment, d.billing_entity_id, d.company_id, d.external_name, d.currency,
          d.accounting_currency, d.date, d.booking_date, d.due_date, d.net, d.net, d.tax, d.gross, d.credited_invoice_id
     from jsonb_to_record($2::jsonb) as d (invoice_id uuid, kind text, payment text, billing_entity_id uuid,
          company_id uuid, external_name text, currency text, accounting_currency text, date date, booking_date date,
          due_date date, net numeric, tax numeric, gross numeric, credited_invoice_id uuid)`,
)
const insertLine = statement(
  'test.insert_invoice_line',
  `insert into invoice_line (tenant_id, invoice_line_id, invoice_id, position, name, code, quantity, unit, unit_price,
      amount, tax, base_percentage, order_id, credited_line_id)
   values ($1, $2, $3, $4, $5, $6, 1, 'C62', $7, $7, $8::jsonb, $9, $10, $11)`,
)
const insertLineCharge = statement(
  'test.insert_line_charge',
  'insert into invoice_line_charge (tenant_id, invoice_line_id, charge_id, amount) values ($1, $2, $3, $4)',
)
const insertTax = statement(
  'test.insert_invoice_tax',
  `insert into invoice_tax (tenant_id, invoice_id, position, category, percentage, base, tax, tax_code)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)
const finalise = statement(
  'test.finalise_invoice',
  `update invoice set status = 'INVOICED', name = $3, content = $4::jsonb,
          content_hash = coalesce(decode($5, 'hex'), sha256(convert_to($4::jsonb::text, 'UTF8'))),
          accounting_excl_tax = $6, accounting_tax = $7, finalised_at = now()
    where tenant_id = $1 and invoice_id = $2`,
)

let counted = 0

/** Writes a document in its state after finalising, without running the follow-up work. */
export async function writeDocument(tenant: TestTenant, given: GivenDocument): Promise<WrittenDocument> {
  return await tenant.asTenant((tx) => writeDocumentIn(tx, given))
}

async function writeDocumentIn(tx: Tx, given: GivenDocument): Promise<WrittenDocument> {
  const { kind = 'SALES_INVOICE', currency = 'EUR', date = '2026-10-27', exchange = null } = given
  counted += 1
  const invoice_id = randomUUID()
  const name = `${kind.endsWith('INVOICE') ? 'F' : 'C'}${String(2026000000 + counted)}`
  const entityId =
    given.billing_entity_id ?? (await tx.query<{ billing_entity_id: string }>(selectEntity))[0]!.billing_entity_id
  const lines = given.lines.map((line) => ({ ...usualLine, line_id: randomUUID(), ...line }))
  const vat = vatRows(
    lines.map(({ amount, category, rate }) => ({ amount, category, rate, reason_code: null, reason: null })),
    currency,
  )
  const net = sumOf(lines.map(({ amount }) => amount))
  const tax = sumOf(vat.map((row) => row.tax))
  const text = (amount: typeof net) => amountText(amount, currency)
  const isPurchase = kind.startsWith('PURCHASE')
  const isCredit = kind.endsWith('CREDIT_NOTE')
  const facts = {
    ...{ invoice_id, kind, payment: isCredit ? 'OPEN' : 'UNPAID', billing_entity_id: entityId },
    ...{ company_id: given.company_id, external_name: isPurchase ? `S-${name}` : null, currency },
    ...{ accounting_currency: exchange?.accounting_currency ?? 'EUR', date, booking_date: given.booking_date ?? date },
    due_date: isCredit ? null : (given.due_date ?? '2026-11-26'),
    ...{ net: text(net), tax: text(tax), gross: text(net.plus(tax)) },
    credited_invoice_id: given.credited?.invoice_id ?? null,
  }
  await tx.query(insertInvoice, JSON.stringify(facts))
  for (const [at, line] of lines.entries()) {
    const decided = {
      ...{ tax_rate_id: null, name: line.tax_code, code: line.tax_code, tax_type: 'VAT', category: line.category },
      ...{ rate: line.rate, reason_code: null, reason: null },
    }
    const last = [line.base_percentage ?? null, line.order_id ?? null, line.credited_line_id ?? null]
    const values = [invoice_id, at + 1, line.name, line.code, line.amount, JSON.stringify(decided), ...last]
    await tx.query(insertLine, line.line_id, ...values)
    if (line.charge_id) await tx.query(insertLineCharge, line.line_id, line.charge_id, line.amount)
  }
  for (const [at, row] of vat.entries()) {
    const code = lines.find((line) => line.category === row.category && line.rate === row.rate)?.tax_code ?? null
    await tx.query(insertTax, invoice_id, at + 1, row.category, row.rate, row.base, row.tax, code)
  }
  await given.beforehand?.(tx, invoice_id)
  if (!given.is_draft) {
    const content = contentOf(given, { name, date, kind, currency, exchange })
    const inBooks = [exchange?.without_vat ?? facts.net, exchange?.vat ?? facts.tax]
    await tx.query(finalise, invoice_id, name, JSON.stringify(content), given.hash ?? null, ...inBooks)
  }
  return { invoice_id, name, line_ids: lines.map(({ line_id }) => line_id) }
}

const usualLine = { code: 'FREIGHT', name: 'Freight', tax_code: '21', category: 'S', rate: '21' } as const

/** The parts of the content read by ledger files and published shapes. */
function contentOf(given: GivenDocument, facts: Record<string, unknown>) {
  const party = (code: string, name: string, vat_number: string) => ({ code, name, vat_number, company_id: null })
  const own = party('', 'Transport Vermeulen BV', 'BE0403170701')
  const other = party('C0042', 'Bakkerij Janssens NV', 'BE0202239951')
  const isPurchase = given.kind?.startsWith('PURCHASE') ?? false
  return {
    ...facts,
    seller: isPurchase ? other : own,
    buyer: isPurchase ? own : other,
    payment: { reference: '+++260/0000/12395+++' },
    adjustments: [],
    preceding: given.credited ? [{ ...given.credited, date: '2026-10-01' }] : [],
  }
}

const insertAccount = statement(
  'test.insert_account',
  `insert into account (tenant_id, billing_entity_id, code, name, use, rank)
   select $1, b.billing_entity_id, $2, $3, $4, $5 from billing_entity b where b.tenant_id = $1 and b.is_default`,
)

/** The chart of accounts of the default billing entity. */
export async function writeChart(tenant: TestTenant): Promise<void> {
  const accounts = [
    ['400000', 'Customers', 'RECEIVABLE'],
    ['440000', 'Suppliers', 'PAYABLE'],
    ['700000', 'Freight', 'REVENUE'],
    ['610000', 'Subcontracting', 'COST'],
    ['451000', 'VAT', 'VAT'],
  ]
  await tenant.asTenant(async (tx) => {
    for (const [rank, account] of accounts.entries()) await tx.query(insertAccount, ...account, rank)
  })
}

const insertCharge = statement(
  'test.insert_charge',
  `insert into charge (tenant_id, charge_id, side, order_id, company_id, charge_type, name, role, quantity, unit, unit_price,
      amount, currency, origin, status)
   values ($1, $2, 'SALES', $3, $4, 'FREIGHT', 'Freight', 'BASE', 1, 'C62', $5, $5, 'EUR', 'MANUAL', 'INVOICED')`,
)

/** A charge that is on a finalised document. */
export async function writeCharge(
  tenant: TestTenant,
  given: { company_id: string; order_id?: string; amount: string },
): Promise<string> {
  const id = randomUUID()
  const { company_id, amount, order_id = randomUUID() } = given
  await tenant.asTenant((tx) => tx.query(insertCharge, id, order_id, company_id, amount))
  return id
}
