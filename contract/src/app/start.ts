import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { openSet, UtcInstant, UuidOut } from '../scalars.ts'

/** How many rows the start page asks for. */
const RecentQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25).describe('Number of rows, newest first; 25 when absent.'),
})

/** One order upload, as the start page shows it. */
export const RecentUpload = z
  .object({
    upload_id: UuidOut.describe('Id of the upload, as answered to the caller.'),
    order_identifier: z.string().describe("The caller's own key of the order."),
    operation: openSet(['CREATE', 'UPDATE', 'DELETE']).describe('What the caller asked for.'),
    upload_status: openSet(['IN_PROGRESS', 'COMPLETED', 'ERROR', 'SKIPPED', 'DUPLICATE']).describe(
      'Where the upload stands.',
    ),
    order_id: UuidOut.nullable().describe('The order, null until an upload made one.'),
    order_name: z.string().nullable().describe('Order number shown to people, null until there is an order.'),
    errors: z.array(z.string()).describe('Messages of an upload that ended in ERROR; empty otherwise.'),
    accepted_at: UtcInstant.describe('When the upload was accepted, that is, committed.'),
    finished_at: UtcInstant.nullable().describe('When it reached its final status, null while it waits.'),
  })
  .meta({ id: 'AppRecentUpload' })
export type RecentUpload = z.output<typeof RecentUpload>

/** How far the sending of one event has come, over all subscriptions. */
export const DeliveryCounts = z
  .object({
    delivered: z.int().min(0).describe('Deliveries the receiver acknowledged.'),
    pending: z.int().min(0).describe('Deliveries waiting for their first or next attempt.'),
    dead: z.int().min(0).describe('Deliveries given up after the last attempt; they can be sent again.'),
  })
  .meta({ id: 'AppDeliveryCounts' })
export type DeliveryCounts = z.output<typeof DeliveryCounts>

/** One event, as the start page shows it. */
export const RecentEvent = z
  .object({
    event_id: UuidOut.describe('Id of the event, the same in every delivery of it.'),
    position: z.int().nullable().describe("Place in the tenant's event log, null until the log has taken it up."),
    type: openSet([
      'Order',
      'OrderImport',
      'Stop',
      'Eta',
      'Position',
      'Document',
      'Trip',
      'Resource',
      'HandlingUnit',
    ]).describe('Kind of event: the type of the published update.'),
    entity_type: openSet(['order', 'stop', 'trip', 'resource', 'document']).describe('What the event is about.'),
    entity_id: UuidOut.describe('Id of the order, stop, trip and so on the event is about.'),
    status: z.string().nullable().describe('Status the event reports, null when it reports none.'),
    sequence: z.int().describe('Number of the event within its entity, from 1.'),
    occurred_at: UtcInstant.describe('When it happened.'),
    order_identifier: z.string().nullable().describe('Key of the order it belongs to, null when it belongs to none.'),
    deliveries: DeliveryCounts.describe('How far sending it has come.'),
  })
  .meta({ id: 'AppRecentEvent' })
export type RecentEvent = z.output<typeof RecentEvent>

/** The tenant's last order uploads, newest first. */
export const listRecentUploads = endpoint({
  id: 'listRecentUploads',
  method: 'GET',
  path: '/app/start/uploads',
  tag: 'application',
  summary: 'Last order uploads',
  auth: 'session',
  permission: 'order.read',
  limit: 'none',
  since: '0.1.0',
  added: true,
  query: RecentQuery,
  response: z.object({ items: z.array(RecentUpload).describe('Newest first.') }),
})

/** The tenant's last events with the state of their deliveries, newest first. */
export const listRecentEvents = endpoint({
  id: 'listRecentEvents',
  method: 'GET',
  path: '/app/start/events',
  tag: 'application',
  summary: 'Last events and their deliveries',
  auth: 'session',
  permission: 'event.read',
  limit: 'none',
  since: '0.1.0',
  added: true,
  query: RecentQuery,
  response: z.object({ items: z.array(RecentEvent).describe('Newest first.') }),
})
