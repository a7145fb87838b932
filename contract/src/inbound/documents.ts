import { z } from 'zod'
import { largestDocument } from '../documents/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { ErrorStatus } from '../orders/upload-record.ts'
import { optionalText, Uuid } from '../scalars.ts'

/** File of any type, or JSON, which may be the file itself or a reference to it (DOC-1). */
const FileBody = z
  .any()
  .describe(
    'The file as it is, with its media type in Content-Type; or JSON with documents as question answers have them.',
  )

const DispositionHeader = z.object({
  'Content-Disposition': z
    .string()
    .optional()
    .describe('Name of the file in filename or filename*; it becomes the stem of the stored name.'),
})

const PathKey = z
  .string()
  .min(1)
  .max(255)
  .describe('What the file is: a question path key of the settings, which gives document type and default name.')

/** Text that is not a UUID simply matches nothing: 404, or no order. */
function anyId(description: string) {
  return z.string().max(255).meta({ format: 'uuid' }).nullish().describe(description)
}

const shared = {
  method: 'POST',
  tag: 'inbound-webhooks',
  auth: 'webhook',
  limit: 'none',
  since: '1.2.0',
  creates: 'record',
  bodyType: 'raw',
  bodyLimit: largestDocument,
  body: FileBody,
  headers: DispositionHeader,
  queryNamesRecord: true,
} as const

/** Response to an upload: the created documents. The published interface allows any JSON; these members are ours. */
export const DocumentUploadAnswer = z
  .object({
    documents: z
      .array(
        z.object({ id: Uuid.describe('Id of the document.'), name: z.string().describe('Name it is stored with.') }),
      )
      .describe('What the file became; of a repeat the documents that are there already.'),
    errors: z.array(ErrorStatus).optional().describe('Why the file was rejected; absent when it was accepted.'),
  })
  .describe('Any JSON; unknown members are to be ignored.')
export type DocumentUploadAnswer = z.input<typeof DocumentUploadAnswer>

const bodyWords =
  'Send the file as the body with its media type in Content-Type; any type is accepted, at most 50 MiB. A form ' +
  '(multipart/form-data) stands for its one file, with the name and type of that part; none or several files are ' +
  '422. The stored name is the stem of the name in Content-Disposition, an underscore and the default name of the key. A JSON body with ' +
  'embedded_document or remote_document, or a list of such objects, stands for the files it names; any other JSON is ' +
  'the file. The same file again for the same stop and key has no effect.'

/** File for a stop, from a subcontractor (DOC-1, DOC-2). */
export const uploadSubcontractorDocument = endpoint({
  ...shared,
  id: 'uploadSubcontractorDocument',
  path: '/v1/webhook/subco-document-upload',
  summary: 'Upload a file for a stop of a subcontracted trip',
  description: bodyWords,
  query: z.object({ question_path_key: PathKey, stop_id: Uuid.describe('Id of the stop.') }),
  response: DocumentUploadAnswer,
})

/** File for a stop or stop group, from a fleet application (DOC-3). */
export const uploadFleetDocument = endpoint({
  ...shared,
  id: 'uploadFleetDocument',
  path: '/v1/webhook/fleet-document-upload',
  summary: 'Upload a file for a stop or stop group of a fleet trip',
  description: `Give stop_id or stop_group_id; a file for a group belongs to each of its stops. ${bodyWords}`,
  query: z.object({
    question_path_key: PathKey,
    stop_id: anyId('Id of the stop; or send stop_group_id.'),
    stop_group_id: anyId('Id of the stop group; or send stop_id.'),
  }),
  response: DocumentUploadAnswer,
})

/** Document types of whole orders (DOC-4). */
export const orderDocumentTypes = [
  'ADDRESS_LABEL',
  'ANALYSIS_CERTIFICATE',
  'ANNEX_VII_WASTE_SHIPMENT',
  'APPROVAL_LOADING_LIST',
  'ATR',
  'AUTHORIZATION_PREFERENTIAL_ORIGIN',
  'BILL_OF_LADING_INSTRUCTIONS',
  'CATTLE_TRANSPORT_JOURNAL',
  'CERTIFICATE_OF_ORIGIN',
  'CERTIFICATE_OF_SHIPMENT',
  'CLAIM',
  'CMR_INSURANCE',
  'COMMERCIAL_INVOICE',
  'CONFIRMATION_TARIFF_SHIPPING_LINE',
  'CONSIGNEE_SIGNATURE',
  'CONSIGNOR_SIGNATURE',
  'CONTAINER_CLEANING_CERTIFICATE',
  'CUSTOMER_PAPERWORK',
  'CUSTOMS_DECLARATION_INSTRUCTIONS',
  'CUSTOMS_DOCUMENT',
  'CUSTOMS_INVOICE',
  'DANGEROUS_GOODS_DECLARATION',
  'DEFENSE_MUNITIONS_VEHICLE_STABLING_REQUEST_FORM',
  'DISPATCH_CONFIRMATION',
  'DRAFT_BILL_OF_LADING',
  'DRIVER_SIGNATURE',
  'DUTCH_CUSTOMS_RELEASE',
  'EQUIPMENT_INTERCHANGE_RECEIPT',
  'EUR1',
  'EUR_MED',
  'EXPORT_ACCOMPANYING_DOCUMENT',
  'EXPORT_DECLARATION',
  'EXPORT_DOCUMENT',
  'EXTRA_COST_CONFIRMATION',
  'EXTRA_PERMITTED_WEIGHT',
  'EX_A_EXPORT_DECLARATION',
  'FINAL_BILL_OF_LADING',
  'GOODS_IN',
  'GOODS_OUT',
  'GPS_TRACKER_REPORT',
  'IFP',
  'IMDG',
  'IMPORT_DECLARATION',
  'IMPORT_DOCUMENT',
  'IM_A',
  'INSURANCE_DOCUMENT',
  'LOCATION_INFO',
  'LUMPER_RECEIPT',
  'MANIFEST',
  'MULTIMODAL_DANGEROUS_GOODS_DECL',
  'ORDER_ACCEPTANCE',
  'ORDER_CONFIRMATION',
  'ORIGINAL_CMR',
  'OTHER_ADMINISTRATION',
  'PALLET_LABEL',
  'PALLET_LABEL_EXTERNAL',
  'PALLET_NOTE',
  'PHOTO_DAMAGED_GOODS',
  'PHOTO_OF_GOODS_DELIVERY',
  'PHOTO_OF_GOODS_PICKUP',
  'PHOTO_SEAL_NUMBER',
  'PICKUP_CMR',
  'PICKUP_NOTE',
  'PREFILLED_CMR',
  'PRICE_OFFER_CUSTOMER',
  'PROOF_OF_DELIVERY',
  'PROOF_OF_DELIVERY_DRIVER_APP',
  'PROOF_OF_DELIVERY_SIGNED',
  'PROOF_OF_PICKUP',
  'PROOF_OF_PICKUP_SIGNED',
  'QUOTE',
  'RECEIPT',
  'SAFETY_SECURITY_DECLARATION',
  'SECURITY_PLAN_FORM',
  'SINGLE_ADMINISTRATIVE_DOCUMENT',
  'STANDARD_OPERATING_PROCEDURE',
  'STICKER_LABEL',
  'T1_DOCUMENT',
  'T2_DOCUMENT',
  'TEMPERATURE_REPORT',
  'TIMESLOT_CONFIRMATION',
  'TRANSIT_DOCUMENT',
  'VGM_CONTAINER',
  'VISITOR_SAFETY_INSTRUCTION',
  'WAITING_HOURS_INFORMATION',
  'WASTE',
  'WAYBILL',
  'WEIGHING_TICKET',
] as const

/** Answer to a document import. */
export const DocumentImportResponse = z
  .object({ errors: z.array(ErrorStatus).nullish().describe('Why the document was discarded.') })
  .meta({ id: 'DocumentImportResponse' })

/** File for an order, from any system (DOC-4, DOC-5). */
export const importDocument = endpoint({
  ...shared,
  id: 'importDocument',
  path: '/v1/webhook/document-import',
  summary: 'Upload a file for an order',
  description:
    'The order is named by id, name or customer_reference_number and must be exactly one, else the file is discarded: ' +
    'the answer says so in errors and a person finds it in the inbox. How these parameters are called is a setting. ' +
    'Binary bodies are stored unchanged and text of a text type as its bytes; other text is read as base64 when it ' +
    'is that, and for itself when it is not.',
  query: z.object({
    filename: z.string().min(1).max(1_000).describe('Name of the file.'),
    document_type: optionalText(`Kind of document: ${orderDocumentTypes.join(', ')}.`),
    document_name: optionalText('Name it is stored with; filename when absent.'),
    customer_reference_number: optionalText("The customer's reference of the order."),
    name: optionalText('Number of the order.'),
    id: anyId('Id of the order.'),
  }),
  response: DocumentImportResponse,
})
