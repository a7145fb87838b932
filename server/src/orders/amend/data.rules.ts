import type {
  ConsignmentData,
  ConsignmentUpdateData,
  OrderUpdateData,
} from '@cartage/contract/inbound/order-update-data'
import type {
  GoodData,
  GoodUpdateData,
  HandlingUnitData,
  LocationInput,
  StopData,
  StopUpdateData,
} from '@cartage/contract/inbound/order-update-parts'
import {
  type CanonicalConsignment,
  type CanonicalGood,
  type CanonicalOrder,
  type CanonicalStop,
  type Present,
  withoutNulls,
} from '@cartage/contract/orders/canonical'
import type { CanonicalUnit } from '../content.rules.ts'

// Partial updates have shapes of their own. Here they become the members of the document that uploads fill; members
// that uploads do not know keep their name, are kept with the order and go nowhere else.

/** Members of an order that an update gives. */
export function orderMembers(data: OrderUpdateData, before: CanonicalOrder['import_export']): Partial<CanonicalOrder> {
  const { customer, import_export, origin_country_of_goods, destination_country_of_goods, ...members } =
    withoutNulls(data)
  const countries = {
    ...(origin_country_of_goods !== undefined && { origin_country_of_goods }),
    ...(destination_country_of_goods !== undefined && { destination_country_of_goods }),
  }
  const isAbroad = import_export !== undefined || Object.keys(countries).length > 0
  const { name, code } = customer ?? {}
  return {
    ...members,
    ...((name || code) && { customer: { ...(code && { code }), ...(name && { name }) } }),
    ...(isAbroad && { import_export: { ...before, ...import_export, ...countries } }),
  }
}

/** Signatures of a consignment as its answers show them. */
interface Signed {
  signatures?: { type: string }[] | undefined
}

/** Members of a consignment that an update gives, without what is inside it. */
export function consignmentMembers(data: ConsignmentUpdateData, before: object | undefined) {
  const { consignee_signature, consignor_signature, ...members } = withoutNulls(data)
  const given = [
    ...(consignor_signature ? [{ ...consignor_signature, type: 'CONSIGNOR' }] : []),
    ...(consignee_signature ? [{ ...consignee_signature, type: 'CONSIGNEE' }] : []),
  ]
  const known = (before as Signed | undefined)?.signatures ?? []
  const kept = known.filter(({ type }) => !given.some((one) => one.type === type))
  return { ...members, ...(given.length > 0 && { signatures: [...kept, ...given] }) }
}

/** A whole consignment; undefined when it lacks its first or last stop, or a place of one. */
export function wholeConsignment(data: ConsignmentData): CanonicalConsignment | undefined {
  const { pickup_stop, delivery_stop, goods, standalone_stops, buyer, seller, ...rest } = data
  const pickup = pickup_stop ? wholeStop(pickup_stop) : undefined
  const delivery = delivery_stop ? wholeStop(delivery_stop) : undefined
  const standalone = standalone_stops?.map(wholeStop)
  if (!pickup || !delivery || standalone?.includes(undefined)) return undefined
  return {
    ...consignmentMembers(rest, undefined),
    ...trader('buyer', buyer),
    ...trader('seller', seller),
    pickup_stop: pickup,
    delivery_stop: delivery,
    ...(goods && { goods: goods.map(wholeGood) }),
    ...(standalone && { standalone_stops: standalone as CanonicalStop[] }),
  }
}

function trader(side: 'buyer' | 'seller', named: ConsignmentData['buyer']) {
  const { code, name } = named ?? {}
  return code || name ? { [side]: { ...(code && { code }), ...(name && { name }) } } : {}
}

/** Members of a stop that an update gives; a place and a time window are given as a whole. */
export function stopMembers(data: StopUpdateData): Partial<CanonicalStop> {
  const { location, ...members } = withoutNulls(data)
  return { ...members, ...(location && { location: place(location) }) }
}

/** A whole stop; undefined when it has no place. */
export function wholeStop(data: StopData): CanonicalStop | undefined {
  const { stop_type, stop_activity, drop_collect_empty, position, extras, ...rest } = withoutNulls(data)
  const { location, ...members } = stopMembers(rest as StopUpdateData)
  if (!location || Object.keys(location).length === 0) return undefined
  const at = position?.position
  const empty = drop_collect_empty
  return {
    ...members,
    location,
    ...(extras && { extras: extras as NonNullable<CanonicalStop['extras']> }),
    ...(at !== undefined && { position: { position: at } }),
    ...activity(stop_type, stop_activity?.label),
    ...(stop_activity?.config?.duration !== undefined && { duration: stop_activity.config.duration }),
    ...(empty && {
      drop_collect_empty: {
        ...(empty.requested_date && { date: empty.requested_date }),
        ...(empty.location && { location: place(empty.location) }),
      },
    }),
  }
}

type StopKind = Present<StopData>['stop_type']

/** A code is one of the tenant's activities; words alone are an activity of their own (SEQ-3). */
function activity(kind: StopKind, label: string | undefined): Partial<CanonicalStop> {
  const { code, name } = kind ?? {}
  const known = [code, name].find((one) => one && fixedKinds.has(one.toUpperCase()))
  const words = label ?? (known ? undefined : name)
  if (known) return { activity: known.toUpperCase(), ...(words && { custom_activity_label: words }) }
  if (code) return { custom_activity: code, ...(words && { custom_activity_label: words }) }
  return words ? { activity: 'CUSTOM', custom_activity_label: words } : {}
}

const fixedKinds = new Set(['PICKUP', 'DELIVERY', 'COLLECT_EMPTY_CONTAINER', 'PICKUP_EXPORT', 'DELIVERY_EXPORT'])

/** An address in one line is the street when that is not given; map services are not asked. */
function place(location: Present<LocationInput>): CanonicalStop['location'] {
  const { location_search, place_id: _map, id, address, ...members } = location
  const line = address ?? location_search
  return { ...members, ...(id && { id }), ...(line !== undefined && { address: line }) }
}

/** Members of a good that an update gives. */
export function goodMembers(data: GoodUpdateData): Partial<Omit<CanonicalGood, 'packaged_items' | 'handling_units'>> {
  const { commodity_type: product, ...members } = withoutNulls(data)
  return { ...members, ...(product && { product }) }
}

/** A whole good. */
export function wholeGood(data: GoodData): CanonicalGood {
  return withoutNulls(data) as CanonicalGood
}

/** A handling unit, or members of one; a barcode without a source is EXTERNAL by now (GOOD-7). */
export function unitMembers(data: HandlingUnitData): CanonicalUnit {
  return withoutNulls(data)
}
