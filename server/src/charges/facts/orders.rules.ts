import type { Facts, FactThing } from '@cartage/contract/rates/app/facts'
import { foldText } from '@cartage/contract/reading/fold'
import type { StoredConsignment } from '../../orders/content.rules.ts'
import type { RoadFinder } from '../../positions/roads/rules.ts'
import { containerValues } from './container.rules.ts'
import { goodsValues, lowestTemperature } from './goods.rules.ts'
import type { HolidayFinder } from './holidays.rules.ts'
import { isDone, type OrderSource, type StopSource } from './sources.rules.ts'
import { dayOf, stopThings } from './stops.rules.ts'
import { measuredKm } from './trips.rules.ts'

type Values = Facts['values']

/** Context of order facts. */
export interface Surroundings {
  readonly holidays: HolidayFinder
  /** Custom fields named by the tenant's cards. If an order omits one, it is empty, not unknown. */
  readonly customFields: readonly string[]
  /** Facts of trips by id, if the tenant's cards use trips. */
  readonly trips: ReadonlyMap<string, FactThing>
  /** Trips whose legs are all measured by an engine. */
  readonly measuredTrips: ReadonlySet<string>
  /** Distances between places. */
  readonly road: RoadFinder
}

/** Facts of an order: everything its price may depend on (CHARGE-2). Unknown facts are omitted, never 0. */
export function orderFacts(order: OrderSource, around: Surroundings): Facts {
  const { document, customer, stops } = order
  const pickup = stops.find(({ role }) => role === 'PICKUP')
  const delivery = stops.findLast(({ role }) => role === 'DELIVERY')
  const transportService = codeOf(document.transport_service, order.names.transport_services)
  return {
    subject: 'ORDER',
    id: order.order_id,
    company: customer.code,
    company_group: customer.group,
    transport_service: transportService,
    created_on: order.created_on,
    values: {
      phase: isDone(order) ? 'ACTUAL' : 'EXPECTED',
      'order.customer': customer.code,
      'order.group': customer.group,
      'order.transport_service': transportService,
      ...orderValues(order, around),
      ...goodsValues(document.consignments),
      ...containerValues(order),
      ...placeValues('pickup', pickup),
      ...placeValues('delivery', delivery),
      ...wayValues(order, pickup, delivery, around),
    },
    consignments: document.consignments.map((consignment) => consignmentThing(consignment, order, around)),
    stops: stopThings(order, around.holidays),
    trips: order.rides.flatMap(({ trip_id }) => around.trips.get(trip_id) ?? []),
    costs: order.costs.map((cost) => ({ ...cost })),
    sources: sourcesOf(order, around),
  }
}

function orderValues(order: OrderSource, { holidays, customFields }: Surroundings): Values {
  const { document, names } = order
  const custom = customFields.map((name): [string, Values[string]] => {
    const value = document.custom_fields?.[name]
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return [`order.custom.${name}`, isPlain ? String(value).slice(0, 2_000) : null]
  })
  const requested = order.accepts_requested_price ? requestedPrice(order) : undefined
  return {
    'order.service_level': codeOf(document.service_level, names.service_levels),
    'order.department': codeOf(document.department, {}),
    'order.vehicle_category': codeOf(document.vehicle_category, {}),
    'order.created_on': order.created_on,
    ...(order.pickup_on !== null && { 'order.pickup_on': order.pickup_on }),
    ...(order.delivery_on !== null && { 'order.delivery_on': order.delivery_on }),
    'order.is_adr': order.is_adr,
    'order.is_tempered': order.is_tempered,
    'order.min_temperature': lowestTemperature(document.consignments),
    ...(requested !== undefined && { 'order.requested_price': requested }),
    'order.is_cancelled': order.status === 'CANCELLED',
    'order.has_export_declaration': hasExportDeclaration(order),
    ...holidayValues(order, holidays),
    ...Object.fromEntries(custom),
  }
}

/** Price requested by the customer, as a decimal; undefined if missing or unreadable. */
export function requestedPrice({ document }: Pick<OrderSource, 'document'>): string | undefined {
  const price = document.pricing?.requested_price
  if (price === undefined) return undefined
  const text = String(price).trim().replace(',', '.')
  return /^\d{1,12}(\.\d{1,6})?$/.test(text) ? text : undefined
}

/** Whether the export is declared, by a movement reference number or the British reference. */
export function hasExportDeclaration({ document }: Pick<OrderSource, 'document'>): boolean {
  return document.consignments.some(({ import_export }) => {
    const { mrn, ducr } = import_export?.export_declaration ?? {}
    return Boolean(mrn || ducr)
  })
}

/** Public holidays of the countries on the route, from the first relevant day to the last. */
function holidayValues(order: OrderSource, find: HolidayFinder): Values {
  const countries = [...new Set(order.stops.flatMap(({ country }) => country ?? []))]
  const days = [order.created_on, order.pickup_on, order.delivery_on, ...order.stops.map((stop) => dayOf(stop, order))]
  const known = days.filter((day) => day !== null).sort()
  const [first, last] = [Number(known[0]!.slice(0, 4)), Number(known.at(-1)!.slice(0, 4))]
  const found = new Set<string>()
  for (let year = first; year <= Math.min(last, first + 2); year += 1) {
    for (const country of countries) {
      const holidays = find(country, year)
      if (holidays === undefined) return {}
      for (const day of holidays) found.add(day)
    }
  }
  return countries.length === 0 ? {} : { 'order.holidays': [...found].sort() }
}

/** Places between which distances of these orders are needed. */
export function placesOf(orders: readonly OrderSource[]): StopSource[] {
  return orders.flatMap(({ stops }) => stops.filter(({ role }) => role === 'PICKUP' || role === 'DELIVERY'))
}

/** Source of the kilometres, if an engine measured all of them. */
function sourcesOf(order: OrderSource, { road, trips, measuredTrips }: Surroundings): Facts['sources'] {
  const { rides } = order
  const ways = waysOf(order).flatMap(([pickup, delivery]) => road(pickup, delivery) ?? [])
  const carrying = rides.filter(({ trip_id }) => trips.has(trip_id))
  return {
    ...(ways.length > 0 && ways.every(({ is_estimated }) => !is_estimated) && { 'way.km_direct': 'road engine' }),
    ...(carrying.length > 0 && carrying.every(({ trip_id }) => measuredTrips.has(trip_id)) && measuredKm),
  }
}

/** Start and end of the distances of an order and its consignments. */
export function waysOf(order: OrderSource): (readonly [StopSource, StopSource])[] {
  const { stops, document } = order
  const ends = [
    [stops.find(({ role }) => role === 'PICKUP'), stops.findLast(({ role }) => role === 'DELIVERY')] as const,
    ...document.consignments.map((consignment) => endsOf(consignment, order)),
  ]
  return ends.flatMap(([pickup, delivery]) => (pickup && delivery ? [[pickup, delivery] as const] : []))
}

function endsOf({ id }: StoredConsignment, { stops }: OrderSource) {
  const of = (role: StopSource['role']) => stops.find((stop) => stop.consignment_id === id && stop.role === role)
  return [of('PICKUP'), of('DELIVERY')] as const
}

function consignmentThing(consignment: StoredConsignment, order: OrderSource, around: Surroundings): FactThing {
  const [pickup, delivery] = endsOf(consignment, order)
  const values: Values = {
    ...goodsValues([consignment]),
    ...placeValues('pickup', pickup),
    ...placeValues('delivery', delivery),
    ...wayValues(order, pickup, delivery, around),
  }
  return { id: consignment.id, values }
}

function placeValues(place: 'pickup' | 'delivery', stop: StopSource | undefined): Values {
  if (!stop) return {}
  const given = {
    country: stop.country,
    postal_code: stop.postal_code,
    city: stop.city,
    location: stop.location_code ?? stop.location_id,
  }
  const known = Object.entries(given).filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries(known.map(([name, value]) => [`${place}.${name}`, value]))
}

/** Road kilometres as measured for planning. Toll kilometres come from custom fields such as km_toll_BE. */
function wayValues(
  { document }: OrderSource,
  pickup: StopSource | undefined,
  delivery: StopSource | undefined,
  { road }: Pick<Surroundings, 'road'>,
): Values {
  const way = pickup && delivery && road(pickup, delivery)
  const values: Values = way ? { 'way.km_direct': String(way.distance_km) } : {}
  for (const [name, value] of Object.entries(document.custom_fields ?? {})) {
    const country = /^km_toll_([A-Z]{2})$/.exec(name)?.[1]
    const text = String(value)
    if (country && /^\d{1,6}(\.\d{1,3})?$/.test(text)) values[`way.km_toll.${country}`] = text
  }
  return values
}

type Named = { code?: string | undefined; name?: string | undefined }

/** Code of an item that an order names by code or by name; null if it names none. */
function codeOf(named: Named | undefined, byName: Readonly<Record<string, string>>): string | null {
  if (!named) return null
  if (named.code) return named.code
  return named.name ? (byName[foldText(named.name)] ?? named.name) : null
}
