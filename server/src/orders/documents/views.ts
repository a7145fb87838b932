import type { OrderDocument, OrderScan } from '@cartage/contract/orders/app/documents'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { SubjectKind } from '../../documents/access.rules.ts'
import { listShownOfOrder } from '../../documents/carried.views.ts'
import { proofsOfDelivery } from '../../documents/transport.rules.ts'
import { getOrderRow } from '../record/row.views.ts'

/** Most scans shown of one order. */
const mostScans = 500

/**
 * Documents of an order, and whether its proof of delivery is missing.
 * @throws Problem not_found
 */
export async function readFilesOfOrder(
  tx: Tx,
  orderId: string,
  kinds: readonly SubjectKind[],
): Promise<{ items: OrderDocument[]; lacks_proof: boolean }> {
  const [order, items] = await Promise.all([getOrderRow(tx, orderId, null), listShownOfOrder(tx, orderId, kinds)])
  const isProved = items.some(({ type, review }) => proofsOfDelivery.includes(type) && review?.state !== 'REJECTED')
  return { items, lacks_proof: order.status === 'COMPLETED' && !isProved }
}

const selectScans = statement(
  'orders.list_scans',
  `select c.handling_unit_scan_id, c.barcode, c.handling_unit_id, c.stop_id, c.status, c.source_status, c.description,
          c.source, ${instant('c.scanned_at')} as scanned_at,
          (select coalesce(l.display_name, l.name, l.city)
             from order_stop s join location l on l.tenant_id = $1 and l.location_id = s.location_id
            where s.tenant_id = $1 and s.stop_id = c.stop_id) as stop_name
     from handling_unit_scan c
    where c.tenant_id = $1 and c.order_id = $2
    order by c.scanned_at desc, c.handling_unit_scan_id limit ${mostScans}`,
)

/**
 * Scans of the handling units of an order, and the number of its labelled units.
 * @throws Problem not_found
 */
export async function readScansOfOrder(tx: Tx, orderId: string): Promise<{ items: OrderScan[]; units: number }> {
  const [order, items] = await Promise.all([getOrderRow(tx, orderId, null), tx.query<OrderScan>(selectScans, orderId)])
  const goods = order.document.consignments.flatMap((consignment) => consignment.goods ?? [])
  return { items, units: goods.reduce((sum, good) => sum + (good.handling_units?.length ?? 0), 0) }
}
