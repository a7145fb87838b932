import type { OrderDocument, StoredConsignment, StoredGood } from '../content.rules.ts'
import { mapStops, stopsOf } from '../stops/sequence.rules.ts'

/** A value of an order that was reported during transport. */
export interface FieldFact {
  /** For example `stop.custom_fields.trailer_number` or `order.container.seal_number`. */
  field: string
  value: unknown
}

/** The part of the order that a fact applies to; without an id it is the only part of its kind. */
export interface FactSubject {
  stop_ids: readonly string[]
  consignment_id?: string | undefined
  good_id?: string | undefined
}

/**
 * The document with a fact written to it. This does not change the requested order, so reached stops accept it too.
 * @returns a sentence with the reason when the subject does not identify one part
 */
export function withFact(
  document: OrderDocument,
  about: FactSubject,
  { field, value }: FieldFact,
): OrderDocument | string {
  const [level, ...path] = field.split('.') as [string, ...string[]]
  if (level === 'order') return set(document, path, value)
  if (level === 'stop') {
    if (about.stop_ids.length === 0) return 'The answer does not refer to a stop, so it cannot be saved to one.'
    return mapStops(document, (stop) => (about.stop_ids.includes(stop.id) ? set(stop, path, value) : stop))
  }
  const consignment = consignmentOf(document, about)
  if (!consignment) return 'The order has several consignments and the answer does not say which one it is for.'
  if (level === 'consignment') return withConsignment(document, set(consignment, path, value))
  const good = goodOf(consignment, about)
  if (!good) return 'There are several goods, or none, and the answer does not say which one it is for.'
  const goods = (consignment.goods ?? []).map((one) => (one.id === good.id ? set(one, path, value) : one))
  return withConsignment(document, { ...consignment, goods })
}

function consignmentOf({ consignments }: OrderDocument, about: FactSubject): StoredConsignment | undefined {
  const named = consignments.find(
    (one) => one.id === about.consignment_id || stopsOf(one).some(({ id }) => about.stop_ids.includes(id)),
  )
  return named ?? (consignments.length === 1 && about.consignment_id === undefined ? consignments[0] : undefined)
}

function goodOf({ goods = [] }: StoredConsignment, { good_id }: FactSubject): StoredGood | undefined {
  if (good_id !== undefined) return goods.find(({ id }) => id === good_id)
  return goods.length === 1 ? goods[0] : undefined
}

function withConsignment(document: OrderDocument, consignment: StoredConsignment): OrderDocument {
  return {
    ...document,
    consignments: document.consignments.map((one) => (one.id === consignment.id ? consignment : one)),
  }
}

/** A copy with one member set at any depth; missing parent objects are created. */
function set<Thing extends object>(thing: Thing, [name, ...rest]: readonly string[], value: unknown): Thing {
  const inner = (thing as Record<string, unknown>)[name!]
  const below = typeof inner === 'object' && inner !== null ? inner : {}
  return { ...thing, [name!]: rest.length === 0 ? value : set(below, rest, value) }
}
