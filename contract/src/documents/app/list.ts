import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { bulkAnswer, bulkIds, mostAtOnce, someTexts, tally } from '../../listing.ts'
import { Uuid } from '../../scalars.ts'
import { documentFilters } from './record.ts'

const shared = {
  ...ofApplication,
  permission: 'order.read',
} as const

/** Document counts of each kind and subject under the other filters. */
export const countDocuments = endpoint({
  ...shared,
  id: 'countDocuments',
  method: 'GET',
  path: '/app/documents/counts',
  summary: 'Count documents by kind',
  description: 'Of the latest 100,000 matches.',
  query: z.object(documentFilters),
  response: z.object({
    by_type: tally.describe('By kind of document.'),
    by_subject: tally.describe('By what they belong to.'),
  }),
})

/** All matching documents, as CSV. */
export const exportDocumentList = endpoint({
  ...shared,
  id: 'exportDocumentList',
  method: 'GET',
  path: '/app/documents/csv',
  summary: 'Documents as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line a document, newest first, every match.',
  query: z.object(documentFilters),
  responseType: 'bytes',
})

/** Maximum total size of an archive in bytes. */
export const largestArchive = 2_000_000_000

/** Downloads several documents as one archive. */
export const downloadDocuments = endpoint({
  ...shared,
  id: 'downloadDocuments',
  method: 'GET',
  path: '/app/documents/zip',
  summary: 'Documents as one ZIP file',
  description:
    'At most 200 documents and 2 GB. Each file begins with what it belongs to. Those that cannot be downloaded are left ' +
    'out and listed in left-out.txt.',
  query: z.object({
    ids: someTexts
      .pipe(z.array(Uuid).min(1).max(mostAtOnce))
      .describe('Ids of the documents, with commas between them.'),
  }),
  responseType: 'bytes',
})

/** Removes many documents permanently. */
export const removeDocuments = endpoint({
  ...shared,
  id: 'removeDocuments',
  method: 'POST',
  path: '/app/documents/remove',
  permission: 'company.write',
  summary: 'Remove many documents',
  description:
    'Each on its own, permanently. Only those of companies and, for users who may change them, of resources: what belongs to ' +
    'orders, stops and trips stays. The proof of a validity goes when the validity is removed first.',
  body: z.object({ ids: bulkIds }),
  response: bulkAnswer,
})
