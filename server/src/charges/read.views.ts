import type { ChargeTypeChoice, OrderCharges } from '@cartage/contract/charges/app/read'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { sumsOf } from './costs/rules.ts'
import { listShownCharges } from './shown.views.ts'

const selectTypes = statement(
  'charges.list_types',
  `select t.code, t.name, t.role, t.unit, t.sides from charge_type t
    where t.tenant_id = $1 and not t.is_archived order by t.rank, t.code`,
)

/** Charge types in use. */
export async function listChargeTypes(tx: Tx): Promise<ChargeTypeChoice[]> {
  return await tx.query<ChargeTypeChoice>(selectTypes)
}

const selectReason = statement(
  'charges.unbilled_reason',
  'select u.reason from unbilled_order u where u.tenant_id = $1 and u.order_id = $2',
)

/** Charges of an order as its page shows them, with what it waits for. */
export async function readOrderCharges(tx: Tx, orderId: string): Promise<OrderCharges> {
  const [items, [unbilled]] = await Promise.all([
    listShownCharges(tx, orderId),
    tx.query<{ reason: string }>(selectReason, orderId),
  ])
  return { items, totals: sumsOf(items), unbilled_reason: unbilled?.reason ?? null }
}
