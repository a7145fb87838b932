import type { AccountSum, VatSummaryRow } from '@cartage/contract/accounting/app/summary'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** Range of booking dates of a billing entity, inclusive. */
export interface Period {
  readonly billing_entity_id: string
  readonly from: string
  readonly to: string
}

const ofPeriod = `p.tenant_id = $1 and p.billing_entity_id = $2 and p.booking_date between $3::date and $4::date`

// Credit notes are negative, and so are reversals of entries. The reversal of a credit note is positive again.
const sign = `case when (i.kind in ('SALES_CREDIT_NOTE', 'PURCHASE_CREDIT_NOTE')) <> p.is_reversal then -1 else 1 end`
// A debit from a customer's credit note reduces VAT due.
const isDue = `(l.credit <> 0) = (${sign} = 1)`

// Lines with a base are VAT, those with only a code are its base (POST-1).
const selectVat = statement(
  'accounting.vat_of_period',
  `select s.journal, s.tax_code, r.name, r.category, trim_scale(r.percentage)::text as percentage, s.documents,
          s.base::text as base, s.vat_due::text as vat_due, s.vat_deductible::text as vat_deductible
     from (
       select p.journal, l.tax_code, count(distinct p.invoice_id)::int as documents,
              coalesce(sum(case when p.journal = 'SALES' then l.credit - l.debit else l.debit - l.credit end)
                       filter (where l.tax_base is null), 0) as base,
              coalesce(sum((l.debit + l.credit) * ${sign}) filter (where l.tax_base is not null and ${isDue}), 0) as vat_due,
              coalesce(sum((l.debit + l.credit) * ${sign}) filter (where l.tax_base is not null and not ${isDue}), 0)
                as vat_deductible
         from posting p
         join invoice i on i.tenant_id = $1 and i.invoice_id = p.invoice_id
         join posting_line l on l.tenant_id = $1 and l.posting_id = p.posting_id
        where ${ofPeriod} and (l.tax_code is not null or l.tax_base is not null)
        group by p.journal, l.tax_code
     ) s
     left join lateral (
       select r.name, r.category, r.percentage from tax_rate r
        where r.tenant_id = $1 and r.billing_entity_id = $2 and r.code = s.tax_code
          and r.invoice_type = case s.journal when 'SALES' then 'SALES' else 'PURCHASE' end
        order by r.valid_from desc limit 1) r on true
    order by s.journal desc, s.tax_code nulls last`,
)

const selectAccounts = statement(
  'accounting.accounts_of_period',
  `select l.account, max(l.account_name) as name, sum(l.debit)::text as debit, sum(l.credit)::text as credit,
          sum(l.debit - l.credit)::text as balance
     from posting p join posting_line l on l.tenant_id = $1 and l.posting_id = p.posting_id
    where ${ofPeriod}
    group by l.account order by l.account`,
)

const selectCounts = statement(
  'accounting.entries_of_period',
  `select b.accounting_currency as currency,
          (select count(*)::int from posting p where ${ofPeriod}) as entries,
          (select count(*)::int from invoice i
            where i.tenant_id = $1 and i.billing_entity_id = $2 and i.status in ('INVOICED', 'INVOICE_POSTED')
              and coalesce(i.booking_date, i.date) between $3::date and $4::date and i.carried_over_to is null
              and not exists (select from posting p where p.tenant_id = $1 and p.invoice_id = i.invoice_id)) as unbooked
     from billing_entity b where b.tenant_id = $1 and b.billing_entity_id = $2`,
)

/** Bookings of a period, in exact decimals (LEDGER-12); undefined if the billing entity is unknown. */
export async function readSummary(tx: Tx, { billing_entity_id, from, to }: Period) {
  const given = [billing_entity_id, from, to]
  const [[counts], vat, accounts] = await Promise.all([
    tx.query<{ currency: string; entries: number; unbooked: number }>(selectCounts, ...given),
    tx.query<VatSummaryRow>(selectVat, ...given),
    tx.query<AccountSum>(selectAccounts, ...given),
  ])
  return counts && { ...counts, vat, accounts }
}

/** A journal line for display. */
export interface JournalLine {
  entry_number: number
  journal: 'SALES' | 'PURCHASE'
  booking_date: string
  document_date: string
  document: string
  company_name: string
  account: string
  account_name: string
  text: string
  tax_code: string | null
  debit: string
  credit: string
}

/** Maximum entries read in one step. */
const entriesAtOnce = 500

const selectJournal = statement(
  'accounting.journal_of_period',
  `select e.entry_number::float8 as entry_number, e.journal, e.booking_date::text as booking_date,
          i.date::text as document_date, coalesce(i.external_name, i.name) as document,
          k.name as company_name, l.account, l.account_name, l.line_text as text, l.tax_code, l.debit::text as debit,
          l.credit::text as credit
     from (
       select p.posting_id, p.invoice_id, p.entry_number, p.journal, p.booking_date from posting p
        where ${ofPeriod} and (p.booking_date, p.entry_number) > ($5::date, $6::bigint)
        order by p.booking_date, p.entry_number limit ${entriesAtOnce}
     ) e
     join invoice i on i.tenant_id = $1 and i.invoice_id = e.invoice_id
     join company k on k.tenant_id = $1 and k.company_id = i.company_id
     join posting_line l on l.tenant_id = $1 and l.posting_id = e.posting_id
    order by e.booking_date, e.entry_number, l.position`,
)

/** The next journal lines of a period, by day and number; empty at the end. */
export async function readJournal(
  tx: Tx,
  { billing_entity_id, from, to }: Period,
  after: Pick<JournalLine, 'booking_date' | 'entry_number'> | undefined,
): Promise<JournalLine[]> {
  const place = [after?.booking_date ?? '-infinity', after?.entry_number ?? 0]
  return await tx.query<JournalLine>(selectJournal, billing_entity_id, from, to, ...place)
}
