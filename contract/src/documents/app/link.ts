import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Uuid } from '../../scalars.ts'

/**
 * Content of a document, for anyone with the URL. Receivers use the URL from an event unchanged, so it is not part of
 * the published interface.
 */
export const downloadSharedDocument = endpoint({
  tag: 'application',
  since: '0.1.0',
  added: true,
  id: 'downloadSharedDocument',
  method: 'GET',
  path: '/app/documents/shared/{id}',
  summary: 'Download a file by the address in an event',
  description:
    'The address itself is the permission, until it expires, is ended or the document is removed. One that is not ours or was ended is 404; ' +
    '410 when it has expired, or when a virus was found in the file. Answers as the download with credentials does.',
  auth: 'none',
  limit: 'none',
  params: z.object({ id: Uuid.describe('Id of the document.') }),
  query: z.object({
    tenant: z.string().max(100).optional().describe('Part of the address.'),
    link: z.string().max(100).optional().describe('Part of the address.'),
    expires: z.string().max(20).optional().describe('When the address expires, in seconds since 1970.'),
    signature: z.string().max(200).optional().describe('Part of the address.'),
  }),
  responseType: 'bytes',
})
