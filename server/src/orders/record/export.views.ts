import type { OrderExport } from '@cartage/contract/orders/order-input'
import type { Tx } from '../../db/tenant.ts'
import { withoutIds } from '../content.rules.ts'
import { getOrderRow } from './row.views.ts'

/**
 * The order as an upload body (EXP-1): uploaded unchanged, it counts as an update of this order, because CREATE of a
 * known identifier means an update (ORD-6); with another identifier it makes a copy (EXP-2).
 * @throws Problem not_found
 */
export async function readOrderExport(tx: Tx, orderId: string, companyId: string | null): Promise<OrderExport> {
  const order = await getOrderRow(tx, orderId, companyId)
  return { ...withoutIds(order.document), operation: 'CREATE', order_identifier: order.order_identifier } as OrderExport
}
