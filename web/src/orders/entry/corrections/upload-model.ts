import type { UploadDetail } from '@cartage/contract/orders/app/uploads'
import type { OrderExport } from '@cartage/contract/orders/order-input'

type CorrectedUpload = Pick<UploadDetail, 'operation' | 'status' | 'order_id' | 'is_overtaken' | 'body'>

/**
 * The order of an upload as it was sent, to be corrected and sent again with its identifier; undefined when it
 * requested something else than a new order, or when there is nothing to correct any more.
 */
export function orderOfUpload(upload: CorrectedUpload): OrderExport | undefined {
  const { operation, status, order_id, is_overtaken, body } = upload
  if (operation !== 'CREATE' || status !== 'ERROR' || order_id !== null || is_overtaken) return undefined
  if (typeof body !== 'object' || body === null) return undefined
  // What is stored has the shape of an upload; one that could not be read has no consignments.
  const order = body as OrderExport
  return { ...order, customer: order.customer ?? {}, consignments: order.consignments ?? [] }
}
