import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Chart, Stated } from './accounts.rules.ts'

const selectAccounts = statement(
  'accounting.chart_accounts',
  `select a.code, a.name, a.use from account a
    where a.tenant_id = $1 and a.billing_entity_id = $2 and not a.is_archived order by a.rank, a.code`,
)
const selectTypes = statement(
  'accounting.chart_charge_types',
  `select c.code, c.name, c.revenue_account, c.cost_account, c.account_overrides as overrides from charge_type c
    where c.tenant_id = $1 and c.code = any ($2::text[]) order by c.is_archived desc`,
)
const selectRates = statement(
  'accounting.chart_tax_rates',
  `select r.code, r.invoice_type, a.code as vat_account, trim_scale(r.base_percentage)::text as base_percentage
     from tax_rate r
     left join account a on a.tenant_id = $1 and a.account_id = r.account_id
    where r.tenant_id = $1 and r.billing_entity_id = $2 and r.code = any ($3::text[])
    order by r.is_archived, r.rank`,
)

/** Accounts of a billing entity, with the charge types and tax rates used by a document. */
export async function loadChart(
  tx: Tx,
  billingEntityId: string,
  named: { chargeTypes: readonly string[]; taxCodes: readonly string[] },
): Promise<Chart> {
  const [accounts, charge_types, tax_rates] = await Promise.all([
    tx.query<Chart['accounts'][number]>(selectAccounts, billingEntityId),
    tx.query<Chart['charge_types'][number]>(selectTypes, [...new Set(named.chargeTypes)]),
    tx.query<Chart['tax_rates'][number]>(selectRates, billingEntityId, [...new Set(named.taxCodes)]),
  ])
  return { accounts, charge_types, tax_rates }
}

const selectCompany = statement(
  'accounting.chart_company',
  `select c.name, (select b.accounting_code from company_billing_code b
                    where b.tenant_id = $1 and b.company_id = c.company_id and b.billing_entity_id = $3 and b.side = $4)
                  as accounting_code
     from company c where c.tenant_id = $1 and c.company_id = $2`,
)

/** Name of a company, and its account in the books of a billing entity; null if it has none of its own. */
export async function findCompanyAccount(
  tx: Tx,
  companyId: string,
  billingEntityId: string,
  side: 'SALES' | 'PURCHASE',
): Promise<{ name: string; accounting_code: string | null }> {
  const [row] = await tx.query<{ name: string; accounting_code: string | null }>(
    selectCompany,
    companyId,
    billingEntityId,
    side,
  )
  return row!
}

const selectStated = statement(
  'accounting.find_stated',
  `select coalesce(sum(p.amount) filter (where p.origin = 'DOCUMENT'), 0)::text as prepaid,
          coalesce(sum(p.amount) filter (where p.origin = 'ROUNDING'), 0)::text as rounded_off
     from payment p where p.tenant_id = $1 and p.invoice_id = $2 and p.reversed_at is null`,
)

/** Payment stated by a document, as recorded on acceptance (PAY-7) and not reversed since. */
export async function findStated(tx: Tx, invoiceId: string): Promise<Stated> {
  const [row] = await tx.query<Stated>(selectStated, invoiceId)
  return row!
}

const selectFacts = statement(
  'accounting.find_posting_facts',
  `select (select i.posting from invoice i where i.tenant_id = $1 and i.invoice_id = $3) as credited,
          exists (select from purchase_match m
                   where m.tenant_id = $1 and m.invoice_id = $2 and m.result = 'DISPUTED') as is_disputed,
          exists (select from job j where j.tenant_id = $1 and j.serial_key = 'invoice ' || $2::uuid::text and not j.is_dead
                    and j.kind = 'billing.make_files') as has_files_to_come,
          exists (select from posting p where p.tenant_id = $1 and p.invoice_id = $2) as is_booked`,
)

/** Facts from other records that decide whether a document can be posted. */
export async function findPostingFacts(
  tx: Tx,
  invoiceId: string,
  creditedId: string | null,
): Promise<{ credited: string | null; is_disputed: boolean; has_files_to_come: boolean; is_booked: boolean }> {
  const [row] = await tx.query<{
    credited: string | null
    is_disputed: boolean
    has_files_to_come: boolean
    is_booked: boolean
  }>(selectFacts, invoiceId, creditedId)
  return row!
}

const selectWaiting = statement(
  'accounting.find_waiting_credit_notes',
  `select t.invoice_id from task t
     join invoice i on i.tenant_id = $1 and i.invoice_id = t.invoice_id
    where t.tenant_id = $1 and t.status = 'WAITING' and t.waiting_for = 'INVOICE_POSTED' and i.credited_invoice_id = $2`,
)

/** Credit notes that wait for the posting of an invoice. */
export async function findWaitingCreditNotes(tx: Tx, invoiceId: string): Promise<string[]> {
  return (await tx.query<{ invoice_id: string }>(selectWaiting, invoiceId)).map((row) => row.invoice_id)
}
