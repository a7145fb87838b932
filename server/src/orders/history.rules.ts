import type { Change, Members } from '../audit/rules.ts'
import type { OrderDocument } from './content.rules.ts'
import type { KnownOrder } from './intake/batch.rules.ts'
import type { OrderPlan } from './plan.rules.ts'

/** Audit entry of a new order: its identifiers and number only. The upload has the rest. */
export function creation(order: { order_id: string; order_identifier: string; order_number: string }, plan: OrderPlan) {
  const { order_id, order_identifier, order_number } = order
  const after = { order_number, order_identifier, order_status: plan.status, customer: plan.customer.name }
  return { entity_type: 'order', entity_id: order_id, action: 'created', before: null, after } satisfies Change
}

/** Changes of an order by a plan, member by member. */
export function change(order: KnownOrder, plan: OrderPlan): Change {
  const { before, after, ...about } = amendment(order, plan.document)
  if (order.status === plan.status) return { ...about, before, after }
  return { ...about, before: { ...before, order_status: order.status }, after: { ...after, order_status: plan.status } }
}

/** Audit entry of values that were reported during transport. */
export function amendment(order: Pick<KnownOrder, 'order_id' | 'document'>, document: OrderDocument): Change {
  const { before, after } = documentDifferences(order.document, document)
  return { entity_type: 'order', entity_id: order.order_id, action: 'updated', before, after }
}

/** Audit entry of a cancellation. */
export function cancellation(order: KnownOrder): Change {
  return {
    entity_type: 'order',
    entity_id: order.order_id,
    action: 'cancelled',
    before: { order_status: order.status },
    after: { order_status: 'CANCELLED' },
  }
}

/** Differing members, before and after, by dotted path. */
export interface Differing {
  before: Members
  after: Members
}

/**
 * Changes of a document, member by member: `consignments.0.delivery_stop.date`. List items are compared by id and named
 * by their position after the change, or before it when removed. An added or removed item is shown as a whole, without
 * ids, so that people read a changed weight and not two documents.
 */
export function documentDifferences(before: object, after: object): Differing {
  const found: [path: string, before: unknown, after: unknown][] = []
  compare('', before, after, found)
  return {
    before: Object.fromEntries(found.map(([path, value]) => [path, value])),
    after: Object.fromEntries(found.map(([path, , value]) => [path, value])),
  }
}

type Differences = [path: string, before: unknown, after: unknown][]

function compare(path: string, before: unknown, after: unknown, found: Differences): void {
  if (before === after) return
  if (isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (!isOurs(path, name)) compare(joined(path, name), before[name], after[name], found)
    }
    return
  }
  if (areIdentified(before) && areIdentified(after) && (before.length > 0 || after.length > 0)) {
    compareIdentified(path, before, after, found)
    return
  }
  const [was, is] = [withoutIds(before), withoutIds(after)]
  if (JSON.stringify(was) !== JSON.stringify(is)) found.push([path, was, is])
}

/** Ids that this service assigned. The id of a location is the caller's choice of a location. */
function isOurs(path: string, name: string): boolean {
  return name === 'id' && !path.endsWith('location')
}

interface Identified {
  id: string
}

function compareIdentified(
  path: string,
  before: readonly Identified[],
  after: readonly Identified[],
  found: Differences,
): void {
  const old = new Map(before.map((thing) => [thing.id, thing]))
  const added = new Map<number, Identified>()
  after.forEach((thing, place) => {
    const match = old.get(thing.id)
    if (match) compare(joined(path, place), match, thing, found)
    else added.set(place, thing)
    old.delete(thing.id)
  })
  before.forEach((thing, place) => {
    if (!old.has(thing.id)) return
    // An item at the position of a removed one replaced it.
    found.push([joined(path, place), withoutIds(thing), withoutIds(added.get(place) ?? null)])
    added.delete(place)
  })
  for (const [place, thing] of added) found.push([joined(path, place), null, withoutIds(thing)])
}

function joined(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function areIdentified(value: unknown): value is readonly Identified[] {
  return Array.isArray(value) && value.every((item) => isObject(item) && typeof item.id === 'string')
}

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (!isObject(value)) return value ?? null
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (name === 'id' ? [] : [[name, withoutIds(inner)]])),
  )
}
