import type { Response } from '@cartage/contract/endpoint'
import type { OrderChargesOutput } from '@cartage/contract/orders/charges'
import type { listTripCosts } from '@cartage/contract/trips/endpoints'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { outwardAmounts, outwardCharge } from './outward.rules.ts'
import { type ChargeRow, chargeColumns } from './record/store.ts'

const selectSales = statement(
  'charges.list_outward',
  `select ${chargeColumns} from charge c
    where c.tenant_id = $1 and c.order_id = $2 and c.side = 'SALES'
    order by c.created_at, c.charge_id`,
)

/**
 * Public charges of an order (CHG-1, CHG-2): sales that are not withdrawn. A customer sees no charges before approval
 * is requested, and no internally rejected ones (CHARGE-15).
 */
export async function listOutwardCharges(tx: Tx, orderId: string, isCustomer: boolean): Promise<OrderChargesOutput> {
  const rows = await tx.query<ChargeRow>(selectSales, orderId)
  return { charges: rows.flatMap((row) => outwardCharge(row, isCustomer) ?? []) }
}

const selectCosts = statement(
  'charges.list_outward_costs',
  `select ${chargeColumns} from charge c
    where c.tenant_id = $1 and c.trip_id = $2 and c.side = 'COST' and c.status not in ('WITHDRAWN', 'DO_NOT_INVOICE')
    order by c.created_at, c.charge_id`,
)

/** Public costs of a trip, without withdrawn and excluded ones. */
export async function listOutwardCosts(tx: Tx, tripId: string): Promise<Response<typeof listTripCosts>> {
  return { charges: (await tx.query<ChargeRow>(selectCosts, tripId)).map(outwardAmounts) }
}
