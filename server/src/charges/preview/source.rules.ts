import type { previewOrder } from '@cartage/contract/charges/app/preview'
import type { Input } from '@cartage/contract/endpoint'
import type { NewId, OrderDocument, StoredConsignment, StoredGood, StoredStop } from '../../orders/content.rules.ts'
import type { StopRole } from '../../orders/stops/sequence.rules.ts'
import type { CompanySource, OrderSource, StopSource } from '../facts/sources.rules.ts'

/** The order as entered on the screen. */
export type EnteredOrder = Input<typeof previewOrder>['body']['order']
type EnteredConsignment = EnteredOrder['consignments'][number]
type EnteredStop = EnteredConsignment['pickup_stop']

/** A place of an order with its resolved data. */
export interface KnownPlace {
  /** Null for a place entered as text. */
  readonly location_id: string | null
  readonly location_code: string | null
  readonly name: string | null
  readonly country: string | null
  /** PLACE-11: country for prices; if absent, the stated one. */
  readonly found_country?: string | undefined
  readonly postal_code: string | null
  readonly city: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly time_zone: string | null
  readonly opening_hours: string | null
}

/** A stop of the form, in form order. */
export interface FormStop {
  readonly role: StopRole
  /** Index of its consignment in the form, from 0; null for stops before and after. */
  readonly consignment: number | null
  readonly given: EnteredStop
}

/** A stop with its place; null while empty. */
export interface PlacedStop extends FormStop {
  readonly place: KnownPlace | null
  /** Whether the user must choose among several places (PLACE-7). */
  readonly isAmbiguous?: boolean
}

/** All stops in form order. */
export function formStops(order: EnteredOrder): FormStop[] {
  const extra = (role: StopRole, stops: readonly EnteredStop[] | null | undefined): FormStop[] =>
    (stops ?? []).map((given) => ({ role, consignment: null, given }))
  const ofConsignments = order.consignments.flatMap((one, at): FormStop[] => [
    { role: 'PICKUP', consignment: at, given: one.pickup_stop },
    ...(one.standalone_stops ?? []).map((given): FormStop => ({ role: 'STANDALONE', consignment: at, given })),
    { role: 'DELIVERY', consignment: at, given: one.delivery_stop },
  ])
  return [...extra('SETUP', order.setup_stops), ...ofConsignments, ...extra('TEARDOWN', order.teardown_stops)]
}

/** Distinct UN numbers of the goods. */
export function unNumbersOf(order: EnteredOrder): string[] {
  const items = order.consignments.flatMap(({ goods }) => (goods ?? []).flatMap((good) => good.packaged_items ?? []))
  return [...new Set(items.flatMap(({ adr }) => adr?.un_number || []))]
}

/** Context for the facts of an order. */
export interface PreviewWorld {
  readonly customer: CompanySource
  readonly bill_to: CompanySource
  readonly names: OrderSource['names']
  readonly stops: readonly PlacedStop[]
  readonly time_zone: string
  /** Today in the haulier's time zone. */
  readonly today: string
  readonly newId: NewId
}

/** The order as input for rating, as if saved today (CHARGE-43). */
export function previewSource(order: EnteredOrder, world: PreviewWorld): OrderSource {
  const { customer, bill_to, names, stops, time_zone, today, newId } = world
  const consignments = order.consignments.map((one) => storedConsignment(one, newId))
  const goods = order.consignments.flatMap((one) => one.goods ?? [])
  const days = (role: StopRole) => stops.filter((stop) => stop.role === role).flatMap(({ given }) => given.date ?? [])
  return {
    order_id: newId(),
    status: 'TO_PLAN',
    created_on: today,
    pickup_on: days('PICKUP')[0] ?? null,
    delivery_on: days('DELIVERY').at(-1) ?? null,
    is_adr: unNumbersOf(order).length > 0,
    is_tempered: goods.some(({ ordered_transport_temperature_degrees: degrees }) => degrees != null),
    document: documentOf(order, customer, consignments),
    time_zone,
    customer,
    bill_to,
    accepts_requested_price: false,
    stops: stops.map((stop, at) => stopSource(stop, at, { consignments, newId })),
    rides: [],
    costs: [],
    names,
  }
}

function documentOf(order: EnteredOrder, { code }: CompanySource, consignments: StoredConsignment[]): OrderDocument {
  const { container } = order
  return {
    customer: { code },
    transport_service: namedOf(order.transport_service),
    service_level: namedOf(order.service_level),
    ...(container && {
      container: {
        container_scenario: container.container_scenario ?? undefined,
        container_type: namedOf(container.container_type),
      },
    }),
    consignments,
  }
}

function storedConsignment(one: EnteredConsignment, newId: NewId): StoredConsignment {
  return {
    id: newId(),
    pickup_stop: storedStop(one.pickup_stop, newId),
    delivery_stop: storedStop(one.delivery_stop, newId),
    goods: (one.goods ?? []).map(({ packaged_items: _items, packaging_type, ...measures }): StoredGood => {
      const known = Object.entries(measures).filter(([, value]) => value != null)
      return { id: newId(), packaging_type: namedOf(packaging_type), ...Object.fromEntries(known) }
    }),
  }
}

function storedStop(_given: EnteredStop, newId: NewId): StoredStop {
  return { id: newId(), location: {} }
}

function namedOf(named: EnteredOrder['transport_service']): { code?: string; name?: string } | undefined {
  if (!named?.code && !named?.name) return undefined
  return { ...(named.code && { code: named.code }), ...(named.name && { name: named.name }) }
}

function stopSource(
  { role, consignment, given, place }: PlacedStop,
  at: number,
  { consignments, newId }: { consignments: readonly StoredConsignment[]; newId: NewId },
): StopSource {
  return {
    stop_id: newId(),
    role,
    consignment_id: consignment === null ? null : (consignments[consignment]?.id ?? null),
    sequence: at + 1,
    activity: null,
    requested_date: given.date ?? null,
    window_start: given.time_window?.start_time ?? null,
    trip_id: null,
    planned_start_at: null,
    planned_end_at: null,
    actual_start_at: null,
    actual_end_at: null,
    location_id: place?.location_id ?? newId(),
    location_code: place?.location_code ?? null,
    country: place?.found_country ?? place?.country ?? null,
    stated_country: place?.country ?? null,
    postal_code: place?.postal_code ?? null,
    city: place?.city ?? null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    time_zone: place?.time_zone ?? null,
  }
}
