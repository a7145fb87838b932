import type { countInvoices, ListedInvoice, listInvoices } from '@cartage/contract/billing/app/document'
import type { Answer, Input } from '@cartage/contract/endpoint'
import { endOfPrefix } from '@cartage/contract/reading/fold'
import { sql } from 'kysely'
import { down, type Key, likely, up } from '../../db/list/declare.ts'
import { List } from '../../db/list.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { findRecordIds } from '../../search/views.ts'
import { todaySql } from '../../tenants/today.views.ts'
import { dispatchSql, unsentSql } from './dispatch.views.ts'

type Query = Input<typeof listInvoices>['query']

/** Filters of the list. */
export type InvoiceFilters = Omit<Query, 'sort' | 'offset' | 'limit'>

/** SQL: charges of the draft changed after it was written (BILL-7). */
export const staleSql = `(i.status in ('DRAFT', 'PRE_INVOICED') and (i.is_stale or exists (
    select from invoice_line l
      join invoice_line_charge c on c.tenant_id = $1 and c.invoice_line_id = l.invoice_line_id and c.is_live
      join charge x on x.tenant_id = $1 and x.charge_id = c.charge_id
     where l.tenant_id = $1 and l.invoice_id = i.invoice_id
       and (x.amount <> c.amount or x.status <> 'CREATED' or x.currency <> i.currency
            or x.tax ->> 'category' is distinct from l.tax ->> 'category'
            or coalesce(x.approval, 'APPROVED') <> 'APPROVED'))))`

const money = (column: string) => `trim_scale(i.${column})::text as ${column}`

const paymentsOf = (of: string) => `coalesce((select sum(p.amount) from payment p
    where p.tenant_id = $1 and p.invoice_id = ${of}.invoice_id and p.reversed_at is null), 0)`

/**
 * SQL: open amount of the document `i` (PAY-1). For a credit note at most the overpayment of its invoice, since the
 * rest is set off (PAY-2, PAY-8); null for drafts.
 */
const openSql = `case when i.content_hash is null then null else trim_scale(least(
       i.total_incl_tax - ${paymentsOf('i')} - (
         select coalesce(sum(n.total_incl_tax - ${paymentsOf('n')}), 0) from invoice n
          where n.tenant_id = $1 and n.credited_invoice_id = i.invoice_id and n.content_hash is not null),
       (select greatest(0, ${paymentsOf('o')} - o.total_incl_tax + (
                 select coalesce(sum(n.total_incl_tax - ${paymentsOf('n')}), 0) from invoice n
                  where n.tenant_id = $1 and n.credited_invoice_id = o.invoice_id and n.content_hash is not null))
          from invoice o where o.tenant_id = $1 and o.invoice_id = i.credited_invoice_id)))::text end`

/** SQL: columns that every view of a document shows. */
export const headSql = `i.invoice_id, i.kind, i.is_self_billed, i.status, i.posting, i.payment, i.name, i.external_name,
       i.company_id, k.name as company_name, b.code as billing_entity_code, i.date::text as date,
       i.due_date::text as due_date, i.currency, ${money('total_excl_tax')}, ${money('total_tax')},
       ${money('total_incl_tax')}, ${openSql} as open_amount, ${dispatchSql} as dispatch, ${staleSql} as is_stale, ${instant('i.created_at')} as created_at`

const selectRows = statement(
  'billing.list_rows',
  `select ${headSql},
          (select count(*)::int from invoice_line l where l.tenant_id = $1 and l.invoice_id = i.invoice_id) as line_count,
          coalesce((select json_agg(w ->> 'code') from jsonb_array_elements(i.warnings) w), '[]') as warning_codes
     from invoice i
     join company k on k.tenant_id = $1 and k.company_id = i.company_id
     join billing_entity b on b.tenant_id = $1 and b.billing_entity_id = i.billing_entity_id
    where i.tenant_id = $1 and i.invoice_id = any($2::uuid[])`,
)

/** If more numbers match a prefix, it is compared with each document instead of being looked up first. */
const mostFound = 2_000
const selectNumbered = statement(
  'billing.search_numbers',
  `select i.invoice_id from invoice i where i.tenant_id = $1 and i.name >= $2 and i.name < $3 limit ${mostFound + 1}`,
)

/** Documents that match a search text (SEARCH-5). */
async function findNumbered(tx: Tx, text: string) {
  const [rows, found] = await Promise.all([
    tx.query<{ invoice_id: string }>(selectNumbered, text, endOfPrefix(text)),
    findRecordIds(tx, 'invoice', text),
  ])
  if (rows.length <= mostFound) return [...new Set([...rows.map(({ invoice_id }) => invoice_id), ...found])]
  return sql<boolean>`i.name is not null and ${likely(sql<boolean>`starts_with(i.name, ${text})`)}`
}

const oneOf = (column: string) => (values: readonly string[]) =>
  values.length === 0 ? undefined : sql<boolean>`${sql.raw(column)} = any(${values}::text[])`
const isOverdue = sql<boolean>`(i.kind = 'SALES_INVOICE' and i.status in ('INVOICED', 'INVOICE_POSTED')
  and i.payment = 'UNPAID' and i.due_date < ${sql.raw(todaySql('i.tenant_id'))})`
const isUnsent = likely(sql<boolean>`${sql.raw(unsentSql)}`)
const byCompany = (way?: 'desc'): readonly Key[] => [
  {
    column: sql`(select k.name from company k where k.tenant_id = i.tenant_id and k.company_id = i.company_id)`,
    type: 'text',
    ...(way && { way }),
  },
  down('i.created_at', 'timestamptz'),
  up('i.invoice_id', 'uuid'),
]
const hasDate = sql<boolean>`i.date is not null`

/** The list of invoices and credit notes. */
export const invoices = new List<InvoiceFilters, Query['sort'], ListedInvoice>({
  from: 'invoice as i',
  id: 'i.invoice_id',
  filters: {
    kind: oneOf('i.kind'),
    status: oneOf('i.status'),
    posting: oneOf('i.posting'),
    payment: oneOf('i.payment'),
    company: (ids) => (ids.length === 0 ? undefined : sql<boolean>`i.company_id = any(${ids}::uuid[])`),
    from: (day) => (day === undefined ? undefined : sql<boolean>`i.date >= ${day}::date`),
    to: (day) => (day === undefined ? undefined : sql<boolean>`i.date <= ${day}::date`),
    overdue: (wanted) => (wanted ? isOverdue : undefined),
    unsent: (wanted) => (wanted ? isUnsent : undefined),
    run: (ids) => (ids.length === 0 ? undefined : sql<boolean>`i.invoice_run_id = any(${ids}::uuid[])`),
    q: { find: findNumbered },
  },
  inOrder: { date: hasDate, '-date': hasDate },
  sorts: {
    created: [up('i.created_at', 'timestamptz'), down('i.invoice_id', 'uuid')],
    '-created': [down('i.created_at', 'timestamptz'), up('i.invoice_id', 'uuid')],
    date: [up('i.date', 'date'), down('i.invoice_id', 'uuid')],
    '-date': [down('i.date', 'date'), up('i.invoice_id', 'uuid')],
    company: byCompany(),
    '-company': byCompany('desc'),
  },
  values: {
    kind: sql`i.kind`,
    status: sql`i.status`,
    posting: sql`i.posting`,
    payment: sql`i.payment`,
  },
  walk: [down('i.created_at', 'timestamptz'), up('i.invoice_id', 'uuid')],
  read: async (tx, ids) => await tx.query<ListedInvoice>(selectRows, ids),
  idOf: ({ invoice_id }) => invoice_id,
})

/** Number of documents by kind and by state, each with the other filters applied. */
export async function countAll(tx: Tx, filters: InvoiceFilters): Promise<Answer<typeof countInvoices>> {
  const list = invoices.open(tx, filters, undefined)
  const [by_kind, by_status, by_posting, by_payment, overdue, unsent] = await Promise.all([
    list.countBy('kind'),
    list.countBy('status'),
    list.countBy('posting'),
    list.countBy('payment'),
    list.count({ overdue: true }),
    list.count({ unsent: true }),
  ])
  return { by_kind, by_status, by_posting, by_payment, overdue, unsent }
}
