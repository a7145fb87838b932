import { z } from 'zod'
import { bulkAnswer, bulkIds, mostAtOnce, tally } from '../../app/listing.ts'
import { auditFilters } from '../../audit/app.ts'
import { endpoint } from '../../endpoint.ts'
import { eventFilters } from '../../events/app.ts'
import { inboxFilters, messageFilters } from '../../messages/app.ts'
import { deliveryFilters } from './record.ts'

const shared = { tag: 'application', auth: 'session', limit: 'none', since: '0.1.0', added: true } as const
const csv = { ...shared, method: 'GET', responseType: 'bytes' } as const

/** All deliveries that fit, as CSV. */
export const exportDeliveryList = endpoint({
  ...csv,
  id: 'exportDeliveryList',
  path: '/app/deliveries/csv',
  permission: 'delivery.read',
  summary: 'Deliveries as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line a delivery, newest first, every delivery that fits.',
  query: z.object(deliveryFilters),
})

/** How many of the latest entries of the log each kind has. */
export const countLogEntries = endpoint({
  ...shared,
  id: 'countLogEntries',
  method: 'GET',
  path: '/app/events/counts',
  permission: 'event.read',
  summary: 'Count events by kind',
  description: 'Of the latest 10,000 that the search finds; the filters by level and kind do not count.',
  query: z.object({ q: eventFilters.q, until: eventFilters.until }),
  response: z.object({ by_type: tally.describe('By kind of event.') }),
})

/** All events that fit, as CSV. */
export const exportLogEntries = endpoint({
  ...csv,
  id: 'exportLogEntries',
  path: '/app/events/csv',
  permission: 'event.read',
  summary: 'Events as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line an event, newest first, every event that fits.',
  query: z.object(eventFilters),
})

/** How many of the latest messages each direction, result and kind has. */
export const countMessages = endpoint({
  ...shared,
  id: 'countMessages',
  method: 'GET',
  path: '/app/messages/counts',
  permission: 'message.read',
  summary: 'Count messages by direction, result and kind',
  description: 'Of the latest 10,000 of each direction; each member under the other filters.',
  query: z.object(messageFilters),
  response: z.object({
    by_direction: tally.describe('By direction.'),
    by_result: tally.describe('By how they ended.'),
    by_kind: tally.describe('By webhook or kind of event.'),
  }),
})

/** All messages that fit, as CSV. */
export const exportMessageList = endpoint({
  ...csv,
  id: 'exportMessageList',
  path: '/app/messages/csv',
  permission: 'message.read',
  summary: 'Messages as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line a message, newest first, every message that fits.',
  query: z.object(messageFilters),
})

/** Applies many messages once more. */
export const replayMessages = endpoint({
  ...shared,
  id: 'replayMessages',
  method: 'POST',
  path: '/app/messages/bulk',
  permission: 'message.write',
  summary: 'Apply many messages again',
  description: 'Each message on its own, as they are sent: what is refused for one does not keep the others.',
  body: z.object({
    ids: z.array(z.string().max(200)).min(1).max(mostAtOnce).describe('Ids of the messages.'),
  }),
  response: bulkAnswer,
})

/** How many items of the inbox each webhook has, under the other filters. */
export const countInboxItems = endpoint({
  ...shared,
  id: 'countInboxItems',
  method: 'GET',
  path: '/app/inbox/tallies',
  permission: 'message.read',
  summary: 'Count items of the inbox by state and webhook',
  description: 'Counted up to 10,000 in each state.',
  query: z.object(inboxFilters),
  response: z.object({ by_status: tally.describe('By state.'), by_kind: tally.describe('By webhook.') }),
})

/** All items of the inbox that fit, as CSV. */
export const exportInbox = endpoint({
  ...csv,
  id: 'exportInbox',
  path: '/app/inbox/csv',
  permission: 'message.read',
  summary: 'The inbox as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line an item, oldest first, every item that fits.',
  query: z.object(inboxFilters),
})

/** Tries or dismisses many items of the inbox. */
export const changeInboxItems = endpoint({
  ...shared,
  id: 'changeInboxItems',
  method: 'POST',
  path: '/app/inbox/bulk',
  permission: 'message.write',
  summary: 'Do one thing to many items of the inbox',
  description: 'Each item on its own; one that fits nothing yet is not done, and stays with the reason.',
  body: z.object({
    action: z.enum(['retry', 'dismiss']).describe('What is to be done.'),
    reason: z.string().trim().min(1).max(500).optional().describe('Why; needed to dismiss.'),
    ids: bulkIds,
  }),
  response: bulkAnswer,
})

/** How many of the latest entries of the trail each person, action and kind of record has. */
export const countAuditRecords = endpoint({
  ...shared,
  id: 'countAuditRecords',
  method: 'GET',
  path: '/app/audit/counts',
  permission: 'audit.read',
  summary: 'Count entries of the trail',
  description: 'Of the latest 10,000 that fit; each member under the other filters.',
  query: z.object(auditFilters),
  response: z.object({
    actors: z
      .array(
        z.object({
          actor_id: z.string().describe('Id of the user, client or credential.'),
          kind: z.string().describe('What it is.'),
          name: z.string().nullable().describe('The name it has now.'),
          count: z.int().min(0).describe('Entries.'),
        }),
      )
      .describe('Those with most entries first, at most 100.'),
    by_action: tally.describe('By what was done.'),
    by_entity_type: tally.describe('By kind of record.'),
  }),
})

/** All entries of the trail that fit, as CSV. */
export const exportAuditRecords = endpoint({
  ...csv,
  id: 'exportAuditRecords',
  path: '/app/audit/csv',
  permission: 'audit.read',
  summary: 'The audit trail as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line an entry, newest first, every entry that fits.',
  query: z.object(auditFilters),
})
