import type { AdrInput } from './adr.ts'
import type { ConsignmentInput } from './consignment.ts'
import type { GoodInput, PackagedItem } from './goods.ts'
import type { OrderUpload } from './order-input.ts'
import { contradicts, cubicMetres, hasValue, isRecord } from './spellings.ts'

/** A type without null anywhere, because explicit null and absent are one thing in an upload. */
export type Present<Value> = Value extends readonly (infer Item)[]
  ? Present<Item>[]
  : Value extends object
    ? { [Name in keyof Value]: Exclude<Present<Value[Name]>, null> }
    : Value

/** A good with one spelling of everything. */
export type CanonicalGood = Omit<Present<GoodInput>, GoodAlternative | 'packaged_items'> & {
  packaged_items?: CanonicalPackagedItem[] | undefined
}
export type CanonicalAdr = Omit<Present<AdrInput>, AdrAlternative>
export type CanonicalPackagedItem = Omit<Present<PackagedItem>, 'adr'> & { adr?: CanonicalAdr | undefined }
export type CanonicalStop = CanonicalConsignment['pickup_stop']
export type CanonicalConsignment = Omit<Present<ConsignmentInput>, 'goods'> & { goods?: CanonicalGood[] | undefined }

/**
 * An upload with one spelling of everything and no nulls. `container_load_unload_stop` is left only on an UPDATE that
 * does not say the scenario: anyone who applies it knows the scenario of the order and places the stop.
 */
export type CanonicalOrder = Omit<Present<OrderUpload>, OrderAlternative | 'consignments'> & {
  consignments?: CanonicalConsignment[] | undefined
  /** Of a change on a screen alone: the order carries no container any more. In an upload, absent members keep. */
  drops_container?: true | undefined
  /** Of an order that is carried over alone: the id it has elsewhere. */
  id?: string | undefined
}

type GoodAlternative =
  | 'ordered_quantity'
  | 'ordered_total_volume_value'
  | 'absolute_max_temperature_value'
  | 'product_name'
  | 'package_type'
  | 'total_weight'
  | 'good_items'
type AdrAlternative = 'transport_category_tunnel_restriction_code' | 'adr_name_by_locale'
type OrderAlternative = 'container_number' | 'container_scenario' | 'container_type' | 'setup_input' | 'teardown_input'

/**
 * Brings an accepted upload to the one spelling that is stored, compared and exported: equal content gives equal JSON
 * text. Pure and idempotent; the canonical form of an export is the export itself. Parts that need no change are those
 * of the upload, not copies. Quantities keep the unit of the canonical member: litres become cubic metres, degrees in
 * text become numbers.
 */
export function canonicalOrder(upload: OrderUpload): CanonicalOrder {
  const {
    container_number,
    container_scenario,
    container_type,
    setup_input,
    teardown_input,
    container_load_unload_stop: yard,
    consignments,
    ...rest
  } = withoutNulls(upload)
  const container = merged({ container_number, container_scenario, container_type }, rest.container)
  const order: CanonicalOrder = rest
  assign(order, 'container', container)
  assign(order, 'setup_stops', rest.setup_stops ?? setup_input)
  assign(order, 'teardown_stops', rest.teardown_stops ?? teardown_input)
  if (yard) placeYard(order, yard)
  assign(order, 'consignments', consignments?.map(canonicalConsignment))
  return inOrder(order)
}

/** The yard is where the empty is collected (EXPORT) or returned (IMPORT); a list that names it already wins. */
function placeYard(order: CanonicalOrder, yard: CanonicalStop): void {
  const scenario = order.container?.container_scenario
  if (!scenario) {
    order.container_load_unload_stop = yard
    return
  }
  const target = scenario === 'EXPORT' ? 'setup_stops' : 'teardown_stops'
  if (!order[target]?.length) order[target] = [yard]
}

function canonicalConsignment(consignment: Present<ConsignmentInput>): CanonicalConsignment {
  const { goods, ...rest } = consignment
  const canonical: CanonicalConsignment = rest
  assign(canonical, 'goods', goods?.map(canonicalGood))
  return canonical
}

function canonicalGood(good: Present<GoodInput>): CanonicalGood {
  const {
    ordered_quantity,
    ordered_total_volume_value: litres,
    absolute_max_temperature_value: degrees,
    product_name,
    package_type,
    total_weight,
    good_items,
    packaged_items,
    ...rest
  } = good
  const canonical: CanonicalGood = rest
  assign(canonical, 'quantity', rest.quantity ?? ordered_quantity)
  assign(canonical, 'total_volume_m3', rest.total_volume_m3 ?? (litres === undefined ? undefined : cubicMetres(litres)))
  assign(
    canonical,
    'absolute_max_temperature_degrees',
    rest.absolute_max_temperature_degrees ?? (degrees === undefined ? undefined : Number(degrees)),
  )
  assign(canonical, 'total_weight_kg', rest.total_weight_kg ?? total_weight)
  assign(canonical, 'product', merged({ name: product_name }, rest.product))
  assign(canonical, 'packaging_type', merged({ code: package_type }, rest.packaging_type))
  assign(canonical, 'packaged_items', canonicalItems(packaged_items, good_items?.adr))
  return inOrder(canonical)
}

/** The substance of `good_items` completes the packaged item that speaks of the same one, else it is an item more. */
function canonicalItems(
  items: Present<PackagedItem>[] | undefined,
  adr: Present<AdrInput> | undefined,
): CanonicalPackagedItem[] | undefined {
  const canonical = items?.map(canonicalItem)
  if (!adr) return canonical
  const substance = canonicalAdr(adr)
  const list = canonical ?? []
  const same = list.find((item) => item.adr !== undefined && !contradicts(item.adr, substance))
  if (!same) return [...list, { adr: substance }]
  same.adr = merged(substance, same.adr)
  return list
}

function canonicalItem(item: Present<PackagedItem>): CanonicalPackagedItem {
  const { adr, ...rest } = item
  return adr ? { ...rest, adr: canonicalAdr(adr) } : rest
}

/**
 * GOOD-4: the official name is made by the service, so a submitted one is dropped. GOOD-5: one spelling of the tunnel
 * code.
 */
function canonicalAdr(adr: Present<AdrInput>): CanonicalAdr {
  const { adr_name_by_locale: _ignored, transport_category_tunnel_restriction_code: tunnel, ...rest } = adr
  const canonical: CanonicalAdr = rest
  assign(canonical, 'tunnel_code', hasValue(rest.tunnel_code) ? rest.tunnel_code : (tunnel ?? rest.tunnel_code))
  return inOrder(canonical)
}

/**
 * The canonical object completed, at any depth, by what only the alternative says; undefined when neither says
 * anything.
 */
function merged<Thing extends object>(alternative: Partial<Thing>, canonical: Thing | undefined): Thing | undefined {
  let complete: Partial<Thing> | undefined = canonical
  for (const name in alternative) {
    const sent = alternative[name]
    const kept = complete?.[name]
    if (sent === undefined) continue
    const value = isRecord(sent) && isRecord(kept) ? merged(sent, kept) : hasValue(kept) ? kept : sent
    complete = { ...complete, [name]: value } as Partial<Thing>
  }
  return complete === undefined ? undefined : inOrder(complete as Thing)
}

/** Sets a member only when there is something to set, so that absent stays absent. */
function assign<Thing, Name extends keyof Thing>(thing: Thing, name: Name, value: Thing[Name] | undefined): void {
  if (value !== undefined) thing[name] = value
}

/** Members whose content belongs to the caller: null inside means what the caller wants it to mean. */
const freeMembers = new Set(['custom_fields', 'technical_name_by_locale'])

/** Members of a location where "" is unknown although they are not text (CLIENT-26). */
const neverEmpty = new Set(['id', 'latitude', 'longitude'])

/**
 * The value without members that are null or undefined, at any depth. Objects and lists that have none are not copied:
 * most uploads have none, and copying one costs as much as validating it.
 */
export function withoutNulls<Value>(value: Value, isLocation = false): Present<Value> {
  if (Array.isArray(value)) return mapped(value, (item) => withoutNulls(item)) as Present<Value>
  if (typeof value !== 'object' || value === null) return value as Present<Value>
  const given = value as Record<string, unknown>
  let copy: Record<string, unknown> | undefined
  for (const name in given) {
    const member = given[name]
    const isKept = hasContent(name, member, isLocation)
    const kept = isKept ? presentMember(name, member) : undefined
    if (copy === undefined && kept === member && isKept) continue
    copy ??= membersBefore(given, name)
    if (isKept) copy[name] = kept
  }
  return (copy ?? value) as Present<Value>
}

function membersBefore(given: Record<string, unknown>, end: string): Record<string, unknown> {
  const before: Record<string, unknown> = {}
  for (const name in given) {
    if (name === end) break
    before[name] = given[name]
  }
  return before
}

function hasContent(name: string, member: unknown, isLocation: boolean): boolean {
  if (member === undefined || member === null) return false
  return !(isLocation && member === '' && neverEmpty.has(name))
}

function presentMember(name: string, member: unknown): unknown {
  if (typeof member !== 'object') return member
  return freeMembers.has(name) ? sortedDeep(member) : withoutNulls(member, name === 'location')
}

/** The list with every item changed; the same list when none is. */
function mapped(list: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const changed = list.map(change)
  return changed.every((item, at) => item === list[at]) ? list : changed
}

/**
 * The same object with its members in alphabetical order. Members of the contract come out of validation in one fixed
 * order already; those that an alternative spelling moved do not. Equal content must give equal text.
 */
function inOrder<Thing extends object>(thing: Thing): Thing {
  const names = Object.keys(thing)
  if (isSorted(names)) return thing
  const sorted: Record<string, unknown> = {}
  for (const name of names.sort()) sorted[name] = thing[name as keyof Thing]
  return sorted as Thing
}

function isSorted(names: readonly string[]): boolean {
  return names.every((name, at) => at === 0 || names[at - 1]! < name)
}

/** A copy with the members of every object in alphabetical order: the caller chose their order, and it means nothing. */
function sortedDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedDeep)
  if (typeof value !== 'object' || value === null) return value
  const sorted: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) sorted[name] = sortedDeep((value as Record<string, unknown>)[name])
  return sorted
}
