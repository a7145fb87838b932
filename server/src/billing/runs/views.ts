import type { InvoiceRun, InvoiceRunFilter } from '@cartage/contract/billing/app/run'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { unsentSql } from '../records/dispatch.views.ts'
import { ordersAtOnce } from './piece.rules.ts'
import type { RunPlace, RunRow } from './store.ts'

/** An order that a run proposes. */
export interface ProposedOrder {
  order_id: string
  order_name: string
  company_id: string
}

// The index is sorted by company, so orders of companies before the position or after the limit are not read. Names are
// looked up only for the orders found.
const selectOrders = statement(
  'billing.orders_of_run',
  `select u.order_id, u.company_id,
          (select o.order_number from transport_order o where o.tenant_id = $1 and o.order_id = u.order_id) as order_name
     from (
       select u.order_id, u.company_id
         from unbilled_order u
        where u.tenant_id = $1 and u.reason <> 'DRAFT' and u.completed_on <= $2::date
          and ($3::uuid is null or u.billing_entity_id = $3)
          and (cardinality($4::uuid[]) = 0 or u.company_id = any($4::uuid[]))
          and u.company_id >= $5::uuid and (u.company_id, u.order_id) > ($5::uuid, $6::uuid)
        order by u.company_id, u.order_id limit ${ordersAtOnce}
     ) u
    order by u.company_id, u.order_id`,
)

const least = '00000000-0000-0000-0000-000000000000'

/** The next orders with billable work for a run, by company, after a position. */
export async function ordersOfRun(tx: Tx, filter: InvoiceRunFilter, place: RunPlace | null): Promise<ProposedOrder[]> {
  const { up_to, billing_entity_id, company_ids } = filter
  const after = [place?.first ?? least, place?.second ?? least]
  return await tx.query<ProposedOrder>(selectOrders, up_to, billing_entity_id, company_ids, ...after)
}

const selectDrafts = statement(
  'billing.drafts_of_run',
  `select i.invoice_id, i.created_at::text as created_at, c.name as company_name
     from invoice i join company c on c.tenant_id = $1 and c.company_id = i.company_id
    where i.tenant_id = $1 and i.invoice_run_id = $2 and i.status = any($3::text[])
      and (i.created_at, i.invoice_id) > ($4::timestamptz, $5::uuid)
    order by i.created_at, i.invoice_id limit $6`,
)

/** Drafts of a run to finalise, in order of creation, after a position. */
export async function draftsOfRun(
  tx: Tx,
  { invoice_run_id, only_reviewed, place }: Pick<RunRow, 'invoice_run_id' | 'only_reviewed' | 'place'>,
  limit: number,
): Promise<{ invoice_id: string; created_at: string; company_name: string }[]> {
  const states = only_reviewed ? ['PRE_INVOICED'] : ['DRAFT', 'PRE_INVOICED']
  const after = [place?.first ?? '-infinity', place?.second ?? least]
  return await tx.query(selectDrafts, invoice_run_id, states, ...after, limit)
}

/** A run for display. Rejection messages are not translated yet. */
export type ShownRun = Omit<RunRow, 'place' | 'stopped_in' | 'only_reviewed' | 'created_by'> &
  Pick<InvoiceRun, 'total' | 'finalised' | 'unsent' | 'first_name' | 'last_name' | 'sums'> & {
    created_at: string
    updated_at: string
  }

const shown = `r.invoice_run_id, r.filter, r.status, r.done, r.rejected,
       (select count(*)::int from invoice i where i.tenant_id = $1 and i.invoice_run_id = r.invoice_run_id) as total,
       (select count(*)::int from invoice i where i.tenant_id = $1 and i.invoice_run_id = r.invoice_run_id
           and i.content is not null) as finalised,
       (select count(*)::int from invoice i where i.tenant_id = $1 and i.invoice_run_id = r.invoice_run_id
           and ${unsentSql}) as unsent,
       (select i.name from invoice i where i.tenant_id = $1 and i.invoice_run_id = r.invoice_run_id and i.name is not null
         order by i.number_counted limit 1) as first_name,
       (select i.name from invoice i where i.tenant_id = $1 and i.invoice_run_id = r.invoice_run_id and i.name is not null
         order by i.number_counted desc limit 1) as last_name,
       coalesce((select json_agg(json_build_object('currency', u.currency, 'amount', u.amount::text) order by u.currency)
          from (select i.currency, sum(i.total_incl_tax) as amount from invoice i
                 where i.tenant_id = $1 and i.invoice_run_id = r.invoice_run_id and i.status <> 'REJECTED'
                 group by i.currency) u), '[]') as sums,
       ${instant('r.created_at')} as created_at, ${instant('r.updated_at')} as updated_at`
const selectRun = statement(
  'billing.find_run',
  `select ${shown} from invoice_run r where r.tenant_id = $1 and r.invoice_run_id = $2`,
)
const selectWindow = statement(
  'billing.list_runs',
  `select ${shown} from invoice_run r where r.tenant_id = $1
    order by r.created_at desc, r.invoice_run_id offset $2 limit $3`,
)
const countRuns = statement(
  'billing.count_runs',
  'select count(*)::int as total from invoice_run r where r.tenant_id = $1',
)

/** One run; undefined when there is none. */
export async function findRun(tx: Tx, id: string): Promise<ShownRun | undefined> {
  return (await tx.query<ShownRun>(selectRun, id))[0]
}

/** A page of the runs, latest first. */
export async function listRuns(
  tx: Tx,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ items: ShownRun[]; total: number }> {
  const [items, [count]] = await Promise.all([
    tx.query<ShownRun>(selectWindow, offset, limit),
    tx.query<{ total: number }>(countRuns),
  ])
  return { items, total: count!.total }
}
