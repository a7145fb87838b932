import { OrderUpdateBody } from '@cartage/contract/inbound/partial-order-update'
import { canonicalOrder } from '@cartage/contract/orders/canonical'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import { amendDocument } from '../../orders/amend/rules.ts'
import { mergedDocument, type OrderDocument } from '../../orders/content.rules.ts'

/** A stop as uploads say it. */
export const stop = (name: string, more = {}) => ({
  location: { name, city: 'Gent', country: 'BE' },
  date: '2026-02-02',
  ...more,
})
/** A consignment as uploads say it. */
export const consignment = (more = {}) => ({ pickup_stop: stop('Mill'), delivery_stop: stop('Shop'), ...more })

/** Makes ids that differ. */
export function ids(prefix: string) {
  let count = 0
  return () => `${prefix}-${++count}`
}

const anyIds = ids('new')

/** The canonical form of an upload, as it is stored when it comes. */
export function upload(members: object) {
  return canonicalOrder(OrderUpload.parse({ operation: 'UPDATE', order_identifier: 'A', ...members }))
}

/** A document as an upload makes it. */
export function documentOf(members: object = {}): OrderDocument {
  return mergedDocument(
    undefined,
    upload({ customer: { code: 'C1' }, consignments: [consignment()], ...members }),
    ids('old'),
  )
}

/** Reads an entry as the webhook does and applies it. */
export function amend(document: OrderDocument, entry: object, newId = anyIds) {
  const { updates } = OrderUpdateBody.parse({ updates: [entry] })
  return amendDocument(document, updates![0]!, 'updates.0', newId)
}

/** An entry about the one consignment. */
export const inConsignment = (entry: object) => ({ consignment: { updates: [entry] } })
/** An entry about the one good of the one consignment. */
export const inGood = (entry: object) => inConsignment({ good: { updates: [entry] } })
/** An entry about a stop of the one consignment. */
export const inStop = (entry: object) => inConsignment({ stop: { updates: [entry] } })
/** An entry about a handling unit of the one good. */
export const inUnit = (entry: object) => inGood({ handling_unit: { updates: [entry] } })
/** The goods of the first consignment. */
export const goods = (document: OrderDocument) => document.consignments[0]!.goods!
