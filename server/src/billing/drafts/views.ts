import type { ChargeState } from '../../charges/unbilled.rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** Billing state of a charge, with its order. */
export interface OrderCharge extends ChargeState {
  readonly order_id: string
  readonly charge_id: string
}

// Scalar subquery per row: with EXISTS, PostgreSQL would read all lines at once.
const selectStates = statement(
  'billing.charge_states',
  `select c.order_id, c.charge_id, c.origin, c.role, c.status, c.approval, c.tax is not null as has_tax,
          c.amount::text as amount, c.currency,
          (select true from invoice_line_charge l
            where l.tenant_id = $1 and l.charge_id = c.charge_id and l.is_live limit 1) is not null as is_on_draft
     from charge c
    where c.tenant_id = $1 and c.order_id = any($2::uuid[]) and c.side = 'SALES'`,
)

/** Sales charges of orders, by order. */
export async function chargesOfOrders(
  tx: Tx,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OrderCharge[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await tx.query<OrderCharge>(selectStates, orderIds)
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

// Single table: a join with documents, planned while there were few, compared every line with every charge.
const selectTaken = statement(
  'billing.charges_on_documents',
  `select c.charge_id from invoice_line_charge c
    where c.tenant_id = $1 and c.charge_id = any($2::uuid[]) and c.is_live`,
)

/** The subset of the charges that are on a document. */
export async function chargesOnDocuments(tx: Tx, chargeIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (chargeIds.length === 0) return new Set()
  const rows = await tx.query<{ charge_id: string }>(selectTaken, chargeIds)
  return new Set(rows.map(({ charge_id }) => charge_id))
}

const selectCodes = statement(
  'billing.accounting_codes',
  `select company_id, billing_entity_id, accounting_code from company_billing_code
    where tenant_id = $1 and side = 'SALES' and company_id = any($2::uuid[]) and accounting_code is not null`,
)

/** Accounting codes of companies in the books of billing entities, by company and entity. */
export async function accountingCodes(tx: Tx, companyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ company_id: string; billing_entity_id: string; accounting_code: string }>(
    selectCodes,
    companyIds,
  )
  return new Map(rows.map((row) => [`${row.company_id} ${row.billing_entity_id}`, row.accounting_code]))
}
