import { said } from '@cartage/contract/said'
import type { Period, PeriodHold } from '../../books/periods/rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** Documents that are named when a month cannot be closed. */
const mostNamed = 200

const inMonth = (day: string) => `${day} >= ($3 || '-01')::date and ${day} < ($3 || '-01')::date + interval '1 month'`

const selectOpen = statement(
  'accounting.find_period_holds',
  `(select i.invoice_id, coalesce(i.name, i.external_name, '') as name,
           case when i.content_hash is null then 'DRAFT' else i.posting end as state
      from invoice i
     where i.tenant_id = $1 and i.billing_entity_id = $2 and ${inMonth('i.booking_date')}
       and i.status in ('DRAFT', 'PRE_INVOICED', 'INVOICED')
     order by i.booking_date, i.invoice_id limit ${mostNamed})
   union all
   (select i.invoice_id, coalesce(i.name, i.external_name, '') as name, 'DRAFT' as state
      from invoice i
     where i.tenant_id = $1 and i.billing_entity_id = $2 and i.booking_date is null and ${inMonth('i.date')}
       and i.status in ('DRAFT', 'PRE_INVOICED')
     order by i.date, i.invoice_id limit ${mostNamed})`,
)

/** LEDGER-5: documents of a month that are not finished: drafts, and those that are not posted. */
export async function findPeriodHolds(tx: Tx, period: Period): Promise<PeriodHold[]> {
  const rows = await tx.query<{ invoice_id: string; name: string; state: string }>(
    selectOpen,
    period.billing_entity_id,
    period.month,
  )
  return rows.map(({ invoice_id, name, state }) => ({
    entity_type: 'invoice',
    entity_id: invoice_id,
    message: sentence(state, name),
  }))
}

function sentence(state: string, name: string) {
  switch (state) {
    case 'DRAFT':
      return name === '' ? said`A draft is dated in this month. Finalise or discard it.` : said`${name} is a draft.`
    case 'FAILED':
      return said`Posting ${name} has failed. Retry the task.`
    case 'WAITING':
      return said`${name} is waiting to be posted. Open its task to see why.`
    case 'TODO':
      return said`${name} is not posted yet: the accounting system has not taken its task.`
    default:
      return said`${name} is not posted. Post it.`
  }
}

/** SQL: the hash of the ledger of a month: its entries with all lines, in the order of their numbers. */
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

/** LEDGER-6: what a month that is closed is compared with later. */
export async function hashPeriod(tx: Tx, { billing_entity_id, month }: Period): Promise<string> {
  return (await tx.query<{ hash: string }>(selectHash, billing_entity_id, month))[0]!.hash
}
