import type {
  CanonicalConsignment,
  CanonicalGood,
  CanonicalOrder,
  CanonicalPackagedItem,
  CanonicalStop,
} from '@cartage/contract/orders/canonical'
import { counterparts, type Likeness } from './counterparts.rules.ts'
import { consignmentLikeness, goodLikeness, stopLikeness, thingLikeness, unitLikeness } from './likeness.rules.ts'

/** Creates a public id; passed in, because rules must be deterministic. */
export type NewId = () => string

type Identified<Thing> = Thing & { id: string }
type ListOf<Value> = NonNullable<Value> extends readonly (infer Item)[] ? Item : never
export type CanonicalUnit = ListOf<CanonicalGood['handling_units']>
type CanonicalCustoms = NonNullable<CanonicalConsignment['import_export']>
type CanonicalTransit = ListOf<CanonicalCustoms['transit_declarations']>

export type StoredStop = Identified<CanonicalStop>
export type StoredItem = Identified<CanonicalPackagedItem>
export type StoredUnit = Identified<CanonicalUnit>
export type StoredTransit = Omit<CanonicalTransit, 'id'> & { id: string }
export type StoredCustoms = Omit<CanonicalCustoms, 'transit_declarations'> & {
  transit_declarations?: StoredTransit[] | undefined
}
export type StoredGood = Omit<CanonicalGood, 'packaged_items' | 'handling_units'> & {
  id: string
  packaged_items?: StoredItem[] | undefined
  handling_units?: StoredUnit[] | undefined
}
export type StoredConsignment = Omit<
  CanonicalConsignment,
  'pickup_stop' | 'delivery_stop' | 'standalone_stops' | 'goods' | 'import_export'
> & {
  id: string
  pickup_stop: StoredStop
  delivery_stop: StoredStop
  standalone_stops?: StoredStop[] | undefined
  goods?: StoredGood[] | undefined
  import_export?: StoredCustoms | undefined
}

/** Content of `transport_order.doc`: the canonical upload without its envelope, with an id on every record. */
export type OrderDocument = Omit<
  CanonicalOrder,
  | 'operation'
  | 'order_identifier'
  | 'consignments'
  | 'setup_stops'
  | 'teardown_stops'
  | 'container_load_unload_stop'
  | 'drops_container'
  | 'id'
  | 'customer'
> & {
  customer: NonNullable<CanonicalOrder['customer']>
  consignments: StoredConsignment[]
  setup_stops?: StoredStop[] | undefined
  teardown_stops?: StoredStop[] | undefined
}

/**
 * The document after an upload: present members replace, absent ones are kept. `consignments`, when present, is the
 * full new list. List items are matched to earlier ones by what identifies them, so that their ids stay the same
 * (ORD-19, decision 0007); pickup and delivery belong to their consignment. Stops and goods are replaced as a whole;
 * absent members of a matched consignment and of the container are kept.
 * @param before undefined for a new order; then the upload must have a customer and consignments
 */
export function mergedDocument(before: OrderDocument | undefined, upload: CanonicalOrder, newId: NewId): OrderDocument {
  const {
    operation: _operation,
    order_identifier: _identifier,
    id: _id,
    container_load_unload_stop: _yard,
    consignments,
    setup_stops,
    teardown_stops,
    container,
    drops_container: dropsContainer = false,
    ...members
  } = upload
  const merged: OrderDocument = {
    ...before,
    ...members,
    customer: members.customer ?? before?.customer ?? {},
    consignments: consignments
      ? matched(consignments, before?.consignments, consignmentLikeness, (consignment, known) =>
          identifiedConsignment(consignment, known, newId),
        )
      : (before?.consignments ?? []),
  }
  if (setup_stops) merged.setup_stops = identifiedStops(setup_stops, before?.setup_stops, newId)
  if (teardown_stops) merged.teardown_stops = identifiedStops(teardown_stops, before?.teardown_stops, newId)
  if (container) merged.container = { ...before?.container, ...container }
  if (dropsContainer) delete merged.container
  return merged
}

/** A consignment with ids: the earlier ones where it matches, else new ones. */
export function identifiedConsignment(
  consignment: CanonicalConsignment,
  before: StoredConsignment | undefined,
  newId: NewId,
): StoredConsignment {
  const { pickup_stop, delivery_stop, standalone_stops, goods, import_export, ...members } = consignment
  const stored: StoredConsignment = {
    ...before,
    ...members,
    id: before?.id ?? newId(),
    pickup_stop: identifiedStop(pickup_stop, before?.pickup_stop, newId),
    delivery_stop: identifiedStop(delivery_stop, before?.delivery_stop, newId),
  }
  if (standalone_stops) stored.standalone_stops = identifiedStops(standalone_stops, before?.standalone_stops, newId)
  if (goods) {
    stored.goods = matched(goods, before?.goods, goodLikeness, (good, known) => identifiedGood(good, known, newId))
  }
  if (import_export) stored.import_export = identifiedCustoms(import_export, before?.import_export, newId)
  return stored
}

function identifiedStop(stop: CanonicalStop, before: StoredStop | undefined, newId: NewId): StoredStop {
  return { ...stop, id: before?.id ?? newId() }
}

function identifiedStops(
  stops: readonly CanonicalStop[],
  before: readonly StoredStop[] | undefined,
  newId: NewId,
): StoredStop[] {
  return matched(stops, before, stopLikeness, (stop, known) => identifiedStop(stop, known, newId))
}

/** Makes each item of a list together with its earlier counterpart (ORD-19). */
function matched<Sent, Known extends Sent, Made>(
  sent: readonly Sent[],
  before: readonly Known[] | undefined,
  likeness: (thing: Sent) => Likeness,
  make: (thing: Sent, known: Known | undefined) => Made,
): Made[] {
  if (!before?.length) return sent.map((thing) => make(thing, undefined))
  const found = counterparts(before.map(likeness), sent.map(likeness))
  return sent.map((thing, at) => make(thing, found[at] === undefined ? undefined : before[found[at]]))
}

/** A complete good with the earlier ids for itself and its contents, else new ones. */
export function identifiedGood(good: CanonicalGood, before: StoredGood | undefined, newId: NewId): StoredGood {
  const { packaged_items, handling_units, ...members } = good
  const stored: StoredGood = { ...members, id: before?.id ?? newId() }
  if (packaged_items) stored.packaged_items = identified(packaged_items, before?.packaged_items, thingLikeness, newId)
  if (handling_units) stored.handling_units = identified(handling_units, before?.handling_units, unitLikeness, newId)
  return stored
}

function identified<Thing extends object>(
  things: readonly Thing[],
  before: readonly Identified<Thing>[] | undefined,
  likeness: (thing: Thing) => Likeness,
  newId: NewId,
): Identified<Thing>[] {
  return matched(things, before, likeness, (thing, known) => ({ ...thing, id: known?.id ?? newId() }))
}

/**
 * Customs of a consignment: absent members are kept. Transit declarations are matched by their id, else by their
 * sequence number.
 */
export function identifiedCustoms(
  customs: CanonicalCustoms,
  before: StoredCustoms | undefined,
  newId: NewId,
): StoredCustoms {
  const { transit_declarations, ...members } = customs
  const stored: StoredCustoms = { ...before, ...members }
  if (transit_declarations) {
    const known = before?.transit_declarations ?? []
    stored.transit_declarations = transit_declarations.map(({ id, ...transit }) => {
      const match =
        known.find((other) => other.id === id) ??
        known.find((other) => other.sequence_number === transit.sequence_number)
      return { ...transit, id: match?.id ?? newId() }
    })
  }
  return stored
}

/** The document in the form of an upload: without the ids that this service assigned (EXP-1). */
export function withoutIds(document: OrderDocument) {
  const { consignments, setup_stops, teardown_stops, ...members } = document
  return {
    ...members,
    ...(setup_stops && { setup_stops: setup_stops.map(withoutId) }),
    ...(teardown_stops && { teardown_stops: teardown_stops.map(withoutId) }),
    consignments: consignments.map(consignmentWithoutIds),
  }
}

function consignmentWithoutIds(consignment: StoredConsignment) {
  const { id: _id, pickup_stop, delivery_stop, standalone_stops, goods, import_export, ...members } = consignment
  return {
    ...members,
    pickup_stop: withoutId(pickup_stop),
    delivery_stop: withoutId(delivery_stop),
    ...(standalone_stops && { standalone_stops: standalone_stops.map(withoutId) }),
    ...(goods && { goods: goods.map(goodWithoutIds) }),
    ...(import_export && { import_export: customsWithoutIds(import_export) }),
  }
}

function goodWithoutIds(good: StoredGood) {
  const { id: _id, packaged_items, handling_units, ...members } = good
  return {
    ...members,
    ...(packaged_items && { packaged_items: packaged_items.map(withoutId) }),
    ...(handling_units && { handling_units: handling_units.map(withoutId) }),
  }
}

function customsWithoutIds(customs: StoredCustoms) {
  const { transit_declarations, ...members } = customs
  return { ...members, ...(transit_declarations && { transit_declarations: transit_declarations.map(withoutId) }) }
}

function withoutId<Thing extends { id: string }>(thing: Thing): Omit<Thing, 'id'> {
  const { id: _id, ...members } = thing
  return members
}
