import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { bulkAnswer, bulkIds, mostAtOnce, tally } from '../../listing.ts'
import { inboxFilters, messageFilters } from './record.ts'

const csv = { ...ofApplication, method: 'GET', responseType: 'bytes' } as const

/** Number of recent messages by direction, result and kind. */
export const countMessages = endpoint({
  ...ofApplication,
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

/** All matching messages, as CSV. */
export const exportMessageList = endpoint({
  ...csv,
  id: 'exportMessageList',
  path: '/app/messages/csv',
  permission: 'message.read',
  summary: 'Messages as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line a message, newest first, every match.',
  query: z.object(messageFilters),
})

/** Replays many messages. */
export const replayMessages = endpoint({
  ...ofApplication,
  id: 'replayMessages',
  method: 'POST',
  path: '/app/messages/bulk',
  permission: 'message.write',
  summary: 'Apply many messages again',
  description: 'Each message on its own: a rejection of one does not stop the others.',
  body: z.object({
    ids: z.array(z.string().max(200)).min(1).max(mostAtOnce).describe('Ids of the messages.'),
  }),
  response: bulkAnswer,
})

/** Inbox item counts of each webhook under the other filters. */
export const countInboxItems = endpoint({
  ...ofApplication,
  id: 'countInboxItems',
  method: 'GET',
  path: '/app/inbox/tallies',
  permission: 'message.read',
  summary: 'Count items of the inbox by state and webhook',
  description: 'Counted up to 10,000 in each state.',
  query: z.object(inboxFilters),
  response: z.object({ by_status: tally.describe('By state.'), by_kind: tally.describe('By webhook.') }),
})

/** All matching inbox items, as CSV. */
export const exportInbox = endpoint({
  ...csv,
  id: 'exportInbox',
  path: '/app/inbox/csv',
  permission: 'message.read',
  summary: 'The inbox as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line an item, oldest first, every match.',
  query: z.object(inboxFilters),
})

/** Retries or dismisses many inbox items. */
export const changeInboxItems = endpoint({
  ...ofApplication,
  id: 'changeInboxItems',
  method: 'POST',
  path: '/app/inbox/bulk',
  permission: 'message.write',
  summary: 'Do one thing to many items of the inbox',
  description: 'Each item on its own; one that still matches nothing stays open with the reason.',
  body: z.object({
    action: z.enum(['retry', 'dismiss']).describe('What is to be done.'),
    reason: z.string().trim().min(1).max(500).optional().describe('Why; needed to dismiss.'),
    ids: bulkIds,
  }),
  response: bulkAnswer,
})
