import type { ChargeTypeChoice, OrderCharges } from '@cartage/contract/charges/app/read'
import { amountText, decimal } from '../books/money.rules.ts'
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

const selectCredits = statement(
  'charges.credits_of_order',
  `select i.invoice_id, i.name, c.currency, sum(n.amount * k.amount / nullif(l.amount, 0))::text as amount
     from charge c
     join invoice_line_charge k on k.tenant_id = $1 and k.charge_id = c.charge_id and k.is_live
     join invoice_line l on l.tenant_id = $1 and l.invoice_line_id = k.invoice_line_id
     join invoice_line n on n.tenant_id = $1 and n.credited_line_id = l.invoice_line_id
     join invoice i on i.tenant_id = $1 and i.invoice_id = n.invoice_id and i.status in ('INVOICED', 'INVOICE_POSTED')
    where c.tenant_id = $1 and c.order_id = $2 and c.side = 'SALES'
    group by i.invoice_id, i.name, c.currency
    order by i.name`,
)

/** Charges of an order for its page, with its billing state and credited amounts (CHARGE-44). */
export async function readOrderCharges(tx: Tx, orderId: string): Promise<OrderCharges> {
  const [items, [unbilled], credits] = await Promise.all([
    listShownCharges(tx, orderId),
    tx.query<{ reason: string }>(selectReason, orderId),
    tx.query<OrderCharges['credits'][number]>(selectCredits, orderId),
  ])
  const named = credits.map((credit) => ({ ...credit, amount: amountText(decimal(credit.amount), credit.currency) }))
  return { items, totals: sumsOf(items), credits: named, unbilled_reason: unbilled?.reason ?? null }
}
