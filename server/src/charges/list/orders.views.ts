import {
  type countUnbilledOrders as contract,
  type InvoiceTab,
  invoiceTabs,
  type UnbilledOrder,
  type UnbilledReason,
  type unbilledSorts,
} from '@cartage/contract/charges/app/list'
import type { Answer } from '@cartage/contract/endpoint'
import { endOfPrefix } from '@cartage/contract/reading/fold'
import { sql } from 'kysely'
import { type Condition, down, likely, oneOf, up } from '../../db/list/declare.ts'
import { List } from '../../db/list.ts'
import { build } from '../../db/query.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** Filters of the order list. Empty lists and undefined members filter nothing. */
export interface UnbilledFilters {
  tab?: InvoiceTab | undefined
  reason: readonly UnbilledReason[]
  company: readonly string[]
  until?: string | undefined
  q?: string | undefined
}

/** Counting of orders stops here. */
const mostCounted = 10_000
const mostFound = 2_000
const selectFound = statement(
  'charges.search_unbilled',
  `select o.order_id from transport_order o
    where o.tenant_id = $1 and o.order_number >= $2 and o.order_number < $3 and length(o.order_number) <= 255
    limit ${mostFound}`,
)

const open = `c.side = 'SALES' and c.status = 'CREATED'`
const isWaiting = `c.approval is not null and c.approval <> 'APPROVED'`
const amount = `case when u.currency is null then '0' else u.amount::text end`
const selectRows = statement(
  'charges.list_unbilled_rows',
  `select u.order_id, o.order_number, o.status as order_status, o.customer_reference_number, u.company_id,
          m.name as company_name, u.completed_on::text as completed_on, u.reason, ${amount} as amount, u.currency,
          k.charge_count, k.waiting_count, k.waiting_charge_id
     from unbilled_order u
     join transport_order o on o.tenant_id = $1 and o.order_id = u.order_id
     join company m on m.tenant_id = $1 and m.company_id = u.company_id
     cross join lateral (
       select count(*)::int as charge_count,
              count(*) filter (where ${isWaiting})::int as waiting_count,
              (array_agg(c.charge_id order by c.charge_id) filter (where ${isWaiting}))[1] as waiting_charge_id
         from charge c where c.tenant_id = $1 and c.order_id = u.order_id and ${open}) k
    where u.tenant_id = $1 and u.order_id = any($2::uuid[])`,
)

/** Reasons by tab. An order can wait for several approvals, so it can be in several tabs. */
const reasonsOf: Readonly<Record<InvoiceTab, readonly UnbilledReason[]>> = {
  review: ['NO_CARD', 'INCOMPLETE', 'ZERO_BASE', 'TAX_HOLD'],
  to_request: ['APPROVAL'],
  requested: ['APPROVAL'],
  rejected: ['APPROVAL'],
  ready: ['READY'],
  draft: ['DRAFT', 'MINIMUM'],
}
const approvalsOf: Readonly<Partial<Record<InvoiceTab, readonly string[]>>> = {
  to_request: ['TO_REQUEST'],
  requested: ['REQUESTED'],
  rejected: ['REJECTED', 'REJECTED_INTERNAL'],
}

function ofTab(tab: InvoiceTab | undefined): Condition | undefined {
  if (tab === undefined) return undefined
  const isOf = sql<boolean>`u.reason = any(${reasonsOf[tab]}::text[])`
  const approvals = approvalsOf[tab]
  if (!approvals) return isOf
  const waiting = build
    .selectFrom('charge as c')
    .select(sql`1`.as('one'))
    .where(sql<boolean>`c.order_id = u.order_id and ${sql.raw(open)} and c.approval = any(${approvals}::text[])`)
  return sql<boolean>`${isOf} and ${likely(sql<boolean>`exists ${waiting}`)}`
}

/** List of orders that are done and not billed, each with the reason (CHARGE-42). */
export const unbilledOrders = new List<UnbilledFilters, (typeof unbilledSorts)[number], UnbilledOrder>({
  from: 'unbilled_order as u',
  id: 'u.order_id',
  filters: {
    q: {
      find: async (tx, text) => {
        const rows = await tx.query<{ order_id: string }>(selectFound, text, endOfPrefix(text))
        return rows.map(({ order_id }) => order_id)
      },
    },
    tab: ofTab,
    reason: oneOf('u.reason'),
    company: oneOf('u.company_id', 'uuid'),
    until: (day) => (day === undefined ? undefined : sql<boolean>`u.completed_on <= ${day}::date`),
  },
  sorts: {
    day: [up('u.completed_on', 'date'), up('u.order_id', 'uuid')],
    '-day': [down('u.completed_on', 'date'), down('u.order_id', 'uuid')],
  },
  walk: [up('u.completed_on', 'date'), up('u.order_id', 'uuid')],
  mostCounted,
  values: { reason: sql.ref('u.reason') },
  read: (tx, ids) => tx.query<UnbilledOrder>(selectRows, ids),
  idOf: (order) => order.order_id,
})

/** Number of orders by tab and by reason, each with the other filters applied. */
export async function countUnbilled(tx: Tx, filters: UnbilledFilters): Promise<Answer<typeof contract>> {
  const list = unbilledOrders.open(tx, filters, undefined)
  const [counts, by_reason] = await Promise.all([
    Promise.all(invoiceTabs.map(async (tab) => [tab, await list.count({ tab, reason: [] })] as const)),
    list.countBy('reason'),
  ])
  return { by_tab: Object.fromEntries(counts), by_reason }
}
