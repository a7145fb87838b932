import { z } from 'zod'
import { apiRoles, endpoint } from '../endpoint.ts'
import { Uuid, UuidOut } from '../scalars.ts'

/** Maximum file size in bytes: 50 MiB (FILE-4). */
export const largestDocument = 52_428_800

/** Document in a list; its content is fetched by id. */
export const Document = z
  .object({
    id: UuidOut.describe('Id of the document.'),
    name: z.string().describe('Name of the file.'),
    type: z.string().describe('Kind of document, for example PROOF_OF_DELIVERY.'),
    download_url: z.string().optional().describe('Path to the bytes, relative to the base URL.').meta({ default: '' }),
    subject_type: z.string().describe('What it belongs to, for example ORDER or CONSIGNMENT.'),
    content_type: z.string().nullish().describe('Media type.'),
  })
  .meta({ id: 'Document' })
export type Document = z.output<typeof Document>

/** Upload form with one part named `file`. */
export const DocumentUploadForm = z
  .object({
    file: z
      .any()
      .describe('The file, with its name and its media type.')
      .meta({ type: 'string', contentMediaType: 'application/octet-stream' }),
  })
  .meta({ id: 'DocumentUploadForm' })

/** Reference to an upload. */
export const DocumentUploadResponse = z
  .object({ upload_id: UuidOut.describe('Name it as upload_id where a document is attached.') })
  .meta({ id: 'DocumentUploadResponse' })
export type DocumentUploadResponse = z.output<typeof DocumentUploadResponse>

/** Uploads a file; a later request links it to a record (DOC-6). The only 201 of the interface. */
export const uploadDocumentContent = endpoint({
  id: 'uploadDocumentContent',
  method: 'POST',
  path: '/v1/documents/document/upload_content',
  tag: 'documents',
  summary: 'Upload a file',
  description:
    'Send multipart/form-data with one part called file: PDF, JPEG, PNG, TIFF, HEIC, a document of an office program ' +
    'without macros (Word, Excel, PowerPoint, OpenDocument, RTF), an e-mail (.eml, .msg), XML, CSV, JSON or plain ' +
    'text, at most 50 MiB. The answer names the upload; refer to it as upload_id when you attach the file. An upload that ' +
    'nothing refers to is removed after 7 days.',
  auth: 'bearer',
  // No specific role is required.
  roles: apiRoles,
  limit: 'general',
  since: '1.2.0',
  creates: 'header',
  bodyType: 'multipart',
  bodyLimit: largestDocument,
  body: DocumentUploadForm,
  status: 201,
  response: DocumentUploadResponse,
})

const Direct = z
  .string()
  .transform((text, ctx) => {
    if (/^(true|1)$/i.test(text)) return true
    if (/^(false|0|)$/i.test(text)) return false
    ctx.addIssue({ code: 'custom', message: 'must be true or false' })
    return z.NEVER
  })
  .optional()
  .describe('Accepted for compatibility: the bytes are in the answer either way (DOC-7).')
  .meta({ type: 'boolean', default: false })

/** Content of a document. */
export const downloadDocument = endpoint({
  id: 'downloadDocument',
  method: 'GET',
  path: '/v1/documents/document/{id}/download',
  tag: 'documents',
  summary: 'Download a file',
  description:
    'Answers with the bytes, always as an attachment. Range, If-Range and If-None-Match are understood. 410 when a ' +
    'virus was found in the file.',
  auth: 'bearer',
  roles: ['API_ACCOUNTING', 'API_ORDER', 'API_MASTER_DATA', 'CUSTOMER'],
  limit: 'general',
  since: '1.2.0',
  params: z.object({ id: Uuid.describe('Id of the document.') }),
  query: z.object({ direct: Direct }),
  responseType: 'bytes',
})
