import { z } from 'zod'
import { EntityName, ListedDelivery } from '../deliveries/app/record.ts'
import { endpoint, ofApplication } from '../endpoint.ts'
import { listWindow, someTexts, tally, windowMembers } from '../listing.ts'
import { FreeObject, LenientInstant, openSet, UtcInstant, Uuid, UuidOut } from '../scalars.ts'

const shared = {
  ...ofApplication,
  permission: 'event.read',
} as const

/** Delivery counts of one event over all subscriptions. */
export const DeliveryCounts = z
  .object({
    delivered: z.int().min(0).describe('Deliveries the receiver acknowledged.'),
    pending: z.int().min(0).describe('Deliveries waiting for their first or next attempt.'),
    dead: z.int().min(0).describe('Deliveries that failed after the last attempt; they can be resent.'),
  })
  .meta({ id: 'AppDeliveryCounts' })
export type DeliveryCounts = z.output<typeof DeliveryCounts>

/** An event on the start page. */
export const RecentEvent = z
  .object({
    event_id: UuidOut.describe('Id of the event, the same in every delivery of it.'),
    position: z.int().nullable().describe('Position in the event log of the tenant, null until it has one.'),
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
    entity_name: EntityName,
    deliveries: DeliveryCounts.describe('Its deliveries by status.'),
  })
  .meta({ id: 'AppRecentEvent' })
export type RecentEvent = z.output<typeof RecentEvent>

/** An event in the log list. */
export const ListedEvent = RecentEvent.extend({
  event_type: z.string().describe('Kind of event, in the words subscriptions choose by.'),
  order_id: UuidOut.nullable().describe('The order it belongs to.'),
  order_number: z.string().nullable().describe('Number of that order.'),
  trip_id: UuidOut.nullable().describe('The trip it is about.'),
  trip_name: z.string().nullable().describe('Name of that trip.'),
  recorded_at: UtcInstant.describe('When it was recorded; the log is in this order.'),
}).meta({ id: 'AppListedEvent' })
export type ListedEvent = z.output<typeof ListedEvent>

/** Filters of the log; they are AND-ed, the values of one are OR-ed. */
export const eventFilters = {
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Number, identifier or reference of an order, name of a trip, container number, or any id.'),
  level: someTexts.describe('What events are about: order, stop, trip and so on, with commas between them.'),
  type: someTexts.describe('Kinds of events, with commas between them.'),
  from: LenientInstant.optional().describe('Recorded at this instant or later.'),
  to: LenientInstant.optional().describe('Recorded before this instant.'),
  until: z.coerce.number().int().min(0).optional().describe('Only entries up to this place in the log.'),
}

/** One page of the log, newest first. */
export const listLogEntries = endpoint({
  ...shared,
  id: 'listLogEntries',
  method: 'GET',
  path: '/app/events',
  summary: 'List events',
  description:
    'With a filter by level or type the newest 100,000 entries, or those before `to`, are looked at. total is counted up to 10,000.',
  query: z.object({ ...windowMembers, offset: windowMembers.offset.pipe(z.number().max(10_000)), ...eventFilters }),
  response: listWindow(ListedEvent).extend({
    last_position: z.int().describe('Place of the newest entry of the log; 0 when there is none.'),
    newer: z.int().describe('Matching entries after `until`, counted up to 1,000; 0 without it.'),
  }),
})

/** An event with its payload and deliveries. */
export const EventDetail = ListedEvent.extend({
  epoch: z.int().describe('Grows when the sequence starts again.'),
  payload: FreeObject.describe('The message as it is sent to receivers.'),
  sent_to: z.array(ListedDelivery).nullable().describe('By receiver; null without the permission to read deliveries.'),
}).meta({ id: 'AppEventDetail' })
export type EventDetail = z.output<typeof EventDetail>

/** One event. */
export const getLogEntry = endpoint({
  ...shared,
  id: 'getLogEntry',
  method: 'GET',
  path: '/app/events/{event_id}',
  summary: 'Read an event',
  params: z.object({ event_id: Uuid.describe('Id of the event.') }),
  response: EventDetail,
})

/** Number of recent log entries of each type. */
export const countLogEntries = endpoint({
  ...shared,
  id: 'countLogEntries',
  method: 'GET',
  path: '/app/events/counts',
  summary: 'Count events by kind',
  description: 'Of the latest 10,000 that the search finds; the filters by level and kind do not count.',
  query: z.object({ q: eventFilters.q, from: eventFilters.from, to: eventFilters.to, until: eventFilters.until }),
  response: z.object({ by_type: tally.describe('By kind of event.') }),
})

/** All matching events, as CSV. */
export const exportLogEntries = endpoint({
  ...shared,
  method: 'GET',
  responseType: 'bytes',
  id: 'exportLogEntries',
  path: '/app/events/csv',
  summary: 'Events as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line an event, newest first, every match.',
  query: z.object(eventFilters),
})
