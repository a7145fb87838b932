import type { ErrorItem } from '@cartage/contract/errors'
import type { EventType } from '@cartage/contract/events/endpoints'
import type { LocationOutput } from '@cartage/contract/locations/location'
import type { CanonicalOrder } from '@cartage/contract/orders/canonical'
import type { OrderImportUpdate, VisibilityTemperature } from '@cartage/contract/outbound/visibility-event'
import type { VisibilityOrder } from '@cartage/contract/outbound/visibility-parts'
import { formatInstant } from '@cartage/contract/scalars'
import type { Change } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import { type NewEvent, newEvent } from '../deliveries/publish.ts'
import type { OrderState, StopState } from './changes.rules.ts'
import type { OrderDocument, StoredGood, StoredStop } from './content.rules.ts'
import { visibleStatus } from './hold.rules.ts'
import type { KnownOrder } from './intake/batch.rules.ts'
import { goodOutput } from './record/output.rules.ts'
import { listedStops, stopType } from './stops/sequence.rules.ts'
import type { Visit } from './stops/times.rules.ts'

/** Content of an order event and its subject. */
export interface OrderEventFacts {
  event_id: string
  epoch: number
  /** Number within the order, from 1. */
  sequence: number
  occurred_at: Date
  type: EventType
  /** Published status (ST-1, ST-2, ST-9). */
  status: string
  /** Reason of the hold. Additional member. */
  reason?: string | null
  /** Paths of changed members, for a change other than the status. Additional member. */
  changed?: readonly string[]
  /** Measurements outside the ordered temperature (TEMP-7). */
  temperature?: VisibilityTemperature
  /** The customer is asked to approve charges of the order. */
  requests_approval?: true
  order: {
    order_id: string
    order_number: string
    document: OrderDocument
    customer: { company_id: string; name: string }
    stops: readonly VisibleStopRow[]
  }
}

/** A stop of an order with its published values; times come from its trip. */
export interface VisibleStopRow extends StopState, Partial<Visit> {
  sequence: number
  /** Resources that serve the stop, if known. */
  resources?: NonNullable<VisibleStop['resources']>
  /** The stored location, for members missing in the upload. */
  place?: LocationOutput
}

/**
 * The message for an ignored upload (ST-12). It is about the upload; the order does not change. The file that an order
 * was read from is left out, because it may be large and its sender has it.
 */
export function ignoredImportEvent(
  ctx: Pick<Context, 'newId' | 'now'>,
  upload: PublishedUpload,
  epoch: number,
): NewEvent {
  return uploadEvent(ctx, upload, epoch, 'order_import.ignored', { status: 'IGNORED' })
}

/**
 * The message for an upload that failed when applied, for endpoints that select the type. Sent again if a new run
 * fails.
 */
export function failedUploadEvent(
  ctx: Pick<Context, 'newId' | 'now'>,
  upload: PublishedUpload & { order_identifier: string; errors: ErrorItem[] },
  epoch: number,
): NewEvent {
  const { order_identifier, errors } = upload
  return uploadEvent(ctx, upload, epoch, 'upload.failed', { status: 'FAILED', order_identifier, errors })
}

interface PublishedUpload {
  upload_id: string
  body: CanonicalOrder
  /** Each run of an upload ends once, so it serves as the sequence. */
  run: number
}

function uploadEvent(
  ctx: Pick<Context, 'newId' | 'now'>,
  upload: PublishedUpload,
  epoch: number,
  type: EventType,
  reported: Omit<OrderImportUpdate, 'id' | 'type' | 'input_data'>,
): NewEvent {
  const event_id = ctx.newId()
  const { raw_input: _file, ...input_data } = upload.body
  const about = { event_id, entity_type: 'upload', entity_id: upload.upload_id, sequence: upload.run, epoch }
  const update = { id: upload.upload_id, type: 'OrderImport' as const, ...reported, input_data }
  return newEvent({ ...about, type }, { timestamp: formatInstant(ctx.now()), update })
}

/** Builds the message of one order event (ST-13); it is serialised once and sent to all endpoints unchanged. */
export function orderEvent(facts: OrderEventFacts): NewEvent {
  const { event_id, sequence, epoch, order, type, status } = facts
  return newEvent(
    { event_id, type, entity_type: 'order', entity_id: order.order_id, sequence, epoch },
    {
      timestamp: formatInstant(facts.occurred_at),
      update: {
        id: order.order_id,
        type: 'Order',
        ...kindOfUpdate(facts),
        status,
        ...(facts.reason && { reason: facts.reason }),
      },
    },
    { order: visibleOrder(order, status) },
  )
}

/** CHARGE-38: an order whose charges await the customer's approval reports its current status. */
function kindOfUpdate({ changed, requests_approval, temperature }: OrderEventFacts) {
  if (temperature) {
    const custom_event_code = temperature.is_over ? 'TEMPERATURE_BREACH_ENDED' : 'TEMPERATURE_BREACHED'
    return { update_type: 'CUSTOM' as const, custom_event_code, temperature }
  }
  if (requests_approval) return { update_type: 'COST_APPROVAL_REQUEST' as const }
  if (!changed) return { update_type: 'STATUS' as const }
  return { update_type: 'CUSTOM' as const, custom_event_code: 'ORDER_CHANGED', changed: [...changed] }
}

/** A change of an order and its result. */
export interface OrderChange {
  order: Pick<KnownOrder, 'order_id' | 'order_number' | 'is_blocked'>
  status: OrderState
  document: OrderDocument
  customer: { company_id: string; name: string }
  stops: readonly VisibleStopRow[]
  change: Change
  epoch: number
  sequence: number
}

/** The message for a change other than the status; only for endpoints that select it (ST-10). */
export function changeEvent(ctx: Pick<Context, 'newId' | 'now'>, facts: OrderChange): NewEvent {
  const { order, status, document, customer, stops, change, epoch, sequence } = facts
  return orderEvent({
    event_id: ctx.newId(),
    epoch,
    sequence,
    occurred_at: ctx.now(),
    type: 'order.changed',
    status: order.is_blocked ? 'BLOCKED' : visibleStatus(status),
    changed: Object.keys(change.after ?? {}),
    order: { order_id: order.order_id, order_number: order.order_number, document, customer, stops },
  })
}

/**
 * An order as published (ST-13).
 * @param status in published terms
 */
export function visibleOrder(order: OrderEventFacts['order'], status: string): VisibilityOrder {
  const { document } = order
  return {
    id: order.order_id,
    order_name: order.order_number,
    customer_reference_number: document.customer_reference_number ?? null,
    customer: { id: order.customer.company_id, name: order.customer.name },
    status,
    ...(document.custom_fields && { custom_fields: document.custom_fields }),
    ...(document.container?.container_number && { container_number: document.container.container_number }),
    stops: visibleStops(document, order.stops),
    consignment: visibleConsignment(document),
  }
}

function visibleStops(document: OrderDocument, stops: OrderEventFacts['order']['stops']) {
  const stored = new Map(listedStops(document).map(({ stop }) => [stop.id, stop]))
  return [...stops]
    .sort((one, other) => one.sequence - other.sequence)
    .flatMap((row) => {
      const stop = stored.get(row.stop_id)
      return stop ? [visibleStop(stop, row)] : []
    })
}

type VisibleStop = VisibilityOrder['stops'][number]

/** Published values of internal stop statuses. */
const spokenStatus: Readonly<Record<string, VisibleStop['status']>> = {
  TEMPLATE: 'TODO',
  BLOCKED: 'TODO',
  IGNORED: 'CANCELLED',
}

/** A stop of an order as published. */
export function visibleStop(stop: StoredStop, row: VisibleStopRow): VisibleStop {
  return {
    id: stop.id,
    location: visibleLocation(stop.location, row.place),
    ...(row.resources && { resources: row.resources }),
    status: visibleStopStatus(row.status),
    stop_type: stopType(row.role) ?? 'CUSTOM',
    eta_start_time: row.eta_start_at ?? null,
    eta_end_time: row.eta_end_at ?? null,
    actual_start_timestamp: row.actual_start_at ?? null,
    actual_end_timestamp: row.actual_end_at ?? null,
    stop_reference: stop.reference_number ?? null,
    ...(stop.custom_fields && { custom_fields: stop.custom_fields }),
  }
}

/** The status of a stop as published. */
export function visibleStopStatus(status: string): VisibleStop['status'] {
  return spokenStatus[status] ?? (status as VisibleStop['status'])
}

/**
 * The location of a stop in the upload format. One given by id alone has no details, so they are taken from the stored
 * location.
 */
export function visibleLocation(
  sent: StoredStop['location'] | LocationOutput,
  kept?: LocationOutput,
): VisibleStop['location'] {
  const isNamed = Boolean(sent.name || sent.address || sent.city || sent.postal_code)
  const { name, address, address_second_line, city, state, country, postal_code, latitude, longitude } =
    kept && !isNamed ? kept : sent
  const isPlaced = typeof latitude === 'number' && typeof longitude === 'number'
  return {
    // ST-14: absent, not null or empty, for a location made from an address alone.
    ...(name && { name }),
    address: address ?? null,
    address_second_line: address_second_line ?? null,
    city: city ?? null,
    state: state ?? null,
    country_code: country ?? null,
    postal_code: postal_code ?? null,
    position: isPlaced ? { latitude, longitude } : null,
  }
}

/** The message has only one consignment: it contains the goods of all of them under the id of the first. */
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

/** GOOD-6: number of different customs codes of the items of a good. */
export function customsCodes(good: StoredGood): number {
  const codes = (good.packaged_items ?? []).flatMap(({ import_export }) => [
    import_export?.hs_code_import?.code,
    import_export?.hs_code_export?.code,
  ])
  return new Set(codes.filter((code) => Boolean(code))).size
}
