import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FreeObject, Uuid, UuidOut } from '../scalars.ts'
import { ListedDelivery } from './deliveries.ts'
import { listWindow, someTexts, windowMembers } from './listing.ts'
import { RecentEvent } from './start.ts'

const shared = {
  tag: 'application',
  auth: 'session',
  permission: 'event.read',
  limit: 'none',
  since: '0.1.0',
  added: true,
} as const

/** What a list shows of an entry of the log. */
export const ListedEvent = RecentEvent.extend({
  event_type: z.string().describe('Kind of event, in the words subscriptions choose by.'),
  order_id: UuidOut.nullable().describe('The order it belongs to.'),
  order_number: z.string().nullable().describe('Number of that order.'),
  trip_id: UuidOut.nullable().describe('The trip it is about.'),
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
  until: z.coerce.number().int().min(0).optional().describe('Only entries up to this place in the log.'),
}

/** A window of the log, newest first. */
export const listLogEntries = endpoint({
  ...shared,
  id: 'listLogEntries',
  method: 'GET',
  path: '/app/events',
  summary: 'List events',
  description:
    'With a filter by level or type the newest 100,000 entries are looked at. total is counted up to 10,000.',
  query: z.object({ ...windowMembers, offset: windowMembers.offset.pipe(z.number().max(10_000)), ...eventFilters }),
  response: listWindow(ListedEvent).extend({
    last_position: z.int().describe('Place of the newest entry of the log; 0 when there is none.'),
    newer: z.int().describe('Matching entries after `until`, counted up to 1,000; 0 without it.'),
  }),
})

/** An event with its message and how sending it stands. */
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
