import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { documentFilters } from './documents.ts'
import { tally } from './listing.ts'

const shared = {
  tag: 'application',
  auth: 'session',
  permission: 'order.read',
  limit: 'none',
  since: '0.1.0',
  added: true,
} as const

/** How many documents each kind has, and each kind of record they belong to, under the other filters. */
export const countDocuments = endpoint({
  ...shared,
  id: 'countDocuments',
  method: 'GET',
  path: '/app/documents/counts',
  summary: 'Count documents by kind',
  description: 'Of the latest 100,000 that fit.',
  query: z.object(documentFilters),
  response: z.object({
    by_type: tally.describe('By kind of document.'),
    by_subject: tally.describe('By what they belong to.'),
  }),
})

/** All documents that fit, as CSV. */
export const exportDocumentList = endpoint({
  ...shared,
  id: 'exportDocumentList',
  method: 'GET',
  path: '/app/documents/csv',
  summary: 'Documents as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line a document, newest first, every document that fits.',
  query: z.object(documentFilters),
  responseType: 'bytes',
})
