import type { LedgerEntry } from '@cartage/contract/accounting/app/ledger'
import { amountText, decimal } from '../../books/money.rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { LedgerRow } from './file.format.ts'

/** Entries of one year in a range of numbers, inclusive. */
export interface EntryRange {
  year: number
  first: number
  last: number
}

/** Maximum entries per statement, since those of a year would exceed the statement timeout. */
const entriesAtATime = 500

// Each entry's document is read once, by key: its content is large, and an entry has many lines.
const selectRows = statement(
  'accounting.ledger_rows',
  `select p.year, p.entry_number::float8 as entry_number, p.journal, p.booking_date::text as booking_date,
          i.document_date, i.document, i.document_type, l.position, l.account, l.account_name,
          i.company_code, i.company_name, i.vat_number,
          l.debit::text as debit, l.credit::text as credit, l.currency,
          p.currency as accounting_currency, l.amount_currency::text as amount_currency,
          i.rate, i.inverse_rate, coalesce(l.tax_code, '') as tax_code,
          coalesce(l.tax_base::text, '') as tax_base, i.due_date, i.reference, coalesce(l.order_name, '') as "order",
          coalesce(l.trip_name, '') as trip, coalesce(l.dimension_1, '') as dimension_1,
          coalesce(l.dimension_2, '') as dimension_2, coalesce(l.dimension_3, '') as dimension_3,
          coalesce(l.dimension_4, '') as dimension_4, coalesce(l.dimension_5, '') as dimension_5,
          coalesce(l.dimension_6, '') as dimension_6, l.line_text as text
     from (
       select p.posting_id, p.invoice_id, p.year, p.entry_number, p.journal, p.booking_date, p.currency from posting p
        where p.tenant_id = $1 and p.billing_entity_id = $2 and p.year = $3 and p.entry_number between $4 and $5
          and ($6::date is null or p.booking_date >= $6) and ($7::date is null or p.booking_date <= $7)
        order by p.entry_number limit ${entriesAtATime}
     ) p
    cross join lateral (
       select i.date::text as document_date, coalesce(i.external_name, i.name) as document, i.kind as document_type,
              coalesce(i.due_date::text, '') as due_date,
              coalesce(party.content ->> 'code', '') as company_code, coalesce(party.content ->> 'name', '') as company_name,
              coalesce(party.content ->> 'vat_number', '') as vat_number,
              coalesce(i.content -> 'exchange' ->> 'rate', '1') as rate,
              coalesce(i.content -> 'exchange' ->> 'inverse_rate', '1') as inverse_rate,
              coalesce(i.content -> 'payment' ->> 'reference', '') as reference
         from invoice i
        cross join lateral (select case when p.journal = 'SALES' then i.content -> 'buyer' else i.content -> 'seller' end
                                as content) party
        where i.tenant_id = $1 and i.invoice_id = p.invoice_id limit 1
     ) i
    cross join lateral (
       select * from posting_line l where l.tenant_id = $1 and l.posting_id = p.posting_id offset 0
     ) l
    order by p.entry_number, l.position`,
)

/** Ledger lines in entry order. With days, only those booked then. */
export async function loadLedgerRows(
  tx: Tx,
  billingEntityId: string,
  ranges: readonly EntryRange[],
  days: { from: string | null; to: string | null },
): Promise<LedgerRow[]> {
  const found: LedgerRow[] = []
  for (const { year, first, last } of ranges) {
    let next = first
    while (next <= last) {
      const rows = await tx.query<LedgerRow>(selectRows, billingEntityId, year, next, last, days.from, days.to)
      for (const row of rows) found.push({ ...row, ...amountsOf(row, row.accounting_currency) })
      // An empty batch is the last one: numbers have no gaps, but not all are booked on the days.
      next = rows.length === 0 ? last + 1 : rows.at(-1)!.entry_number + 1
    }
  }
  return found
}

/** Formats amounts with the digits of their currency. */
function amountsOf(
  row: Pick<LedgerRow, 'debit' | 'credit' | 'amount_currency' | 'currency' | 'tax_base'>,
  booksCurrency: string,
) {
  const inBooks = (amount: string) => (amount === '' ? '' : amountText(decimal(amount), booksCurrency))
  return {
    debit: inBooks(row.debit),
    credit: inBooks(row.credit),
    amount_currency: amountText(decimal(row.amount_currency), row.currency),
    tax_base: inBooks(row.tax_base),
  }
}

const selectNumbers = statement(
  'accounting.ledger_numbers',
  `select c.year, 1 as first, c.last_number::float8 as last from posting_counter c
    where c.tenant_id = $1 and c.billing_entity_id = $2 and c.last_number > 0 order by c.year`,
)

/** Assigned entry numbers by year. */
export async function loadNumbers(tx: Tx, billingEntityId: string): Promise<EntryRange[]> {
  return await tx.query<EntryRange>(selectNumbers, billingEntityId)
}

const selectEntry = statement(
  'accounting.find_entry',
  `select p.posting_id, p.journal, p.year, p.entry_number::float8 as entry_number, p.booking_date::text as booking_date,
          p.currency,
          (select coalesce(json_agg(json_build_object('account', l.account, 'account_name', l.account_name,
                    'debit', l.debit::text, 'credit', l.credit::text, 'amount_currency', l.amount_currency::text,
                    'currency', l.currency,
                    'tax_code', l.tax_code, 'line_text', l.line_text) order by l.position), '[]')
             from posting_line l where l.tenant_id = $1 and l.posting_id = p.posting_id) as lines
     from posting p where p.tenant_id = $1 and p.invoice_id = $2 and not p.is_reversal
    order by p.booking_date desc limit 1`,
)

/** The entry of a document; undefined if it is not booked. */
export async function findEntry(tx: Tx, invoiceId: string): Promise<LedgerEntry | undefined> {
  const [entry] = await tx.query<LedgerEntry>(selectEntry, invoiceId)
  if (!entry) return undefined
  const lines = entry.lines.map((line) => {
    const { tax_base: _none, ...amounts } = amountsOf({ ...line, tax_base: '' }, entry.currency)
    return { ...line, ...amounts }
  })
  return { ...entry, lines }
}
