import type { AdrInput } from './adr.ts'
import type { ConsignmentInput } from './consignment.ts'
import type { GoodInput, PackagedItem } from './goods.ts'
import type { OrderUpload } from './order-input.ts'
import { contradicts, cubicMetres, hasValue, isRecord } from './spellings.ts'

/** Type without null at any depth: explicit null and absent are the same in an upload. */
export type Present<Value> = Value extends readonly (infer Item)[]
  ? Present<Item>[]
  : Value extends object
    ? { [Name in keyof Value]: Exclude<Present<Value[Name]>, null> }
    : Value

/** Goods item with canonical spellings only. */
export type CanonicalGood = Omit<Present<GoodInput>, GoodAlternative | 'packaged_items'> & {
  packaged_items?: CanonicalPackagedItem[] | undefined
}
export type CanonicalAdr = Omit<Present<AdrInput>, AdrAlternative>
export type CanonicalPackagedItem = Omit<Present<PackagedItem>, 'adr'> & { adr?: CanonicalAdr | undefined }
export type CanonicalStop = CanonicalConsignment['pickup_stop']
export type CanonicalConsignment = Omit<Present<ConsignmentInput>, 'goods'> & { goods?: CanonicalGood[] | undefined }

/**
 * Upload with canonical spellings only and no nulls. `container_load_unload_stop` remains only on an UPDATE without a
 * scenario: the order's scenario then decides where the stop is placed.
 */
export type CanonicalOrder = Omit<Present<OrderUpload>, OrderAlternative | 'consignments'> & {
  consignments?: CanonicalConsignment[] | undefined
  /** Only for changes on a screen: removes the order's container. In an upload, absent members keep their value. */
  drops_container?: true | undefined
  /** Only for migrated orders: the id in the other system. */
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
 * Converts an accepted upload to the single spelling that is stored, compared and exported: equal content gives equal
 * JSON text. Pure and idempotent; the canonical form of an export is the export itself. Unchanged parts are shared with
 * the upload, not copied. Quantities take the canonical member's unit: litres become cubic metres, degrees in text
 * become numbers.
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

/**
 * The yard is where the empty is collected (EXPORT) or returned (IMPORT); a list that already names it takes
 * precedence.
 */
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

/**
 * A substance of `good_items` completes the packaged item with the same one, otherwise it becomes an additional item.
 */
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

/** GOOD-4: the service derives the official name, so a submitted one is dropped. GOOD-5: normalises the tunnel code. */
function canonicalAdr(adr: Present<AdrInput>): CanonicalAdr {
  const { adr_name_by_locale: _ignored, transport_category_tunnel_restriction_code: tunnel, ...rest } = adr
  const canonical: CanonicalAdr = rest
  assign(canonical, 'tunnel_code', hasValue(rest.tunnel_code) ? rest.tunnel_code : (tunnel ?? rest.tunnel_code))
  return inOrder(canonical)
}

/** Canonical object completed at any depth by values only the alternative has; undefined if neither has any. */
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

/** Sets a member only if there is a value, so that absent stays absent. */
function assign<Thing, Name extends keyof Thing>(thing: Thing, name: Name, value: Thing[Name] | undefined): void {
  if (value !== undefined) thing[name] = value
}

/** Members with caller-defined content, where a nested null has the caller's meaning. */
const freeMembers = new Set(['custom_fields', 'technical_name_by_locale'])

/** Non-text location members for which "" means unknown (CLIENT-26). */
const neverEmpty = new Set(['id', 'latitude', 'longitude'])

/**
 * The value without null or undefined members, at any depth. Unaffected objects and lists are not copied: most uploads
 * have none, and a copy costs as much as validation.
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

/** The list with every item mapped; the same list if none changes. */
function mapped(list: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const changed = list.map(change)
  return changed.every((item, at) => item === list[at]) ? list : changed
}

/**
 * The same object with sorted members. Members of the contract leave validation in a fixed order; those moved from an
 * alternative spelling do not. Equal content must give equal text.
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

/** A deep copy with sorted members: the caller's order has no meaning. */
function sortedDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedDeep)
  if (typeof value !== 'object' || value === null) return value
  const sorted: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) sorted[name] = sortedDeep((value as Record<string, unknown>)[name])
  return sorted
}
