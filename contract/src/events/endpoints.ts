import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { AccountingVisibilityUpdate } from '../outbound/accounting-event.ts'
import { OperationalVisibilityUpdate } from '../outbound/visibility-event.ts'
import { page } from '../page.ts'
import { openSet, UtcInstant, UuidOut } from '../scalars.ts'

/** Event types, named `noun.past_participle`: used by the log and by subscriptions. */
export const eventTypes = [
  'order.accepted',
  'order.rejected',
  'order.blocked',
  'order.unblocked',
  'order.cancelled',
  'order.completed',
  'order.changed',
  'order.invoice_created',
  'order.invoiced',
  'order.invoice_posted',
  'order.approval_requested',
  'order.temperature_breached',
  'order.temperature_breach_ended',
  'order_import.ignored',
  'upload.failed',
  'stop.at_stop',
  'stop.completed',
  'stop.eta_changed',
  'trip.planned',
  'trip.completed',
  'trip.cancelled',
  'resource.assigned',
  'resource.unassigned',
  'position.updated',
  'document.created',
  'handling_unit.scanned',
  'invoice.status_changed',
  'credit_note.status_changed',
] as const
export type EventType = (typeof eventTypes)[number]

/**
 * Opt-in types, which are frequent or relevant to few endpoints: sent only to subscriptions that name them. Selecting
 * all types, or all of a level, excludes them.
 */
export const optionalEventTypes: readonly EventType[] = [
  'order.changed',
  'order.invoice_created',
  'order.invoiced',
  'order.invoice_posted',
  'order.temperature_breached',
  'order.temperature_breach_ended',
  'upload.failed',
  'stop.eta_changed',
  'invoice.status_changed',
  'credit_note.status_changed',
]

/**
 * Selects every type except the optional ones, including types of later versions. Optional types can be selected in
 * addition.
 */
export const allEvents = 'all'

/** Type of an event; readers ignore unknown types (COMPAT-4). */
export const EventType = openSet(eventTypes)

/** One entry of the tenant's event log: the webhook payload with its log position. */
export const LoggedEvent = z
  .object({
    position: z.int().positive().describe('Position in the log of the tenant. It grows; gaps have no meaning.'),
    event_id: UuidOut.describe('Id of the event, the same as in the webhook.'),
    type: EventType.describe(
      'Kind of event, in the words subscriptions choose by. The kind of update is in payload.events.0.update.type.',
    ),
    entity_type: z.string().describe('What it is about, for example order.'),
    entity_id: UuidOut.describe('Id of what it is about.'),
    sequence: z.int().positive().describe('Place among all events of the same entity, without gaps in one epoch.'),
    epoch: z.int().nonnegative().describe('Grows when the sequence starts again.'),
    occurred_at: UtcInstant.describe('When it happened.'),
    payload: z
      .union([OperationalVisibilityUpdate, AccountingVisibilityUpdate])
      .describe(
        'The message as it is sent to receivers; those about invoices and credit notes have updates, not events.',
      ),
  })
  .meta({ id: 'LoggedEvent' })
export type LoggedEvent = z.output<typeof LoggedEvent>

/** A page of the log. */
export const EventPage = page(LoggedEvent)
  .extend({
    resume_cursor: z
      .string()
      .describe('Keep it and pass it as cursor later to go on after the last entry read; it lasts as long as the log.'),
  })
  .meta({ id: 'EventPage' })
export type EventPage = z.output<typeof EventPage>

/** Query of the log. */
export const EventQuery = z.object({
  cursor: z
    .string()
    .max(2000)
    .optional()
    .describe('next_cursor or resume_cursor of an earlier answer; left out, reading begins at the oldest entry kept.'),
})

/**
 * Pull instead of push: an endpoint that was down reads missed events in order, without gaps. A log has no last page,
 * so `next_cursor` is null once the reader has caught up, and `resume_cursor` is where to continue later.
 */
export const listEvents = endpoint({
  id: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  tag: 'events',
  summary: 'Read the log of events',
  description:
    'Entries come in the order of position, payload byte for byte as sent to webhook endpoints. When next_cursor is null you ' +
    'have caught up: keep resume_cursor and ask again later. A cursor older than the log is answered 422.',
  auth: 'bearer',
  roles: ['API_ORDER', 'API_TRIP', 'API_MASTER_DATA', 'API_ACCOUNTING'],
  limit: 'general',
  since: '1.2.0',
  added: true,
  query: EventQuery,
  response: EventPage,
})
