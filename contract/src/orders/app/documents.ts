import { z } from 'zod'
import { RecordDocument } from '../../documents/app/record.ts'
import { DocumentUploadForm, largestDocument } from '../../documents/endpoints.ts'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** Document of an order, with the part of the order it belongs to. */
export const OrderDocument = RecordDocument.extend({
  subject_type: z.string().describe('What it belongs to: ORDER, CONSIGNMENT, GOOD, HANDLING_UNIT, STOP.'),
  subject_id: UuidOut.describe('Id of what it belongs to.'),
}).meta({ id: 'AppOrderDocument' })
export type OrderDocument = z.output<typeof OrderDocument>

/** Document types that users add to orders. */
export const addedDocumentTypes = [
  'PROOF_OF_DELIVERY',
  'PROOF_OF_DELIVERY_SIGNED',
  'CMR',
  'DELIVERY_NOTE',
  'LOADING_LIST',
  'CONSIGNEE_SIGNATURE',
  'CUSTOMER_PAPERWORK',
  'PHOTO_OF_GOODS_DELIVERY',
  'PALLET_LABEL',
  'TEMPERATURE_REPORT',
  'WEIGHT_NOTE',
  'CUSTOMS',
  'OTHER',
] as const

const params = z.object({ order_id: Uuid.describe('Id of the order.') })

/** Documents of an order, its consignments and stops. */
export const listOrderFiles = endpoint({
  ...ofApplication,
  id: 'listOrderFiles',
  method: 'GET',
  path: '/app/orders/{order_id}/documents',
  permission: 'order.read',
  summary: 'Documents of an order',
  description: 'Of the order, of what is in it and of its stops, newest first, at most 200.',
  params,
  response: z.object({
    items: z.array(OrderDocument).describe('Newest first.'),
    lacks_proof: z.boolean().describe('The order is completed and has no proof of delivery that was not rejected.'),
  }),
})

/** Uploads a file as a document of an order or one of its stops. */
export const addOrderDocument = endpoint({
  ...ofApplication,
  id: 'addOrderDocument',
  method: 'POST',
  creates: 'header',
  path: '/app/orders/{order_id}/documents',
  permission: 'order.write',
  summary: 'Add a document to an order',
  description:
    'Send multipart/form-data with one part called file, of the types and sizes that the interface accepts. The same file for the ' +
    'same subject and kind again has no effect.',
  params,
  query: z.object({
    document_type: z.enum(addedDocumentTypes).default('OTHER').describe('What kind of document it is.'),
    stop_id: Uuid.optional().describe('Stop of the order it belongs to; the order itself when absent.'),
  }),
  bodyType: 'multipart',
  bodyLimit: largestDocument,
  body: DocumentUploadForm,
  response: OrderDocument,
})

/** One scan of a labelled piece. */
export const OrderScan = z
  .object({
    handling_unit_scan_id: UuidOut.describe('Id of the scan.'),
    barcode: z.string().nullable().describe('What was read.'),
    handling_unit_id: UuidOut.nullable().describe('Piece of the order; null when none has this barcode.'),
    stop_id: UuidOut.nullable().describe('Stop it was scanned at.'),
    stop_name: z.string().nullable().describe('Town or name of that stop.'),
    status: openSet(['SCANNED_IN', 'STORED', 'SCANNED_OUT']).nullable().describe('What happened to the piece.'),
    source_status: z.string().nullable().describe('The word of the other system, when it is none of these.'),
    description: z.string().nullable().describe('Remark.'),
    scanned_at: UtcInstant.describe('When it was scanned.'),
    source: z.string().describe('Who reported it.'),
  })
  .meta({ id: 'AppOrderScan' })
export type OrderScan = z.output<typeof OrderScan>

/** Scans of the pieces of an order. */
export const listOrderScans = endpoint({
  ...ofApplication,
  id: 'listOrderScans',
  method: 'GET',
  path: '/app/orders/{order_id}/scans',
  permission: 'order.read',
  summary: 'Scans of an order',
  description: 'Newest first, at most 500.',
  params,
  response: z.object({
    items: z.array(OrderScan).describe('Newest first.'),
    units: z.int().describe('Labelled pieces the order has.'),
  }),
})
