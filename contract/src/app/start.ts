import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'
import { openSet, UtcInstant, UuidOut } from '../scalars.ts'

/** Number of rows for the start page. */
const RecentQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25).describe('Number of rows, newest first; 25 when absent.'),
})

/** Order upload on the start page. */
export const RecentUpload = z
  .object({
    upload_id: UuidOut.describe('Id of the upload, as answered to the caller.'),
    order_identifier: z.string().describe("The caller's own key of the order."),
    operation: openSet(['CREATE', 'UPDATE', 'DELETE']).describe('What the caller requested.'),
    upload_status: openSet(['IN_PROGRESS', 'COMPLETED', 'ERROR', 'SKIPPED', 'DUPLICATE']).describe(
      'Status of the upload.',
    ),
    order_id: UuidOut.nullable().describe('The order, null until it is created.'),
    order_name: z.string().nullable().describe('Order number shown to people, null until there is an order.'),
    errors: z.array(z.string()).describe('Messages of an upload that ended in ERROR; empty otherwise.'),
    accepted_at: UtcInstant.describe('When the upload was accepted, that is, committed.'),
    finished_at: UtcInstant.nullable().describe('When it reached its final status, null while it waits.'),
  })
  .meta({ id: 'AppRecentUpload' })
export type RecentUpload = z.output<typeof RecentUpload>

/** The tenant's latest order uploads, newest first. */
export const listRecentUploads = endpoint({
  ...ofApplication,
  id: 'listRecentUploads',
  method: 'GET',
  path: '/app/start/uploads',
  summary: 'Last order uploads',
  permission: 'order.read',
  query: RecentQuery,
  response: z.object({ items: z.array(RecentUpload).describe('Newest first.') }),
})
