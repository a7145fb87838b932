import type { Answer, Input } from '@cartage/contract/endpoint'
import type { countPurchases, ListedPurchase, listPurchases } from '@cartage/contract/purchases/app'
import { sql } from 'kysely'
import { down, up } from '../db/list/declare.ts'
import { List } from '../db/list.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { findRecordIds } from '../search/views.ts'

type Query = Input<typeof listPurchases>['query']

/** Filters of the list. */
export type PurchaseFilters = Omit<Query, 'sort' | 'offset' | 'limit'>

const money = (column: string, as: string) => `trim_scale(${column})::text as ${as}`

const selectRows = statement(
  'purchases.list_rows',
  `select i.invoice_id, i.kind, i.is_self_billed, i.status, i.posting, m.result, i.name, i.external_name, i.company_id,
          k.name as company_name, i.date::text as date, i.due_date::text as due_date, i.currency,
          ${money('i.total_excl_tax', 'total_excl_tax')}, ${money('i.total_incl_tax', 'total_incl_tax')},
          ${money('m.executed', 'executed')}, r.document -> 'payment' ->> 'amount_due' as amount_due,
          coalesce(r.document -> 'payment' ->> 'account', r.document -> 'supplier' ->> 'iban') as account,
          r.document -> 'payment' ->> 'reference' as payment_reference, i.payment_hold, ${instant('i.created_at')} as created_at
     from invoice i
     join company k on k.tenant_id = $1 and k.company_id = i.company_id
     left join purchase_receipt r on r.tenant_id = $1 and r.invoice_id = i.invoice_id
     left join purchase_match m on m.tenant_id = $1 and m.invoice_id = i.invoice_id
    where i.tenant_id = $1 and i.invoice_id = any($2::uuid[])`,
)

const oneOf = (column: string) => (values: readonly string[]) =>
  values.length === 0 ? undefined : sql<boolean>`${sql.raw(column)} = any(${values}::text[])`
const hasDate = sql<boolean>`i.date is not null`
const result = sql`(select m.result from purchase_match m where m.tenant_id = i.tenant_id and m.invoice_id = i.invoice_id)`

async function findOf(tx: Tx, text: string) {
  const found = await findRecordIds(tx, 'invoice', text)
  return sql<boolean>`(starts_with(i.external_name, ${text}) or i.invoice_id = any(${found}::uuid[]))`
}

/** The list of purchase documents. */
export const purchases = new List<PurchaseFilters, Query['sort'], ListedPurchase>({
  from: 'invoice as i',
  id: 'i.invoice_id',
  always: sql<boolean>`i.kind in ('PURCHASE_INVOICE', 'PURCHASE_CREDIT_NOTE')`,
  filters: {
    kind: oneOf('i.kind'),
    status: oneOf('i.status'),
    result: (values) => (values.length === 0 ? undefined : sql<boolean>`${result} = any(${values}::text[])`),
    self_billed: (value) =>
      value === undefined
        ? undefined
        : value === 'true'
          ? sql<boolean>`i.is_self_billed`
          : sql<boolean>`not i.is_self_billed`,
    company: (ids) => (ids.length === 0 ? undefined : sql<boolean>`i.company_id = any(${ids}::uuid[])`),
    from: (day) => (day === undefined ? undefined : sql<boolean>`i.date >= ${day}::date`),
    to: (day) => (day === undefined ? undefined : sql<boolean>`i.date <= ${day}::date`),
    q: { find: findOf },
  },
  inOrder: { date: hasDate, '-date': hasDate },
  sorts: {
    created: [up('i.created_at', 'timestamptz'), down('i.invoice_id', 'uuid')],
    '-created': [down('i.created_at', 'timestamptz'), up('i.invoice_id', 'uuid')],
    date: [up('i.date', 'date'), down('i.invoice_id', 'uuid')],
    '-date': [down('i.date', 'date'), up('i.invoice_id', 'uuid')],
  },
  values: { kind: sql`i.kind`, status: sql`i.status`, result: sql`coalesce(${result}, '')` },
  walk: [down('i.created_at', 'timestamptz'), up('i.invoice_id', 'uuid')],
  read: async (tx, ids) => await tx.query<ListedPurchase>(selectRows, ids),
  idOf: ({ invoice_id }) => invoice_id,
})

/** Number of documents by state, each with the other filters applied. */
export async function countAll(tx: Tx, filters: PurchaseFilters): Promise<Answer<typeof countPurchases>> {
  const list = purchases.open(tx, filters, undefined)
  const [by_kind, by_status, by_result] = await Promise.all([
    list.countBy('kind'),
    list.countBy('status'),
    list.countBy('result'),
  ])
  return { by_kind, by_status, by_result }
}
