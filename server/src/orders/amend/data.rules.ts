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

// Partial updates have their own format. Here they are converted to members of the order document. Members that uploads
// do not define are stored with the order under their own name and not used elsewhere.

/** Order members that an update sets. */
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

/** Signatures of a consignment, as shown in responses. */
interface Signed {
  signatures?: { type: string }[] | undefined
}

/** Consignment members that an update sets, without nested records. */
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

/** A complete consignment; undefined when its first or last stop, or the location of one, is missing. */
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

/** Stop members that an update sets; a location and a time window are replaced as a whole. */
export function stopMembers(data: StopUpdateData): Partial<CanonicalStop> {
  const { location, ...members } = withoutNulls(data)
  return { ...members, ...(location && { location: place(location) }) }
}

/** A complete stop; undefined without a location. */
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

/** A code refers to an activity of the tenant; a label without a code is a custom activity (SEQ-3). */
function activity(kind: StopKind, label: string | undefined): Partial<CanonicalStop> {
  const { code, name } = kind ?? {}
  const known = [code, name].find((one) => one && fixedKinds.has(one.toUpperCase()))
  const words = label ?? (known ? undefined : name)
  if (known) return { activity: known.toUpperCase(), ...(words && { custom_activity_label: words }) }
  if (code) return { custom_activity: code, ...(words && { custom_activity_label: words }) }
  return words ? { activity: 'CUSTOM', custom_activity_label: words } : {}
}

const fixedKinds = new Set(['PICKUP', 'DELIVERY', 'COLLECT_EMPTY_CONTAINER', 'PICKUP_EXPORT', 'DELIVERY_EXPORT'])

/** A one-line address is used as the street when no street is given; it is not geocoded. */
function place(location: Present<LocationInput>): CanonicalStop['location'] {
  const { location_search, place_id: _map, id, address, ...members } = location
  const line = address ?? location_search
  return { ...members, ...(id && { id }), ...(line !== undefined && { address: line }) }
}

/** Good members that an update sets. */
export function goodMembers(data: GoodUpdateData): Partial<Omit<CanonicalGood, 'packaged_items' | 'handling_units'>> {
  const { commodity_type: product, ...members } = withoutNulls(data)
  return { ...members, ...(product && { product }) }
}

/** A complete good. */
export function wholeGood(data: GoodData): CanonicalGood {
  return withoutNulls(data) as CanonicalGood
}

/** A handling unit or a part of one; a barcode without a source is EXTERNAL here (GOOD-7). */
export function unitMembers(data: HandlingUnitData): CanonicalUnit {
  return withoutNulls(data)
}
