import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { listWindow, someTexts, windowMembers } from '../../listing.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** Review decision on a document. */
export const DocumentReview = z
  .object({
    state: z.enum(['ACCEPTED', 'REJECTED']).describe('What was decided.'),
    reason: z.string().nullable().describe('Why it was rejected.'),
    reviewed_at: UtcInstant.describe('When.'),
    reviewed_by: z.string().nullable().describe('Name of the user.'),
  })
  .meta({ id: 'AppDocumentReview' })
export type DocumentReview = z.output<typeof DocumentReview>

/** Document in a list of a record. */
export const RecordDocument = z
  .object({
    document_id: UuidOut.describe('Id of the document.'),
    name: z.string().describe('Name of the file.'),
    type: z.string().describe('Kind of document, for example PROOF_OF_DELIVERY.'),
    content_type: z.string().describe('Media type.'),
    size_bytes: z.number().describe('Size in bytes.'),
    created_at: UtcInstant.describe('When it was received.'),
    review: DocumentReview.nullable().describe('What a person decided about it; null: not reviewed.'),
  })
  .meta({ id: 'AppRecordDocument' })
export type RecordDocument = z.output<typeof RecordDocument>

/** Document in the list of all documents, with its record. */
export const ListedDocument = RecordDocument.extend({
  subject_type: z.string().describe('What it belongs to: ORDER, CONSIGNMENT, STOP, TRIP, COMPANY, RESOURCE.'),
  subject_id: UuidOut.describe('Id of what it belongs to.'),
  order_id: UuidOut.nullable().describe('The order it is part of.'),
  subject_name: z.string().nullable().describe('What people call what it belongs to.'),
}).meta({ id: 'AppListedDocument' })
export type ListedDocument = z.output<typeof ListedDocument>

const shared = {
  ...ofApplication,
  permission: 'order.read',
} as const

/** Filters of the list; they are AND-ed, the values of one are OR-ed. */
export const documentFilters = {
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Beginning of the name of the file; or the number, identifier or reference of an order.'),
  document_type: someTexts.describe('Kinds of documents, with commas between them.'),
  subject_type: someTexts.describe('What they belong to: ORDER, STOP, COMPANY and so on, with commas between them.'),
}

/** Sort orders of the document list; a minus reverses. */
export const documentSorts = ['name', '-name', 'created', '-created'] as const

/** The latest documents of the tenant. */
export const listLatestDocuments = endpoint({
  ...shared,
  id: 'listLatestDocuments',
  method: 'GET',
  path: '/app/documents',
  summary: 'List the latest documents',
  description: 'Newest first by default. total is counted up to 100,000.',
  query: z.object({
    ...windowMembers,
    ...documentFilters,
    sort: z.enum(documentSorts).default('-created').describe('Order of the rows.'),
  }),
  response: listWindow(ListedDocument),
})

/** Content of a document, exactly as the published interface returns it. */
export const downloadRecordDocument = endpoint({
  ...shared,
  id: 'downloadRecordDocument',
  method: 'GET',
  path: '/app/documents/{document_id}/download',
  summary: 'Download a file on a screen',
  description: 'Always as an attachment. Range, If-Range and If-None-Match are understood.',
  params: z.object({ document_id: Uuid.describe('Id of the document.') }),
  responseType: 'bytes',
})
