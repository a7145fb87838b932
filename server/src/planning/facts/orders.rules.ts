import type { HoldReasonCode } from '@cartage/contract/orders/hold-reason'
import type { UnplannedOrder } from '@cartage/contract/planning/app/board'
import { minutesOfSeconds, type StopMinutes, stopMinutes } from '../../locations/stop-minutes.rules.ts'
import type { OrderState } from '../../orders/changes.rules.ts'
import type { OrderDocument, StoredGood } from '../../orders/content.rules.ts'
import { dangerOf } from '../../orders/danger.rules.ts'
import { carriedWeight } from '../../orders/goods-weight.rules.ts'
import { listedStops, type StopRole } from '../../orders/stops/sequence.rules.ts'
import { type ContainerTypeCodes, containerKind } from '../../resources/container-kind.rules.ts'
import { rangesOf } from '../../temperatures/rules.ts'
import type { ConsignmentFacts, OrderFacts, OrderStop, PlanSettings } from '../rules.ts'

/** An order as read by `facts/views.ts`. */
export interface OrderRow {
  order_id: string
  order_number: string
  status: OrderState
  is_blocked: boolean
  block_reason: string | null
  hold_reason_code: HoldReasonCode | null
  document: OrderDocument
  stops: readonly OrderStopRow[]
}

/** A stop of the order. */
export interface OrderStopRow {
  stop_id: string
  role: StopRole
  consignment_id: string | null
  sequence: number
  activity: string | null
  activity_label: string
  location_id: string
  requested_date: string | null
  window_start: string | null
  window_end: string | null
  reference_number: string | null
  status: string
}

/** The planning facts of an order, derived from its document, its places and the tenant's settings. */
export function orderFacts(
  { document, stops, ...row }: OrderRow,
  { container_types }: PlanSettings,
  places: ReadonlyMap<string, StopMinutes>,
): OrderFacts {
  const sent = new Map(listedStops(document).map(({ stop }) => [stop.id, stop]))
  return {
    ...row,
    stops: stops.map((stop): OrderStop => {
      const order = sent.get(stop.stop_id)
      const minutes = stopMinutes(minutesOfSeconds(order?.duration), stop.role, places.get(stop.location_id))
      return { ...stop, is_enforced: order?.time_window?.is_enforced === true, minutes }
    }),
    consignments: document.consignments.map(({ id, goods }) => consignmentFacts(id, goods ?? [])),
    container: containerOf(document, container_types),
  }
}

/** The total load of an order, as shown on the planning board. */
export function loadOf(document: OrderDocument, { container_types }: PlanSettings): UnplannedOrder['load'] {
  const parts = document.consignments.map(({ id, goods }) => consignmentFacts(id, goods ?? []))
  const sum = (of: (part: ConsignmentFacts) => number) => parts.reduce((total, part) => total + of(part), 0)
  const container = containerOf(document, container_types)
  return {
    weight_kg: sum((part) => part.weight_kg),
    loading_meters: sum((part) => part.loading_meters),
    pallet_spaces: sum((part) => part.pallet_spaces),
    is_dangerous: parts.some((part) => part.is_dangerous),
    is_tempered: container?.is_reefer === true || parts.some((part) => part.is_tempered),
    container_feet: container?.feet ?? null,
  }
}

function consignmentFacts(consignment_id: string, goods: readonly StoredGood[]): ConsignmentFacts {
  // GOOD-9: negative quantities would hide the rest of the load.
  const sum = (of: (good: StoredGood) => number | undefined) =>
    goods.reduce((total, good) => total + Math.max(0, of(good) ?? 0), 0)
  const each = (good: StoredGood, unit: number | undefined) => (unit === undefined ? 0 : unit * (good.quantity ?? 1))
  return {
    consignment_id,
    weight_kg: sum(carriedWeight),
    loading_meters: sum((good) => good.total_loading_meters ?? each(good, lengthOf(good))),
    pallet_spaces: sum((good) => good.total_pallet_spaces ?? each(good, placesOf(good))),
    volume_m3: sum((good) => good.total_volume_m3 ?? each(good, volumeOf(good))),
    has_goods: goods.length > 0,
    ...dangerOf(goods),
    is_tempered: goods.some(isTempered),
    ranges: rangesOf(goods),
  }
}

/** Published loading metres of one piece: from the good, else from its packaging. */
function lengthOf({ unit_loading_meters: unit, packaging_type: type }: StoredGood): number | undefined {
  return unit ?? type?.packaging_size?.loading_meters
}

function placesOf({ unit_pallet_spaces: unit, packaging_type: type }: StoredGood): number | undefined {
  return unit ?? type?.packaging_size?.pallet_spaces
}

function volumeOf({ unit_length_m: long, unit_width_m: wide, unit_height_m: high }: StoredGood): number | undefined {
  return long === undefined || wide === undefined || high === undefined ? undefined : long * wide * high
}

function isTempered(good: StoredGood): boolean {
  return [
    good.absolute_min_temperature_degrees,
    good.absolute_max_temperature_degrees,
    good.ordered_transport_temperature_degrees,
  ].some((degrees) => degrees !== undefined)
}

function containerOf({ container }: OrderDocument, types: ContainerTypeCodes): OrderFacts['container'] {
  if (!container) return null
  const tare_kg = Math.max(0, container.tare_weight ?? 0)
  return { number: container.container_number ?? null, tare_kg, ...containerKind(container.container_type, types) }
}
