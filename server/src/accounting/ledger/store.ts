import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { EntryLine } from './entry.rules.ts'

const nextNumber = statement(
  'accounting.next_entry_number',
  `insert into posting_counter (tenant_id, billing_entity_id, year, last_number) values ($1, $2, $3, 1)
   on conflict (tenant_id, billing_entity_id, year) do update set last_number = posting_counter.last_number + 1
   returning last_number::float8 as number`,
)
const insertEntry = statement(
  'accounting.insert_posting',
  `insert into posting (tenant_id, posting_id, invoice_id, billing_entity_id, journal, year, entry_number, booking_date,
                        currency, is_reversal, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp())`,
)
const insertLines = statement(
  'accounting.insert_posting_lines',
  `insert into posting_line (tenant_id, posting_id, position, account, account_name, debit, credit, currency,
      amount_currency, tax_code, tax_base, order_name, trip_name, dimension_1, dimension_2, dimension_3, dimension_4,
      dimension_5, dimension_6, line_text)
   select $1, $2, d.position, d.account, d.account_name, d.debit, d.credit, d.currency, d.amount_currency, d.tax_code,
          d.tax_base, d.order_name, d.trip_name, d.dimension_1, d.dimension_2, d.dimension_3, d.dimension_4,
          d.dimension_5, d.dimension_6, d.line_text
     from jsonb_to_recordset($3::jsonb) as d (position integer, account text, account_name text, debit numeric,
          credit numeric, currency text, amount_currency numeric, tax_code text, tax_base numeric, order_name text,
          trip_name text, dimension_1 text, dimension_2 text, dimension_3 text, dimension_4 text, dimension_5 text,
          dimension_6 text, line_text text)
   returning tenant_id`,
)

/** An entry without its number. */
export interface NewEntry {
  posting_id: string
  invoice_id: string
  billing_entity_id: string
  journal: 'SALES' | 'PURCHASE'
  booking_date: string
  /** Accounting currency. */
  currency: string
  /** Whether it reverses the previous entry of a document that was carried over (LEDGER-7). */
  is_reversal: boolean
  lines: readonly EntryLine[]
}

/**
 * Books an entry under the next number of its billing entity and year (POST-5). The counter is locked until the
 * transaction ends, so numbers appear in order and without gaps.
 */
export async function insertPosting(tx: Tx, entry: NewEntry): Promise<number> {
  const year = Number(entry.booking_date.slice(0, 4))
  const [row] = await tx.query<{ number: number }>(nextNumber, entry.billing_entity_id, year)
  const { posting_id, invoice_id, billing_entity_id, journal, booking_date, currency, is_reversal } = entry
  const values = [posting_id, invoice_id, billing_entity_id, journal, year, row!.number, booking_date, currency]
  await tx.query(insertEntry, ...values, is_reversal)
  const lines = entry.lines.map((line, at) => ({ position: at + 1, ...line }))
  await tx.query(insertLines, posting_id, JSON.stringify(lines))
  return row!.number
}

const selectLive = statement(
  'accounting.live_entry',
  `select p.billing_entity_id, p.journal, p.booking_date::text as booking_date, p.currency,
          (select json_agg(json_build_object('account', l.account, 'account_name', l.account_name,
                    'debit', l.debit::text, 'credit', l.credit::text, 'currency', l.currency,
                    'amount_currency', l.amount_currency::text, 'tax_code', l.tax_code, 'tax_base', l.tax_base::text,
                    'order_name', l.order_name, 'trip_name', l.trip_name, 'dimension_1', l.dimension_1,
                    'dimension_2', l.dimension_2, 'dimension_3', l.dimension_3, 'dimension_4', l.dimension_4,
                    'dimension_5', l.dimension_5, 'dimension_6', l.dimension_6, 'line_text', l.line_text)
                  order by l.position)
             from posting_line l where l.tenant_id = $1 and l.posting_id = p.posting_id) as lines
     from posting p where p.tenant_id = $1 and p.invoice_id = $2 and not p.is_reversal
    order by p.booking_date desc limit 1`,
)

/** The latest entry of a document; undefined if it is not booked. */
export async function findLiveEntry(
  tx: Tx,
  invoiceId: string,
): Promise<Omit<NewEntry, 'posting_id' | 'invoice_id' | 'is_reversal'> | undefined> {
  return (await tx.query<Omit<NewEntry, 'posting_id' | 'invoice_id' | 'is_reversal'>>(selectLive, invoiceId))[0]
}
