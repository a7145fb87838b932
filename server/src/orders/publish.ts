import type { EventType } from '@cartage/contract/events'
import type { OperationalVisibilityUpdate } from '@cartage/contract/outbound/visibility-event'
import { formatInstant } from '@cartage/contract/scalars'
import type { NewEvent } from '../deliveries/publish.ts'
import type { StopState } from './changes.rules.ts'
import type { OrderDocument, StoredGood, StoredStop } from './document.rules.ts'
import { goodOutput } from './output.rules.ts'
import { listedStops, type StopRole, stopType } from './stops.rules.ts'

/** What an order event tells and what it is about. */
export interface OrderNews {
  event_id: string
  epoch: number
  /** Number within the order, from 1. */
  sequence: number
  occurred_at: Date
  type: EventType
  /** Status as receivers know it (ST-1, ST-2, ST-9). */
  status: string
  /** Why the order is on hold. Added member. */
  reason?: string | null
  order: {
    order_id: string
    order_number: string
    document: OrderDocument
    customer: { company_id: string; name: string }
    stops: readonly (StopState & { sequence: number })[]
  }
}

/** Builds the message of one order event (ST-13); its text is made once and sent to everyone as it is. */
export function orderEvent(news: OrderNews): NewEvent {
  const { event_id, sequence, order, type } = news
  return {
    event_id,
    entity_type: 'order',
    entity_id: order.order_id,
    sequence,
    type,
    payload: JSON.stringify(toMessage(news)),
  }
}

function toMessage(news: OrderNews): OperationalVisibilityUpdate {
  const { order, status } = news
  const { document } = order
  return {
    events: [
      {
        timestamp: formatInstant(news.occurred_at),
        event_id: news.event_id,
        sequence: news.sequence,
        epoch: news.epoch,
        update: {
          id: order.order_id,
          type: 'Order',
          update_type: 'STATUS',
          status,
          ...(news.reason && { reason: news.reason }),
        },
      },
    ],
    order: {
      id: order.order_id,
      order_name: order.order_number,
      customer_reference_number: document.customer_reference_number ?? null,
      customer: { id: order.customer.company_id, name: order.customer.name },
      status,
      ...(document.custom_fields && { custom_fields: document.custom_fields }),
      stops: visibleStops(document, order.stops),
      consignment: visibleConsignment(document),
    },
  }
}

function visibleStops(document: OrderDocument, stops: OrderNews['order']['stops']) {
  const stored = new Map(listedStops(document).map(({ stop }) => [stop.id, stop]))
  return [...stops]
    .sort((one, other) => one.sequence - other.sequence)
    .flatMap(({ stop_id, role, status }) => {
      const stop = stored.get(stop_id)
      return stop ? [visibleStop(stop, role, status)] : []
    })
}

type VisibleStop = NonNullable<OperationalVisibilityUpdate['order']>['stops'][number]

/** States of a stop that receivers do not know, in the words they know. */
const spokenStatus: Readonly<Record<string, VisibleStop['status']>> = {
  TEMPLATE: 'TODO',
  BLOCKED: 'TODO',
  IGNORED: 'CANCELLED',
}

function visibleStop(stop: StoredStop, role: StopRole, status: string): VisibleStop {
  const { name, address, address_second_line, city, state, country, postal_code, latitude, longitude } = stop.location
  const isPlaced = typeof latitude === 'number' && typeof longitude === 'number'
  return {
    id: stop.id,
    location: {
      // ST-14: absent, not null or empty, for a place made from an address alone.
      ...(name && { name }),
      address: address ?? null,
      address_second_line: address_second_line ?? null,
      city: city ?? null,
      state: state ?? null,
      country_code: country ?? null,
      postal_code: postal_code ?? null,
      position: isPlaced ? { latitude, longitude } : null,
    },
    status: spokenStatus[status] ?? (status as VisibleStop['status']),
    stop_type: stopType(role) ?? 'CUSTOM',
    // Estimates and actual times come from trips; before planning there are none.
    eta_start_time: null,
    eta_end_time: null,
    actual_start_timestamp: null,
    actual_end_timestamp: null,
    stop_reference: stop.reference_number ?? null,
    ...(stop.custom_fields && { custom_fields: stop.custom_fields }),
  }
}

/** The message has room for one consignment: it carries the goods of all of them under the first one's id. */
function visibleConsignment(document: OrderDocument) {
  const [first] = document.consignments
  if (!first) return null
  return { id: first.id, goods: document.consignments.flatMap(({ goods }) => (goods ?? []).map(visibleGood)) }
}

function visibleGood(good: StoredGood) {
  const count = customsCodes(good)
  return {
    ...goodOutput(good),
    ...(good.quantity !== undefined && { quantity_by_type: { ordered: good.quantity } }),
    ...(good.total_weight_kg !== undefined && { total_weight_kg_by_type: { ordered: good.total_weight_kg } }),
    ...(good.total_volume_m3 !== undefined && { total_volume_m3_by_type: { ordered: good.total_volume_m3 } }),
    ...(good.total_loading_meters !== undefined && {
      total_loading_meters_by_type: { ordered: good.total_loading_meters },
    }),
    ...(good.total_pallet_spaces !== undefined && {
      total_pallet_spaces_by_type: { ordered: good.total_pallet_spaces },
    }),
    ...(count > 0 && { hs_codes: { count } }),
  }
}

/** GOOD-6: how many different customs codes the items of a good carry. */
export function customsCodes(good: StoredGood): number {
  const codes = (good.packaged_items ?? []).flatMap(({ import_export }) => [
    import_export?.hs_code_import?.code,
    import_export?.hs_code_export?.code,
  ])
  return new Set(codes.filter((code) => Boolean(code))).size
}
