import * as papers from '@cartage/contract/orders/app/documents'
import { listOrderTrips } from '@cartage/contract/trips/app/record'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Attaches a file to an order. */
export function addDocument(orderId: string, file: File, type: string) {
  const document_type = papers.addedDocumentTypes.find((one) => one === type) ?? 'OTHER'
  return call(papers.addOrderDocument, { params: { order_id: orderId }, query: { document_type }, body: { file } })
}

/** Trips of an order. */
export function orderTripsQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'trips', orderId],
    queryFn: () => call(listOrderTrips, { params: { order_id: orderId } }),
  })
}

/** Scans of the pieces of an order. */
export function orderScansQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'scans', orderId],
    queryFn: () => call(papers.listOrderScans, { params: { order_id: orderId } }),
  })
}
