import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { bulkAnswer, listWindow, someOf, someTexts, windowMembers } from '../../listing.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** The delivery of one event to one endpoint. */
export const deliveryStates = ['PENDING', 'DELIVERED', 'FAILED'] as const

/** Filter states of the list: UNSETTLED means FAILED and not dismissed yet. */
export const deliveryFilterStates = [...deliveryStates, 'UNSETTLED'] as const

/** Readable name of an event's record. */
export const EntityName = z
  .string()
  .nullable()
  .describe(
    'The number of the order, the name of the trip, resource or document, or the place of the stop; null when it has none or is gone.',
  )

/** Delivery of one event to one endpoint. */
export const ListedDelivery = z
  .object({
    event_id: UuidOut.describe('Id of the event, the same at every receiver.'),
    subscription_id: UuidOut.describe('Id of the receiver.'),
    receiver: z.string().nullable().describe('Name of the receiver; null once it was removed.'),
    state: openSet(deliveryStates).describe('PENDING while it waits or is retried; FAILED when retrying stopped.'),
    type: z.string().describe('Kind of event, in the words subscriptions choose by.'),
    entity_type: z.string().describe('What the event is about, for example order.'),
    entity_id: UuidOut.describe('Its id.'),
    entity_name: EntityName,
    sequence: z.int().describe('Place among the events of the same entity.'),
    order_id: UuidOut.nullable().describe('The order it belongs to.'),
    order_number: z.string().nullable().describe('Number of that order.'),
    attempts: z.int().describe('Attempts so far.'),
    reason: z.string().nullable().describe('Why it failed.'),
    due_at: UtcInstant.nullable().describe('When the next try is due; null when it has ended.'),
    finished_at: UtcInstant.nullable().describe('When it ended.'),
    last_at: UtcInstant.nullable().describe('Time of the last attempt.'),
    last_status: z
      .int()
      .nullable()
      .describe('HTTP status of the last answer; null when there was none, and for files.'),
    last_failure: z.string().nullable().describe('Why there was no response.'),
    last_duration_ms: z.int().nullable().describe('Duration of the last attempt in milliseconds.'),
  })
  .meta({ id: 'AppDelivery' })
export type ListedDelivery = z.output<typeof ListedDelivery>

const Instant = z.iso.datetime({ offset: true })

/** Filters of the list; they are AND-ed, the values of one are OR-ed. */
export const deliveryFilters = {
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Number, identifier or reference of an order, name of a trip, container number, or any id.'),
  receiver: someTexts.pipe(z.array(Uuid)).describe('Ids of receivers, with commas between them.'),
  state: someOf(deliveryFilterStates).describe(
    'States, with commas between them. UNSETTLED: FAILED, not dismissed, and the endpoint still exists.',
  ),
  type: someTexts.describe('Kinds of events, with commas between them.'),
  from: Instant.optional().describe('Ended or due not before this instant.'),
  to: Instant.optional().describe('Ended or due before this instant.'),
}

/** One page of the matching deliveries, newest first. */
export const listDeliveries = endpoint({
  ...ofApplication,
  id: 'listDeliveries',
  method: 'GET',
  path: '/app/deliveries',
  permission: 'delivery.read',
  summary: 'List deliveries',
  description: 'By the instant they ended or are due, newest first. total is counted up to 10,000.',
  query: z.object({ ...windowMembers, offset: windowMembers.offset.pipe(z.number().max(10_000)), ...deliveryFilters }),
  response: listWindow(ListedDelivery),
})

const Tally = z.int().min(0).max(10_000).describe('Counted up to 10,000.')

/** Delivery counts of each state under the other filters. */
export const countDeliveries = endpoint({
  ...ofApplication,
  id: 'countDeliveries',
  method: 'GET',
  path: '/app/deliveries/counts',
  permission: 'delivery.read',
  summary: 'Count deliveries by state',
  query: z.object(deliveryFilters),
  response: z.object({
    by_state: z.record(z.string(), Tally).describe('By state.'),
    by_receiver: z.record(z.string(), Tally).describe('By id of the receiver, of the latest 2,000 of each state.'),
    by_type: z.record(z.string(), Tally).describe('By kind of event, of the latest 2,000 of each state.'),
  }),
})

/** One request to an endpoint with its response. */
export const DeliveryAttempt = z
  .object({
    attempted_at: UtcInstant.describe('When it was sent.'),
    duration_ms: z.int().describe('Milliseconds until the answer.'),
    status: z.int().nullable().describe('HTTP status; null when there was no response, and for files.'),
    address: z.string().nullable().describe('Network address it went to.'),
    failure: z.string().nullable().describe('Why there is no response.'),
    request_headers: z.record(z.string(), z.unknown()).describe('Headers of the request; credentials are left out.'),
    response_headers: z.record(z.string(), z.unknown()).describe('Headers of the answer.'),
    response_body: z.string().describe('The answer, cut after 4 KiB.'),
  })
  .meta({ id: 'AppDeliveryAttempt' })
export type DeliveryAttempt = z.output<typeof DeliveryAttempt>

/** A delivery with requests and responses of all attempts. */
export const DeliveryDetail = ListedDelivery.extend({
  epoch: z.int().describe('Grows when the sequence starts again.'),
  occurred_at: UtcInstant.describe('When the event was recorded.'),
  url: z
    .string()
    .nullable()
    .describe('Address of the receiver as it is now, its keys as ***; null once it was removed.'),
  channel: z.string().nullable().describe('HTTPS, SFTP or FOLDER.'),
  receiver_state: z.string().nullable().describe('ACTIVE, FAILING or PAUSED.'),
  body: z.string().describe('What is sent, byte for byte; of an interchange its text.'),
  tries: z.array(DeliveryAttempt).describe('Every exchange, oldest first.'),
}).meta({ id: 'AppDeliveryDetail' })
export type DeliveryDetail = z.output<typeof DeliveryDetail>

/** One delivery. */
export const getDelivery = endpoint({
  ...ofApplication,
  id: 'getDelivery',
  method: 'GET',
  path: '/app/deliveries/{event_id}/{subscription_id}',
  permission: 'delivery.read',
  summary: 'Read a delivery with both sides of every try',
  params: z.object({
    event_id: Uuid.describe('Id of the event.'),
    subscription_id: Uuid.describe('Id of the receiver.'),
  }),
  response: DeliveryDetail,
})

const Resent = z.object({ resent: z.int().describe('Deliveries queued for resend.') }).meta({ id: 'AppResent' })

const chosen = z
  .array(
    z.object({
      event_id: Uuid.describe('Id of the event.'),
      subscription_id: Uuid.describe('Id of the receiver.'),
    }),
  )
  .min(1)
  .max(200)
  .describe('Which ones.')

/** Dismisses failed deliveries. */
export const dismissDeliveries = endpoint({
  ...ofApplication,
  id: 'dismissDeliveries',
  method: 'POST',
  path: '/app/deliveries/dismiss',
  permission: 'delivery.write',
  summary: 'Dismiss failed deliveries',
  description:
    'They no longer need attention; they stay in the list as FAILED and can still be sent again. Each id is that of ' +
    'the event and of the endpoint with a dot between them.',
  body: z.object({ deliveries: chosen }),
  response: bulkAnswer,
})

/** Resends deliveries. */
export const resendDeliveries = endpoint({
  ...ofApplication,
  id: 'resendDeliveries',
  method: 'POST',
  path: '/app/deliveries/resend',
  permission: 'delivery.write',
  summary: 'Send deliveries again',
  description:
    'Endpoints recognise a repeat by its webhook-id. A delivery that is still queued, or whose endpoint was removed or ' +
    'no longer receives the event, is not sent. Each id is that of the event and of the endpoint with a dot between them.',
  body: z.object({ deliveries: chosen }),
  response: bulkAnswer,
})

/** Resends all deliveries that failed since an instant. */
export const resendFailed = endpoint({
  ...ofApplication,
  id: 'resendFailed',
  method: 'POST',
  path: '/app/deliveries/resend-failed',
  permission: 'delivery.write',
  summary: 'Send failed deliveries again',
  body: z.object({
    since: Instant.describe('Those that failed at this instant or later.'),
    subscription_id: Uuid.optional().describe('Only of this receiver.'),
  }),
  response: Resent,
})

/** All matching deliveries, as CSV. */
export const exportDeliveryList = endpoint({
  ...ofApplication,
  method: 'GET',
  responseType: 'bytes',
  id: 'exportDeliveryList',
  path: '/app/deliveries/csv',
  permission: 'delivery.read',
  summary: 'Deliveries as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line a delivery, newest first, every match.',
  query: z.object(deliveryFilters),
})
