import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { ErrorItem } from '../../errors.ts'
import { bulkAnswer, bulkIds, tally } from '../../listing.ts'
import { CursorQuery, page } from '../../page.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { uploadSources, uploadStates } from '../upload-states.ts'

/** One upload of an order, in a list. */
export const UploadRow = z
  .object({
    id: UuidOut.describe('Id of the upload, as answered to its sender.'),
    order_identifier: z.string().describe("The sender's own key of the order."),
    operation: openSet(['CREATE', 'UPDATE', 'DELETE']).describe('What was requested.'),
    status: openSet(uploadStates).describe('Status.'),
    source: openSet(uploadSources).describe('API, WEBHOOK, SCREEN (a form), or IMPORT (a sheet).'),
    sent_by_kind: z.string().nullable().describe('client, webhook, user or operator; null when that is not known.'),
    sent_by: z.string().nullable().describe('Public id of the sender.'),
    sent_by_name: z.string().nullable().describe('Current name of the sender; null when unknown.'),
    order_id: UuidOut.nullable().describe('The order; null until there is one.'),
    order_name: z.string().nullable().describe('Number of the order; null until there is one.'),
    errors: z.array(ErrorItem).describe('Why it failed; empty unless its status is ERROR.'),
    warnings: z.array(ErrorItem).describe('What was unusual about it, or applied differently from the request.'),
    cause: z.string().nullable().describe('What uploads that failed for the same reason have in common.'),
    run: z.int().min(1).describe('1, and one more each time a person ran it again.'),
    accepted_at: UtcInstant.describe('When it was accepted, that is, committed.'),
    finished_at: UtcInstant.nullable().describe('When it ended; null while it waits.'),
  })
  .meta({ id: 'AppUploadRow' })
export type UploadRow = z.output<typeof UploadRow>

/** An upload with its content and related records. */
export const UploadDetail = UploadRow.extend({
  body: z.unknown().describe('What was sent, in the one spelling that is kept.'),
  message_id: UuidOut.nullable().describe('Its message; null when it did not arrive in a message.'),
  inbox_item_ids: z.array(UuidOut).describe('Items of the inbox about it.'),
  is_overtaken: z
    .boolean()
    .describe('A later upload of the order succeeded: this one can be neither run again nor corrected.'),
}).meta({ id: 'AppUploadDetail' })
export type UploadDetail = z.output<typeof UploadDetail>

const Instant = z.iso.datetime({ offset: true })

/** Filters of the list of uploads; they are AND-ed. */
export const uploadFilters = {
  search: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .optional()
    .describe('Beginning of an order_identifier, a number or reference of an order, or the id of an upload.'),
  status: z.enum(uploadStates).optional().describe('Only uploads with this status.'),
  source: z.enum(uploadSources).optional().describe('Only uploads from this source.'),
  sent_by: z.string().max(200).optional().describe('Only uploads of this client, credential or user, by public id.'),
  cause: z.string().max(300).optional().describe('Only uploads that failed for this reason.'),
  order_id: Uuid.optional().describe('Only uploads about this order.'),
  from: Instant.optional().describe('Accepted not before this instant.'),
  to: Instant.optional().describe('Accepted before this instant.'),
}

const UploadParams = z.object({ upload_id: Uuid.describe('Id of the upload.') })

/** The list of uploads. */
export const listUploads = endpoint({
  ...ofApplication,
  id: 'listUploads',
  method: 'GET',
  path: '/app/uploads',
  summary: 'List uploads of orders',
  description: 'All accepted uploads from every source, newest first.',
  permission: 'order.read',
  query: CursorQuery.extend(uploadFilters),
  response: page(UploadRow).meta({ id: 'AppUploadPage' }),
})

/** Number of recent uploads by state and source. */
export const countUploads = endpoint({
  ...ofApplication,
  id: 'countUploads',
  method: 'GET',
  path: '/app/uploads/counts',
  summary: 'Count uploads by state, source, sender and cause',
  description:
    'Of the latest 10,000, and of all that failed, wait or were skipped; each member under the other filters.',
  permission: 'order.read',
  query: z.object(uploadFilters),
  response: z.object({
    by_status: tally.describe('By state.'),
    by_source: tally.describe('By source.'),
    by_cause: tally.describe('By the reason they failed for.'),
    senders: z
      .array(
        z.object({
          sent_by: z.string().describe('Public id of the client, credential or user.'),
          name: z.string().nullable().describe('What it is called now.'),
          count: z.int().min(0).describe('Uploads.'),
        }),
      )
      .describe('Those with most uploads first, at most 100.'),
  }),
})

/** All matching uploads, as CSV. */
export const exportUploads = endpoint({
  ...ofApplication,
  id: 'exportUploads',
  method: 'GET',
  path: '/app/uploads/csv',
  responseType: 'bytes',
  summary: 'Uploads as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line an upload, newest first, every match.',
  permission: 'order.read',
  query: z.object(uploadFilters),
})

/** One upload with its content. */
export const getUpload = endpoint({
  ...ofApplication,
  id: 'getUpload',
  method: 'GET',
  path: '/app/uploads/{upload_id}',
  summary: 'Read an upload',
  permission: 'order.read',
  params: UploadParams,
  response: UploadDetail,
})

/** Retries a failed upload. */
export const retryUpload = endpoint({
  ...ofApplication,
  id: 'retryUpload',
  method: 'POST',
  path: '/app/uploads/{upload_id}/retry',
  summary: 'Run an upload again',
  description:
    'It goes back in line under its id, and is applied a moment later with what the tenant has configured by then. One ' +
    'that did not fail, or that a later upload of its order has overtaken: 409.',
  permission: 'order.write',
  params: UploadParams,
  response: UploadDetail,
})

/** Retries many uploads. */
export const retryUploads = endpoint({
  ...ofApplication,
  id: 'retryUploads',
  method: 'POST',
  path: '/app/uploads/bulk',
  summary: 'Run many uploads again',
  description: 'Each upload on its own; one that cannot be run again does not keep the others.',
  permission: 'order.write',
  body: z.object({ ids: bulkIds }),
  response: bulkAnswer,
})

/** Retries all uploads that failed for one reason. */
export const retryUploadsOfCause = endpoint({
  ...ofApplication,
  id: 'retryUploadsOfCause',
  method: 'POST',
  path: '/app/uploads/retry',
  summary: 'Run all uploads with one cause again',
  description: 'The oldest 1,000, in the order received, for example after a missing transport service was added.',
  permission: 'order.write',
  body: z.object({ cause: z.string().min(1).max(300).describe('The cause, as an upload carries it.') }),
  response: z
    .object({
      found: z.int().min(0).describe('Uploads that failed for this reason.'),
      requested: z.int().min(0).describe('Those queued to run again; the others were overtaken by later uploads.'),
      is_more: z.boolean().describe('There are more: send the request again.'),
    })
    .meta({ id: 'AppUploadRetry' }),
})
