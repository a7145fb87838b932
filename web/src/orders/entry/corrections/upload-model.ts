import type { UploadDetail } from '@cartage/contract/orders/app/uploads'
import type { OrderExport } from '@cartage/contract/orders/order-input'

type CorrectedUpload = Pick<UploadDetail, 'operation' | 'status' | 'order_id' | 'is_overtaken' | 'body'>

/**
 * The order of an upload as it was sent, to be corrected and sent again under its identifier. Undefined if the upload
 * was not for a new order, or if there is nothing left to correct.
 */
export function orderOfUpload(upload: CorrectedUpload): OrderExport | undefined {
  const { operation, status, order_id, is_overtaken, body } = upload
  if (operation !== 'CREATE' || status !== 'ERROR' || order_id !== null || is_overtaken) return undefined
  if (typeof body !== 'object' || body === null) return undefined
  // The stored body has the shape of an upload. One that could not be parsed has no consignments.
  const order = body as OrderExport
  return { ...order, customer: order.customer ?? {}, consignments: order.consignments ?? [] }
}
