import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { bulkAnswer, bulkIds } from '../../listing.ts'
import { Uuid } from '../../scalars.ts'
import { resourceFilters } from './record.ts'

const shared = {
  ...ofApplication,
  permission: 'resource.read',
} as const

/** All matching resources, as CSV. */
export const exportResourceList = endpoint({
  ...shared,
  id: 'exportResourceList',
  method: 'GET',
  path: '/app/resources/csv',
  summary: 'Resources as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line a resource, by name, every match.',
  query: z.object(resourceFilters),
  responseType: 'bytes',
})

/** Bulk action on resources. */
export const changeResources = endpoint({
  ...shared,
  id: 'changeResources',
  method: 'POST',
  path: '/app/resources/bulk',
  permission: 'resource.write',
  summary: 'Do one thing to many resources',
  description: 'Each resource on its own: a rejection of one does not stop the others.',
  body: z.object({
    action: z.enum(['archive', 'restore', 'group']).describe('What is to be done.'),
    resource_group_id: Uuid.nullish().describe('For group: the fixed group they get; null removes them from it.'),
    ids: bulkIds,
  }),
  response: bulkAnswer,
})
