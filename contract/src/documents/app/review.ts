import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { Uuid } from '../../scalars.ts'
import { ListedDocument } from './record.ts'

/** Review states that a user sets. OPEN: not reviewed. */
export const reviewStates = ['OPEN', 'ACCEPTED', 'REJECTED'] as const
export type ReviewState = (typeof reviewStates)[number]

/** Maximum length of a rejection reason in characters. */
export const longestReviewReason = 500

/** Document for its own page. */
export const ViewedDocument = ListedDocument.extend({
  shown_as: z
    .enum(['PDF', 'PICTURE', 'TEXT'])
    .nullable()
    .describe('How a page can show it in place; null: it has to be downloaded.'),
  is_reviewable: z.boolean().describe('Whether it is accepted or rejected: documents of orders and trips are.'),
}).meta({ id: 'AppViewedDocument' })
export type ViewedDocument = z.output<typeof ViewedDocument>

const params = z.object({ document_id: Uuid.describe('Id of the document.') })

/** One document with its record and review. */
export const getRecordDocument = endpoint({
  ...ofApplication,
  id: 'getRecordDocument',
  method: 'GET',
  path: '/app/documents/{document_id}',
  permission: 'order.read',
  summary: 'Document with its review',
  params,
  response: ViewedDocument,
})

/** Content of a document for viewing. */
export const viewRecordDocument = endpoint({
  ...ofApplication,
  id: 'viewRecordDocument',
  method: 'GET',
  path: '/app/documents/{document_id}/view',
  permission: 'order.read',
  summary: 'Show a file in place',
  description:
    'A PDF is shown by the browser, text as plain text. Everything else is answered as the download does: as an attachment.',
  params,
  responseType: 'bytes',
})

/** Accepts or rejects a document, or undoes that. */
export const reviewDocument = endpoint({
  ...ofApplication,
  id: 'reviewDocument',
  method: 'PUT',
  path: '/app/documents/{document_id}/review',
  permission: 'order.write',
  summary: 'Accept or reject a document',
  description:
    'Of orders and trips; others are 409. A later decision replaces an earlier one; the history keeps both. A rejected ' +
    'document is not attached to invoices and not shown to customers; a rejected proof of delivery counts as missing.',
  params,
  body: z
    .object({
      state: z.enum(reviewStates).describe('The decision; OPEN takes it back.'),
      reason: z
        .string()
        .trim()
        .max(longestReviewReason)
        .optional()
        .describe('Why it is rejected. Required for REJECTED, ignored otherwise.'),
    })
    .meta({ id: 'AppDocumentDecision' }),
  response: ViewedDocument,
})
