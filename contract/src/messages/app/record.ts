import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { CursorQuery, page } from '../../page.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { messageResults } from './results.ts'

/** One received or sent message. */
export const MessageSummary = z
  .object({
    id: z.string().describe('Id of the message.'),
    direction: openSet(['IN', 'OUT']).describe('Who sent it: IN others, OUT we.'),
    kind: z
      .string()
      .describe('Webhook that received it, such as trip-import; type of the event of an outgoing message.'),
    at: UtcInstant.describe('When it was received or sent.'),
    result: openSet(messageResults).describe(
      'ERRORS: accepted, with errors in the response. REFUSED: rejected, nothing was changed. ERROR: its upload failed when it was ' +
        'applied. FAILED: the endpoint did not accept it.',
    ),
    status: z.int().nullable().describe('HTTP status of the answer; null when there was none, and for files.'),
    party: z.string().nullable().describe('Name of its credentials or of the endpoint; null when removed.'),
    duration_ms: z.int().describe('Milliseconds until the answer.'),
    repeats: z.int().describe('How often it was repeated with the same key, without effect.'),
    replay_of: UuidOut.nullable().describe('The message it repeats by the hand of a person.'),
    upload_id: UuidOut.nullable().describe('The upload an order import became; null for other messages.'),
  })
  .meta({ id: 'AppMessageSummary' })
export type MessageSummary = z.output<typeof MessageSummary>

/** Request or response of an exchange. */
const Side = z.object({
  headers: z.record(z.string(), z.unknown()).describe('Headers that say something; never credentials.'),
  body: z.string().nullable().describe('As text; base64 when it is none. Null when it is not kept.'),
  is_base64: z.boolean().describe('Whether the body is written in base64.'),
})

/** A message with request, response and affected records. */
export const MessageDetail = MessageSummary.extend({
  request: Side.extend({
    query: z.record(z.string(), z.string()).describe('Query parameters.'),
    body_bytes: z.int().describe('Size of the received body.'),
    body_sha256: z
      .string()
      .describe('SHA-256 of the body in hexadecimal; of a file also its name in the document store.'),
  }).describe('What was sent.'),
  answer: Side.extend({ failure: z.string().nullable().describe('Why there is no response.') }).describe(
    'The response.',
  ),
  mapping: z.string().describe('How its members were read.'),
  records: z
    .array(z.object({ entity_type: z.string().describe('Kind of record.'), entity_id: z.string().describe('Its id.') }))
    .describe('Records it touched or was about.'),
  inbox_item_ids: z.array(UuidOut).describe('Items of it that matched nothing.'),
}).meta({ id: 'AppMessageDetail' })
export type MessageDetail = z.output<typeof MessageDetail>

const Instant = z.iso.datetime({ offset: true })

/** Filters of the list of messages; they are AND-ed. */
export const messageFilters = {
  search: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Number, identifier or reference of an order, name of a trip, container number, or any id.'),
  kind: z.string().max(100).optional().describe('Only this webhook or type of event.'),
  direction: z.enum(['IN', 'OUT']).optional().describe('Only this direction.'),
  result: z.enum(messageResults).optional().describe('Only messages that ended so.'),
  from: Instant.optional().describe('Not before this instant.'),
  to: Instant.optional().describe('Before this instant.'),
}

/** Query of the list of messages. */
export const MessageQuery = CursorQuery.extend(messageFilters)

const MessageParams = z.object({ message_id: z.string().max(200).describe('Id of the message.') })

/** The message log. */
export const listMessages = endpoint({
  ...ofApplication,
  id: 'listMessages',
  method: 'GET',
  path: '/app/messages',
  summary: 'List messages',
  description: 'Messages of both directions, newest first. A search finds messages that touched or name the record.',
  permission: 'message.read',
  query: MessageQuery,
  response: page(MessageSummary).meta({ id: 'AppMessagePage' }),
})

/** One message with request and response. */
export const getMessage = endpoint({
  ...ofApplication,
  id: 'getMessage',
  method: 'GET',
  path: '/app/messages/{message_id}',
  summary: 'Read a message',
  permission: 'message.read',
  params: MessageParams,
  response: MessageDetail,
})

/** One member of a record before and after. */
const Difference = z.object({
  before: z.unknown().describe('Value before; null when there was none.'),
  after: z.unknown().describe('Value after; null when there is none.'),
})

/** Effect of a message, previewed or applied. */
export const ReplayResult = z
  .object({
    is_dry_run: z.boolean().describe('True: nothing was changed.'),
    message_id: UuidOut.nullable().describe('The message this run was recorded as; null for a dry run.'),
    status: z.int().describe('HTTP status the sender would get.'),
    answer: z.unknown().describe('The answer the sender would get.'),
    first_status: z.int().describe('Status it got then.'),
    first_answer: z.unknown().describe('The answer it got then.'),
    records: z
      .array(
        z.object({
          entity_type: z.string().describe('Kind of record.'),
          entity_id: z.string().describe('Its id.'),
          changes: z.record(z.string(), Difference).describe('Members that differ, by name; none: it stays as it is.'),
        }),
      )
      .describe('Records it touches.'),
    unmatched: z
      .array(z.object({ path: z.string().describe('Path in the body.'), reason: z.string().describe('Why.') }))
      .describe('Items that match nothing.'),
  })
  .meta({ id: 'AppReplayResult' })
export type ReplayResult = z.output<typeof ReplayResult>

/** Previews what a message would change now. */
export const tryMessage = endpoint({
  ...ofApplication,
  id: 'tryMessage',
  method: 'POST',
  path: '/app/messages/{message_id}/try',
  summary: 'See what a message would do now',
  description: 'Applies a received message again and undoes everything: returns what would change.',
  permission: 'message.read',
  params: MessageParams,
  response: ReplayResult,
})

/** Replays a message. */
export const replayMessage = endpoint({
  ...ofApplication,
  id: 'replayMessage',
  method: 'POST',
  path: '/app/messages/{message_id}/replay',
  summary: 'Apply a message again',
  description:
    'For a message that was rejected or did not match when it was received. What already took effect does not take effect again. A message ' +
    'that went out, or whose body is not kept: 409.',
  permission: 'message.write',
  params: MessageParams,
  response: ReplayResult,
})

/** Possible senders of messages and resolvers of items. */
const actorKinds = ['client', 'user', 'webhook', 'link', 'operator', 'system'] as const

/** Record kinds that inbox items can be applied to. */
export const InboxTarget = z.enum(['order', 'stop', 'resource', 'booking', 'company'])

/** States of an inbox item. */
export const inboxStates = ['OPEN', 'RESOLVED', 'DISMISSED'] as const

/** Unmatched part of a message, a refused message, or a failed upload. */
export const InboxItem = z
  .object({
    id: UuidOut.describe('Id of the item.'),
    kind: z.string().describe('Webhook that received it; order-upload, order-entry or order-sheet for other uploads.'),
    status: openSet(inboxStates).describe('Whether it waits.'),
    path: z.string().describe('Path in the body; empty for the whole message, * for many parts of it.'),
    part_count: z.int().describe('Number of parts of its message that it covers; 1 unless they are many.'),
    item: z.unknown().describe('What did not match.'),
    reason: z.string().describe('Why it did not match.'),
    party: z.string().nullable().describe('Name of its credentials, or of the sender of the upload.'),
    party_kind: openSet(actorKinds)
      .nullish()
      .describe('Kind of the sender of an upload; operators and the system have no name. Null: credentials.'),
    target_type: InboxTarget.nullish().describe('Kind of record it can be applied to; null: to none.'),
    message_id: UuidOut.nullable().describe('The latest message with it; null for an upload.'),
    upload_id: UuidOut.nullable().describe('The upload it is about, the last one of several; null for a message.'),
    occurrences: z.int().describe('How often it was received.'),
    attempts: z.int().describe('Number of retries.'),
    last_failure: z.string().nullable().describe('Result of the last attempt.'),
    created_at: UtcInstant.describe('When it was first received.'),
    last_at: UtcInstant.describe('When it was last received.'),
    entity_type: z.string().nullable().describe('Kind of the record a person chose.'),
    entity_id: z.string().nullable().describe('Id of that record.'),
    dismissal: z.string().nullable().describe('Why it was dismissed.'),
    closed_at: UtcInstant.nullable().describe('When it was settled.'),
    closed_by: z
      .string()
      .nullable()
      .describe('Name of who settled it; null while it is open, and for those without a name.'),
    closed_by_kind: openSet(actorKinds)
      .nullish()
      .describe('Who settled it: system when a later upload did. Null while it is open.'),
    entity_name: z
      .string()
      .nullable()
      .describe('What people call the record: a number, a name or a plate; null when it is not known any more.'),
  })
  .meta({ id: 'AppInboxItem' })
export type InboxItem = z.output<typeof InboxItem>

/** Filters of the inbox; they are AND-ed. */
export const inboxFilters = {
  status: z.enum(inboxStates).optional().describe('OPEN when absent.'),
  kind: z.string().max(100).optional().describe('Only of this webhook.'),
  search: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Number, identifier or reference of an order, name of a trip, container number, or any id.'),
}

const InboxParams = z.object({ inbox_item_id: Uuid.describe('Id of the item.') })

/** Inbox items that need a person. */
export const listInboxItems = endpoint({
  ...ofApplication,
  id: 'listInboxItems',
  method: 'GET',
  path: '/app/inbox',
  summary: 'List inbox items',
  description: 'Oldest first; open items unless another status is requested.',
  permission: 'message.read',
  query: CursorQuery.extend(inboxFilters),
  response: page(InboxItem).meta({ id: 'AppInboxPage' }),
})

/** One inbox item, open or resolved. */
export const getInboxItem = endpoint({
  ...ofApplication,
  id: 'getInboxItem',
  method: 'GET',
  path: '/app/inbox/{inbox_item_id}',
  summary: 'Read an inbox item',
  permission: 'message.read',
  params: InboxParams,
  response: InboxItem,
})

/** Number of open inbox items. */
export const getInboxCounts = endpoint({
  ...ofApplication,
  id: 'getInboxCounts',
  method: 'GET',
  path: '/app/inbox/counts',
  summary: 'Count inbox items',
  permission: 'message.read',
  response: z
    .object({
      open: z.int().describe('Items that wait.'),
      by_kind: z.record(z.string(), z.int()).describe('The same by webhook.'),
    })
    .meta({ id: 'AppInboxCounts' }),
})

/** Record selected for an item. */
export const InboxChoice = z
  .object({
    entity_type: z
      .enum(['order', 'stop', 'stop_group', 'resource', 'booking', 'company'])
      .describe('Kind of the record; it has to be one that such an item can be about.'),
    entity_id: Uuid.describe('Id of the record.'),
  })
  .meta({ id: 'AppInboxChoice' })

/** Applies an item to the selected record. */
export const resolveInboxItem = endpoint({
  ...ofApplication,
  id: 'resolveInboxItem',
  method: 'POST',
  path: '/app/inbox/{inbox_item_id}/resolve',
  summary: 'Apply an item to a record',
  description: 'The item is applied to this record. One that is already closed: 409.',
  permission: 'message.write',
  params: InboxParams,
  body: InboxChoice,
  response: InboxItem,
})

/** Retries an item unchanged. */
export const retryInboxItem = endpoint({
  ...ofApplication,
  id: 'retryInboxItem',
  method: 'POST',
  path: '/app/inbox/{inbox_item_id}/retry',
  summary: 'Try an item again',
  description:
    'Closed when it matches now, for example because its order has arrived; else it stays open with the reason.',
  permission: 'message.write',
  params: InboxParams,
  response: InboxItem,
})

/** Retries all open items. */
export const retryInbox = endpoint({
  ...ofApplication,
  id: 'retryInbox',
  method: 'POST',
  path: '/app/inbox/retry',
  summary: 'Try all open items again',
  description: 'The oldest 500. Those that match now are closed.',
  permission: 'message.write',
  response: z
    .object({
      tried: z.int().describe('Number of items retried.'),
      resolved: z.int().describe('Items that match now.'),
      requested: z.int().describe('Uploads queued to run again; each item is closed when its upload is applied.'),
    })
    .meta({ id: 'AppInboxRetry' }),
})

/** Closes an item without applying it. */
export const dismissInboxItem = endpoint({
  ...ofApplication,
  id: 'dismissInboxItem',
  method: 'POST',
  path: '/app/inbox/{inbox_item_id}/dismiss',
  summary: 'Dismiss an item',
  description: 'One that is settled already: 409.',
  permission: 'message.write',
  params: InboxParams,
  body: z
    .object({ reason: z.string().trim().min(1).max(500).describe('Why it is not applied.') })
    .meta({ id: 'AppInboxDismissal' }),
  response: InboxItem,
})
