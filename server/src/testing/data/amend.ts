import { OrderUpdateBody } from '@cartage/contract/inbound/partial-order-update'
import { canonicalOrder } from '@cartage/contract/orders/canonical'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import { amendDocument } from '../../orders/amend/rules.ts'
import { mergedDocument, type OrderDocument } from '../../orders/content.rules.ts'

/** A stop in the format of an upload. */
export const stop = (name: string, more = {}) => ({
  location: { name, city: 'Gent', country: 'BE' },
  date: '2026-02-02',
  ...more,
})
/** A consignment in the format of an upload. */
export const consignment = (more = {}) => ({ pickup_stop: stop('Mill'), delivery_stop: stop('Shop'), ...more })

/** Generates distinct ids. */
export function ids(prefix: string) {
  let count = 0
  return () => `${prefix}-${++count}`
}

const anyIds = ids('new')

/** The canonical form of an upload, as stored on arrival. */
export function upload(members: object) {
  return canonicalOrder(OrderUpload.parse({ operation: 'UPDATE', order_identifier: 'A', ...members }))
}

/** A document created from an upload. */
export function documentOf(members: object = {}): OrderDocument {
  return mergedDocument(
    undefined,
    upload({ customer: { code: 'C1' }, consignments: [consignment()], ...members }),
    ids('old'),
  )
}

/** Parses an entry like the webhook and applies it. */
export function amend(document: OrderDocument, entry: object, newId = anyIds) {
  const { updates } = OrderUpdateBody.parse({ updates: [entry] })
  return amendDocument(document, updates![0]!, 'updates.0', newId)
}

/** An entry for the only consignment. */
export const inConsignment = (entry: object) => ({ consignment: { updates: [entry] } })
/** An entry for the only good of the only consignment. */
export const inGood = (entry: object) => inConsignment({ good: { updates: [entry] } })
/** An entry for a stop of the only consignment. */
export const inStop = (entry: object) => inConsignment({ stop: { updates: [entry] } })
/** An entry for a handling unit of the only good. */
export const inUnit = (entry: object) => inGood({ handling_unit: { updates: [entry] } })
/** The goods of the first consignment. */
export const goods = (document: OrderDocument) => document.consignments[0]!.goods!
