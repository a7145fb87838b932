import type { UnplannedOrder } from '@cartage/contract/planning/app/board'
import type { OrderState } from '../../orders/changes.rules.ts'
import type { OrderDocument, StoredGood } from '../../orders/content.rules.ts'
import { listedStops, type StopRole } from '../../orders/stops/sequence.rules.ts'
import type { ConsignmentFacts, OrderFacts, OrderStop } from '../rules.ts'

/** An order as `facts/views.ts` reads it. */
export interface OrderRow {
  order_id: string
  order_number: string
  status: OrderState
  is_blocked: boolean
  block_reason: string | null
  document: OrderDocument
  stops: readonly OrderStopRow[]
}

/** A stop of it. */
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

/** What planning needs of an order. */
export function orderFacts({ document, stops, ...row }: OrderRow): OrderFacts {
  const sent = new Map(listedStops(document).map(({ stop }) => [stop.id, stop]))
  return {
    ...row,
    stops: stops.map((stop): OrderStop => {
      const said = sent.get(stop.stop_id)
      const minutes = said?.duration === undefined ? null : Math.ceil(said.duration / 60)
      return { ...stop, is_enforced: said?.time_window?.is_enforced === true, minutes }
    }),
    consignments: document.consignments.map(({ id, goods }) => consignmentFacts(id, goods ?? [])),
    container: containerOf(document),
  }
}

/** What an order loads in all, as the planning board shows it. */
export function loadOf(document: OrderDocument): UnplannedOrder['load'] {
  const parts = document.consignments.map(({ id, goods }) => consignmentFacts(id, goods ?? []))
  const sum = (of: (part: ConsignmentFacts) => number) => parts.reduce((total, part) => total + of(part), 0)
  const container = containerOf(document)
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
  // GOOD-9: less than nothing would hide what else is loaded.
  const sum = (of: (good: StoredGood) => number | undefined) =>
    goods.reduce((total, good) => total + Math.max(0, of(good) ?? 0), 0)
  const each = (good: StoredGood, unit: number | undefined) => (unit === undefined ? 0 : unit * (good.quantity ?? 1))
  return {
    consignment_id,
    weight_kg: sum((good) => good.total_weight_kg ?? each(good, good.unit_weight_kg)),
    loading_meters: sum((good) => good.total_loading_meters ?? each(good, good.unit_loading_meters)),
    pallet_spaces: sum((good) => good.total_pallet_spaces ?? each(good, good.unit_pallet_spaces)),
    volume_m3: sum((good) => good.total_volume_m3),
    is_dangerous: goods.some(isDangerous),
    is_tempered: goods.some(isTempered),
  }
}

/** Limited quantities need neither papers nor plates (ADR 3.4). */
function isDangerous(good: StoredGood): boolean {
  if (good.adr_type !== undefined) return good.adr_type === 'ADR'
  return good.packaged_items?.some(({ adr }) => adr !== undefined) ?? false
}

function isTempered(good: StoredGood): boolean {
  return [
    good.absolute_min_temperature_degrees,
    good.absolute_max_temperature_degrees,
    good.ordered_transport_temperature_degrees,
  ].some((degrees) => degrees !== undefined)
}

function containerOf({ container }: OrderDocument): OrderFacts['container'] {
  if (!container) return null
  const code = container.container_type?.container_iso_code ?? container.container_type?.code ?? null
  return { number: container.container_number ?? null, feet: containerFeet(code), is_reefer: isReeferCode(code) }
}

const lengths: Readonly<Record<string, number>> = { 1: 10, 2: 20, 3: 30, 4: 40, L: 45, M: 48 }
const sizeType = /^[1-4LM][0-9A-Z][A-Z][0-9A-Z]$/

/** Length in feet of a size and type code of ISO 6346 such as 45G1, or of a text that begins with the feet. */
export function containerFeet(code: string | null | undefined): number | null {
  if (!code) return null
  const text = code.trim().toUpperCase()
  if (sizeType.test(text)) return lengths[text[0]!]!
  const feet = /^(?:FEET_)?(20|23|24|25|26|30|35|40|45)(?!\d)/.exec(text)
  return feet ? Number(feet[1]) : null
}

/** Whether a size and type code is of a refrigerated container: R and H are the thermal containers of ISO 6346. */
export function isReeferCode(code: string | null): boolean {
  const text = code?.trim().toUpperCase() ?? ''
  return sizeType.test(text) && (text[2] === 'R' || text[2] === 'H')
}
