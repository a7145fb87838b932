import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { type OrderState, unbilledOf } from './unbilled.rules.ts'

interface OrderRow extends OrderState {
  order_id: string
  company_id: string
  billing_entity_id: string | null
  completed_on: string
}

// Serialises transactions that write the unbilled work of one order, so that each sees the other's changes. 32
// advisory-lock buckets per tenant, so changes of order rows never wait.
const lockOrders = statement(
  'charges.lock_unbilled',
  `select pg_advisory_xact_lock(hashtext('unbilled ' || $1::uuid::text), b.bucket)
     from (select distinct abs(hashtext(g.id::text) % 32) as bucket from unnest($2::uuid[]) as g (id) order by 1) b`,
)

const selectOrders = statement(
  'charges.select_for_unbilled',
  `select o.order_id, o.status, r.result as rating,
          coalesce(c.default_invoice_customer_id, o.company_id) as company_id,
          coalesce(
            k.billing_entity_id,
            (select b.billing_entity_id from billing_entity b where b.tenant_id = $1 and b.is_default limit 1)
          ) as billing_entity_id,
          coalesce(k.supplied_on, o.delivery_on, o.pickup_on, o.created_at::date)::text as completed_on,
          -- The amount of a document is known in advance only if each order gets its own document.
          case when p.doc -> 'group_by' ? 'ORDER' then p.doc ->> 'minimum_amount' end as minimum,
          k.charges
     from transport_order o
     cross join lateral (
       select max(x.supplied_on) as supplied_on,
              (array_agg(x.billing_entity_id order by x.charge_id) filter (where x.billing_entity_id is not null))[1]
                as billing_entity_id,
              coalesce(json_agg(json_build_object(
                'origin', x.origin, 'role', x.role, 'status', x.status, 'approval', x.approval,
                'has_tax', x.tax is not null, 'amount', x.amount::text, 'currency', x.currency,
                'is_on_draft', (select true from invoice_line_charge l where l.tenant_id = $1
                                   and l.charge_id = x.charge_id and l.is_live limit 1) is not null)
                order by x.charge_id), '[]') as charges
         from charge x where x.tenant_id = $1 and x.order_id = o.order_id and x.side = 'SALES'
     ) k
     cross join lateral (
       select default_invoice_customer_id from company c where c.tenant_id = $1 and c.company_id = o.company_id limit 1
     ) c
     -- Two look-ups, each by its index: one condition for both would read all preferences for each order.
     cross join lateral (
       select coalesce(
         (select b.doc from billing_preference b
           where b.tenant_id = $1 and b.company_id = coalesce(c.default_invoice_customer_id, o.company_id) limit 1),
         (select b.doc from billing_preference b
           where b.tenant_id = $1 and b.billing_entity_id = (select e.billing_entity_id from billing_entity e
                                                              where e.tenant_id = $1 and e.is_default limit 1) limit 1)
       ) as doc offset 0
     ) p
     left join rating r on r.tenant_id = $1 and r.subject_type = 'ORDER' and r.subject_id = o.order_id and r.side = 'SALES'
    where o.tenant_id = $1 and o.order_id = any($2::uuid[]) and o.status in ('COMPLETED', 'CANCELLED')
    order by o.order_id`,
)

const deleteOthers = statement(
  'charges.delete_unbilled',
  `delete from unbilled_order u
    where u.tenant_id = $1 and u.order_id = any($2::uuid[]) and not u.order_id = any($3::uuid[])`,
)

const writeUnbilled = statement(
  'charges.write_unbilled',
  `insert into unbilled_order as u
          (tenant_id, order_id, company_id, billing_entity_id, reason, currency, amount, completed_on)
   select $1, r.order_id, r.company_id, r.billing_entity_id, r.reason, r.currency, r.amount, r.completed_on
     from jsonb_populate_recordset(null::unbilled_order, $2::jsonb) r
   on conflict (tenant_id, order_id) do update
      set company_id = excluded.company_id, billing_entity_id = excluded.billing_entity_id, reason = excluded.reason,
          currency = excluded.currency, amount = excluded.amount, completed_on = excluded.completed_on, changed_at = excluded.changed_at
    where (u.company_id, u.billing_entity_id, u.reason, u.currency, u.amount, u.completed_on) is distinct from
          (excluded.company_id, excluded.billing_entity_id, excluded.reason, excluded.currency, excluded.amount,
           excluded.completed_on)
   returning tenant_id`,
)

/**
 * Updates the unbilled work of these orders from their charges, rating and drafts (CHARGE-12). Call it in the
 * transaction of every change to these, after the change and before the audit trail. Unchanged rows are not written.
 */
export async function refreshUnbilled(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  await tx.query(lockOrders, orderIds)
  const rows = await tx.query<OrderRow>(selectOrders, [...orderIds].sort())
  const open = rows.flatMap(({ charges, rating, status, minimum, ...order }) => {
    const left = unbilledOf({ charges, rating, status, minimum: minimum ?? null })
    return left ? { ...order, ...left } : []
  })
  await tx.query(
    deleteOthers,
    orderIds,
    open.map(({ order_id }) => order_id),
  )
  if (open.length > 0) await tx.query(writeUnbilled, JSON.stringify(open))
}
