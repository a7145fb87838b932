import { z } from 'zod'
import { ErrorItem } from '../errors.ts'
import { Position } from '../locations/location.ts'
import { BarcodeOutput } from '../orders/packaging.ts'
import { optionalObject, optionalText, UtcInstant, UuidOut } from '../scalars.ts'
import {
  VisibilityOrder,
  VisibilityOrderStatus,
  VisibilityResource,
  VisibilityStop,
  VisibilityTrip,
} from './visibility-parts.ts'

/** Types of an order update. */
export const OrderUpdateType = z.enum(['STATUS', 'COST_APPROVAL_REQUEST', 'CUSTOM']).meta({ id: 'OrderUpdateType' })

/** Measured temperature outside the ordered range, beyond the tolerance (TEMP-7). */
export const VisibilityTemperature = z
  .object({
    trip_id: UuidOut.describe('Trip that carries the goods.'),
    resource_id: UuidOut.describe('Vehicle that measured.'),
    resource_name: z.string().describe('Its name.'),
    least_degrees: z.number().nullable().describe('Lowest allowed, in degrees Celsius; null: no lower end.'),
    most_degrees: z.number().nullable().describe('Highest allowed, in degrees Celsius; null: no upper end.'),
    from: UtcInstant.describe('First measurement outside of it.'),
    until: UtcInstant.describe('Last measurement outside of it that is known.'),
    worst_degrees: z.number().describe('The measurement farthest from what is allowed, in degrees Celsius.'),
    is_over: z.boolean().describe('Whether it was measured inside again, or the transport is over.'),
  })
  .meta({ id: 'VisibilityTemperature' })
export type VisibilityTemperature = z.output<typeof VisibilityTemperature>

/** Status change of an order (ST-1 to ST-3). */
export const OrderUpdate = z
  .object({
    id: UuidOut.nullish().describe('Id of the order.'),
    type: z.literal('Order').describe('Always Order.'),
    update_type: OrderUpdateType.optional()
      .describe('STATUS speaks through status, CUSTOM through custom_event_code.')
      .meta({ default: 'STATUS' }),
    custom_event_code: optionalText('Code of an event of the tenant.'),
    status: VisibilityOrderStatus.nullish().describe('New state.'),
    reason: z.string().optional().describe('Why the order is on hold. Added member.'),
    changed: z
      .array(z.string())
      .optional()
      .describe(
        'Of a change: paths of the members that changed, such as consignments.0.delivery_stop.date. Added member.',
      ),
    temperature: VisibilityTemperature.optional().describe(
      'Of TEMPERATURE_BREACHED and TEMPERATURE_BREACH_ENDED: what was measured. Added member.',
    ),
  })
  .meta({ id: 'OrderUpdate' })

/** Outcome of an order import that created no order. */
export const VisibilityOrderImportStatus = z.enum(['IGNORED', 'FAILED']).meta({ id: 'VisibilityOrderImportStatus' })

/** Ignored order import (ST-12), or upload that failed when applied. */
export const OrderImportUpdate = z
  .object({
    id: UuidOut.nullish().describe('Id of the import.'),
    type: z.literal('OrderImport').describe('Always OrderImport.'),
    status: VisibilityOrderImportStatus.describe('Result of the import.'),
    input_data: optionalObject('The message that was ignored or failed.'),
    order_identifier: z.string().optional().describe('Key of the order, for FAILED. Added member.'),
    errors: z.array(ErrorItem).optional().describe('Why it failed, for FAILED. Added member.'),
  })
  .meta({ id: 'OrderImportUpdate' })
export type OrderImportUpdate = z.output<typeof OrderImportUpdate>

/** Status change of a stop (ST-4, ST-5). */
export const StopUpdate = z
  .object({
    id: UuidOut.nullable().describe('Id of the stop.'),
    type: z.literal('Stop').describe('Always Stop.'),
    stop: VisibilityStop.describe('The stop.'),
  })
  .meta({ id: 'StopUpdate' })

/** Changed ETA. */
export const EtaUpdate = z
  .object({
    id: UuidOut.nullish().describe('Id of the order.'),
    type: z.literal('Eta').describe('Always Eta.'),
    stops: z.array(VisibilityStop).min(1).describe('Stops with new estimates.'),
  })
  .meta({ id: 'EtaUpdate' })

/** Position of a vehicle. */
export const PositionUpdate = z
  .object({
    type: z.literal('Position').describe('Always Position.'),
    position: Position.describe('Where it was.'),
    resource: VisibilityResource.optional().describe('Whose position it is. Added member.'),
  })
  .meta({ id: 'PositionUpdate' })

/** Status of a document. */
export const VisibilityDocumentStatus = z.enum(['CREATED']).meta({ id: 'VisibilityDocumentStatus' })

/** Document types in outbound messages. */
export const VisibilityDocumentType = z
  .enum([
    'CONSIGNEE_SIGNATURE',
    'CUSTOMER_PAPERWORK',
    'PHOTO_OF_GOODS_DELIVERY',
    'PROOF_OF_DELIVERY',
    'PROOF_OF_DELIVERY_SIGNED',
    'PALLET_LABEL',
    'PALLET_LABEL_EXTERNAL',
    'TEMPERATURE_REPORT',
  ])
  .meta({ id: 'VisibilityDocumentType' })

/** Document to be downloaded. */
export const RemoteDocument = z
  .object({
    download_url: z
      .string()
      .describe(
        'Where to fetch it with GET and without credentials; the address itself is the permission. It ends at ' +
          'expires_at, and earlier when the document is removed. Afterwards fetch the document by id with API credentials.',
      ),
    expires_at: UtcInstant.optional().describe('When the address ends. Added member.'),
  })
  .meta({ id: 'RemoteDocument' })

/** A document inside the message. */
export const EmbeddedDocument = z
  .object({
    content: z.string().describe('Content, base64.'),
    mime_type: z.string().describe('Media type.'),
    filename: z.string().describe('Name of the file.'),
  })
  .meta({ id: 'EmbeddedDocument' })

/** Order of a document. */
export const VisibilityOrderReference = z
  .object({ customer_reference_number: z.string().describe("The customer's reference.") })
  .meta({ id: 'VisibilityOrderReference' })

/** Consignment of a document. */
export const VisibilityConsignmentReference = z
  .object({ reference_number: z.string().describe('Reference of the consignment.') })
  .meta({ id: 'VisibilityConsignmentReference' })

/** Stop of a document. */
export const VisibilityStopReference = z
  .object({ reference_number: z.string().describe('Reference of the stop.') })
  .meta({ id: 'VisibilityStopReference' })

/** Document in outbound messages. */
export const VisibilityDocument = z
  .object({
    name: z.string().describe('Name of the file.'),
    document_type: VisibilityDocumentType.describe('Kind of document.'),
    document_content: z.union([RemoteDocument, EmbeddedDocument]).describe('Where it is, or the document itself.'),
    subject: z
      .union([VisibilityOrderReference, VisibilityConsignmentReference, VisibilityStopReference])
      .describe('What it belongs to.'),
  })
  .meta({ id: 'VisibilityDocument' })

/** A document was created (ST-12). */
export const DocumentUpdate = z
  .object({
    id: UuidOut.nullish().describe('Id of the document.'),
    type: z.literal('Document').describe('Always Document.'),
    status: VisibilityDocumentStatus.describe('Status of the document.'),
    document: VisibilityDocument.describe('The document.'),
  })
  .meta({ id: 'DocumentUpdate' })

/** Trip status in outbound messages. */
export const VisibilityTripStatus = z.enum(['CREATED', 'PLANNED', 'COMPLETED']).meta({ id: 'VisibilityTripStatus' })

/** Status change of a trip (ST-6, ST-7). */
export const TripUpdate = z
  .object({
    id: UuidOut.nullish().describe('Id of the trip.'),
    type: z.literal('Trip').describe('Always Trip.'),
    status: VisibilityTripStatus.describe('New state.'),
    is_cancelled: z
      .boolean()
      .optional()
      .describe('Present and true when the trip was cancelled; its status is CREATED then. Added member.'),
  })
  .meta({ id: 'TripUpdate' })

/** Resource assigned to a trip (ST-8, ST-11). */
export const ResourceUpdate = z
  .object({
    id: UuidOut.nullish().describe('Id of the resource.'),
    type: z.literal('Resource').describe('Always Resource.'),
    resource: VisibilityResource.describe('The resource.'),
    custom_fields: optionalObject('Keys of the tenant.'),
    operation: z
      .enum(['UNASSIGNED'])
      .optional()
      .describe('Present when the resource was removed from the trip. Added member.'),
  })
  .meta({ id: 'ResourceUpdate' })

/** Status of a handling unit from a scan. */
export const VisibilityHandlingUnitStatus = z
  .enum(['SCANNED_IN', 'STORED', 'SCANNED_OUT'])
  .meta({ id: 'VisibilityHandlingUnitStatus' })

/** Scan of a handling unit (ST-12). */
export const HandlingUnitUpdate = z
  .object({
    id: UuidOut.nullish().describe('Id of the handling unit.'),
    type: z.literal('HandlingUnit').describe('Always HandlingUnit.'),
    status: VisibilityHandlingUnitStatus.describe('Result of the scan.'),
    timestamp: UtcInstant.describe('When it was scanned.'),
    barcode: BarcodeOutput.describe('What was scanned.'),
    created_by: optionalText('Who scanned it.'),
    stop_location_code: optionalText('Code of the location where it was scanned.'),
    description: optionalText('Remark of the scan.'),
    source_status: optionalText('Status as another system gave it.'),
    stop: VisibilityStop.nullish().describe('Stop where it was scanned.'),
  })
  .meta({ id: 'HandlingUnitUpdate' })

/** One event: what happened, when, and its position in the event sequence. */
export const VisibilityEvent = z
  .object({
    timestamp: UtcInstant.describe('When it happened.'),
    event_id: UuidOut.optional().describe('Id of the event: a repeat has the same one. Added member.'),
    event_type: z
      .string()
      .optional()
      .describe('Kind of event in the words subscriptions choose by, for example order.accepted. Added member.'),
    entity_type: z
      .string()
      .optional()
      .describe('What the event is about, for example order: sequence counts within this entity. Added member.'),
    entity_id: UuidOut.optional().describe('Id of what the event is about. Added member.'),
    sequence: z
      .int()
      .positive()
      .optional()
      .describe(
        'Place among all events of this entity, without gaps in one epoch. An endpoint of some kinds only sees gaps where ' +
          'kinds are that it does not get: the header cartage-previous-sequence names the one it was sent before. ' +
          'Added member.',
      ),
    epoch: z
      .int()
      .nonnegative()
      .optional()
      .describe('Grows when the sequence starts again, for example after a restore. Added member.'),
    update: z
      .discriminatedUnion('type', [
        OrderUpdate,
        OrderImportUpdate,
        StopUpdate,
        EtaUpdate,
        PositionUpdate,
        DocumentUpdate,
        TripUpdate,
        ResourceUpdate,
        HandlingUnitUpdate,
      ])
      .describe('What happened; type says which kind.'),
  })
  .meta({ id: 'VisibilityEvent' })
export type VisibilityEvent = z.output<typeof VisibilityEvent>

/**
 * Outbound message about operations: one event each, except positions (up to 100). Order, Stop, Document and ETA
 * updates include the order, Trip and Resource updates the trip.
 */
export const OperationalVisibilityUpdate = z
  .object({
    events: z.array(VisibilityEvent).min(1).max(100).describe('What happened.'),
    order: VisibilityOrder.nullish().describe('The order as it stood then.'),
    trip: VisibilityTrip.nullish().describe('The trip as it stood then.'),
  })
  .meta({ id: 'OperationalVisibilityUpdate' })
export type OperationalVisibilityUpdate = z.output<typeof OperationalVisibilityUpdate>

/** Update types, the values of `type`. */
export const updateTypes = [
  'Order',
  'OrderImport',
  'Stop',
  'Eta',
  'Position',
  'Document',
  'Trip',
  'Resource',
  'HandlingUnit',
] as const
