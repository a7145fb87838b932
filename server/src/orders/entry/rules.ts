import { msg } from '@cartage/contract/message'
import type { OrderEntry, OrderUpload } from '@cartage/contract/orders/order-input'
import { payloadFaults } from '@cartage/contract/orders/payload-rules'
import { errorItem, Problem, sentenceOf } from '../../http/problem.ts'
import { isOrderNumber } from '../intake/batch.rules.ts'

/**
 * The upload for an entry by a person.
 * @param identifier of the order; for a new one without an identifier of its own, its number
 * @throws Problem validation_failed with a path into the entry for each error
 */
export function uploadOf(entry: OrderEntry, operation: 'CREATE' | 'UPDATE', identifier: string): OrderUpload {
  const upload = { ...entry, operation, order_identifier: identifier }
  const faults = payloadFaults(upload)
  if (faults.length === 0) return upload
  const errors = faults.map(({ path, message }) => errorItem(path.join('.'), message, 'custom'))
  throw new Problem('validation_failed', { message: msg`${errors[0]!.path}: ${sentenceOf(errors[0]!)}`, errors })
}

/**
 * The identifier that a person entered for a new order; undefined when the order number is used.
 * @throws Problem validation_failed for one that looks like an order number: only the counter assigns those
 */
export function enteredIdentifier({
  order_identifier: given,
}: Pick<OrderEntry, 'order_identifier'>): string | undefined {
  if (given === undefined || given === null || given === '') return undefined
  if (!isOrderNumber(given)) return given
  const message = 'looks like an order number: leave it empty to get the next one, or use another identifier'
  throw new Problem('validation_failed', {
    message: msg`order_identifier: ${message}`,
    errors: [errorItem('order_identifier', message, 'order_number')],
  })
}
