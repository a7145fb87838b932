import { answered, ofMany, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { byList } from '../db/tenants/combine.ts'

/** An order or trip to rate again. */
export interface Due {
  readonly subject_type: 'ORDER' | 'TRIP'
  readonly subject_id: string
}

/** SQL: whether the tenant has any prices. */
const hasPrices = `exists (select from rate_version v where v.tenant_id = $1)
       or exists (select from charge c where c.tenant_id = $1)
       or exists (select from import_configuration i where i.tenant_id = $1 and i.accept_requested_price)`

const insertDue = statement(
  'rates.mark_due',
  `insert into rating_due (tenant_id, subject_type, subject_id, reasons, marked_at)
   select $1::uuid, given.subject_type, given.subject_id, array[$4], statement_timestamp()
     from (select distinct on (type, id) type as subject_type, id as subject_id
             from unnest($2::text[], $3::uuid[]) as subject (type, id)) given
    where ${hasPrices}
   on conflict (tenant_id, subject_type, subject_id) do update
      set marked_at = excluded.marked_at,
          reasons = case when excluded.reasons <@ rating_due.reasons then rating_due.reasons else rating_due.reasons || excluded.reasons end
   returning tenant_id`,
)

/**
 * Queues orders and trips for rating, in the transaction that changed them (PRICE-25). Nothing is written for a tenant
 * without published rates, charges and requested prices.
 */
export async function markDue(tx: Tx, subjects: readonly Due[], reason: string): Promise<void> {
  if (subjects.length === 0) return
  const types = subjects.map(({ subject_type }) => subject_type)
  await tx.query(
    insertDue,
    types,
    subjects.map(({ subject_id }) => subject_id),
    reason,
  )
}

const newArrivals = `insert into rating_arrival (tenant_id, order_ids) select $1::uuid, $2::uuid[] where ${hasPrices}`

const insertNew = ofMany(
  statement('rates.mark_new', newArrivals, answered(newArrivals)),
  `insert into rating_arrival (tenant_id, order_ids)
   select given.tenant_id, array_agg(given.order_id) from unnest($1::uuid[], $2::uuid[]) as given (tenant_id, order_id)
    group by given.tenant_id having ${hasPrices.replaceAll('$1', 'given.tenant_id')}`,
  byList,
)

/**
 * Variant for orders created in this transaction. They cannot be queued yet, so one row holds all of them until the
 * rating loop runs: creating orders costs only that row.
 */
export async function markNewOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0) await tx.query(insertNew, orderIds)
}
