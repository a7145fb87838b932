import type { UnpostedDocument } from '@cartage/contract/accounting/app/periods'
import { msg } from '@cartage/contract/message'
import { amountText, decimal } from '../../books/money.rules.ts'
import type { Period, PeriodHold } from '../../books/periods/rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Render } from '../../http/language.ts'

/** Maximum documents listed if a month cannot be closed. */
const mostNamed = 200

const inMonth = (day: string) => `${day} >= ($3 || '-01')::date and ${day} < ($3 || '-01')::date + interval '1 month'`
const leased = `exists (select from task t where t.tenant_id = $1 and t.invoice_id = i.invoice_id and t.lease_until > now())`

/** SQL: unposted documents with their booking day; each branch uses its own index. */
const unposted = (day: string, condition: string) => `
  select i.invoice_id, coalesce(i.name, i.external_name) as name, i.kind, i.company_id, i.total_incl_tax, i.currency,
         (${day})::date as booking_date, ${leased} as is_leased,
         case when i.content_hash is null then 'DRAFT' when i.posting = 'NONE' then 'NOT_POSTED' else i.posting end as state
    from invoice i
   where i.tenant_id = $1 and i.billing_entity_id = $2 and ${condition}`
const isCarriedOn = `coalesce(i.carried_over_to >= ($3 || '-01')::date + interval '1 month', false)`

const selectUnposted = statement(
  'accounting.find_unposted_documents',
  `select d.invoice_id, d.name, d.kind, d.state, c.name as company_name, d.booking_date::text as booking_date,
          d.total_incl_tax::text as total, d.currency, d.is_leased, count(*) over ()::integer as count
     from (
       ${unposted('i.booking_date', `${inMonth('i.booking_date')} and not ${isCarriedOn} and i.status in ('DRAFT', 'PRE_INVOICED', 'INVOICED')`)}
       union all
       ${unposted('i.date', `i.booking_date is null and ${inMonth('i.date')} and not ${isCarriedOn} and i.status in ('DRAFT', 'PRE_INVOICED')`)}
       union all
       ${unposted(
         'i.carried_over_to',
         `${inMonth('i.carried_over_to')} and coalesce(i.booking_date, i.date) < ($3 || '-01')::date
            and i.status in ('DRAFT', 'PRE_INVOICED', 'INVOICED')`,
       )}
     ) d
     join company c on c.tenant_id = $1 and c.company_id = d.company_id
    order by d.booking_date, d.invoice_id limit ${mostNamed}`,
)

interface UnpostedRow extends Omit<UnpostedDocument, 'message'> {
  is_leased: boolean
  count: number
}

/** LEDGER-5: unfinished documents of a month: drafts and unposted ones. */
async function findUnposted(tx: Tx, { billing_entity_id, month }: Pick<Period, 'billing_entity_id' | 'month'>) {
  return await tx.query<UnpostedRow>(selectUnposted, billing_entity_id, month)
}

/** What prevents closing a month. */
export async function findPeriodHolds(tx: Tx, period: Period): Promise<PeriodHold[]> {
  const rows = await findUnposted(tx, period)
  return rows.map((row) => ({ entity_type: 'invoice', entity_id: row.invoice_id, message: sentence(row) }))
}

/** Documents that keep a month open for display, and their number. */
export async function listUnposted(
  tx: Tx,
  period: Pick<Period, 'billing_entity_id' | 'month'>,
  render: Render,
): Promise<{ items: UnpostedDocument[]; total: number }> {
  const rows = await findUnposted(tx, period)
  const items = rows.map(({ is_leased, count: _all, ...row }) => ({
    ...row,
    total: amountText(decimal(row.total), row.currency),
    message: render(sentence({ ...row, is_leased })),
  }))
  return { items, total: rows[0]?.count ?? 0 }
}

function sentence({ state, name, is_leased }: Pick<UnpostedRow, 'state' | 'name' | 'is_leased'>) {
  switch (state) {
    case 'DRAFT':
      return name === null ? msg`A draft is dated in this month. Finalise or discard it.` : msg`${name} is a draft.`
    case 'FAILED':
      return msg`Posting ${name ?? ''} has failed. Retry the task.`
    case 'WAITING':
      return msg`${name ?? ''} is waiting to be posted. Open its task to see why.`
    case 'TODO':
      return is_leased
        ? msg`The accounting system is posting ${name ?? ''} now.`
        : msg`${name ?? ''} is not posted yet: the accounting system has not taken its task.`
    default:
      return msg`${name ?? ''} is not posted. Post it.`
  }
}

const selectLease = statement(
  'accounting.is_document_leased',
  `select exists (select from task t where t.tenant_id = $1 and t.invoice_id = $2 and t.lease_until > now()) as is_leased`,
)

/** Whether an accounting system holds a lease on the task of a document. */
export async function isLeased(tx: Tx, invoiceId: string): Promise<boolean> {
  return (await tx.query<{ is_leased: boolean }>(selectLease, invoiceId))[0]!.is_leased
}

/** SQL: hash of a month's ledger: its entries with all lines, in number order. */
export const periodHash = (entity: string, month: string) => `
  (select encode(sha256(convert_to(coalesce(string_agg(
            concat_ws('|', p.year, p.entry_number, p.invoice_id, p.booking_date, l.position, l.account, l.debit, l.credit,
                      l.currency, l.amount_currency, l.tax_code, l.tax_base), E'\\n'
            order by p.year, p.entry_number, l.position), ''), 'UTF8')), 'hex')
     from posting p join posting_line l on l.tenant_id = $1 and l.posting_id = p.posting_id
    where p.tenant_id = $1 and p.billing_entity_id = ${entity}
      and p.booking_date >= ${month} and p.booking_date < ${month} + interval '1 month')`

const selectHash = statement(
  'accounting.hash_period',
  `select ${periodHash('$2', "($3 || '-01')::date")} as hash from (select $1::uuid) one`,
)

/** LEDGER-6: hash of a closed month, for later comparison. */
export async function hashPeriod(tx: Tx, { billing_entity_id, month }: Period): Promise<string> {
  return (await tx.query<{ hash: string }>(selectHash, billing_entity_id, month))[0]!.hash
}
