import { z } from 'zod'
import { DocumentUploadForm } from '../../documents/endpoints.ts'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { largestEInvoice } from '../e-invoicing.ts'

/** Uploads a supplier's file by a user, equivalent to the webhook for systems (PURCH-31). */
export const uploadPurchase = endpoint({
  ...ofApplication,
  permission: 'invoice.write',
  id: 'uploadPurchase',
  method: 'POST',
  creates: 'record',
  path: '/app/purchases/files',
  summary: 'Upload an invoice or credit note of a supplier',
  description:
    'Send multipart/form-data with one part called file: UBL or CII (XML), a PDF with the XML inside, or JSON as the webhook ' +
    'takes it. What cannot be placed waits with the reason; a file that cannot be read is refused, and waits as well. The same ' +
    'document again has no effect.',
  bodyType: 'multipart',
  bodyLimit: largestEInvoice,
  body: DocumentUploadForm,
  response: z.object({
    reason: z.string().nullable().describe('Why it waits to be placed; null: it was placed, or is here already.'),
  }),
})
