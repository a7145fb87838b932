import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'
import { openSet, UuidOut } from '../scalars.ts'

const Count = z.int().min(0).max(10_000).describe('Counted up to 10,000.')

/** Counts of pending work, for the sidebar; null for members that the role may not see. */
export const Counts = z
  .object({
    orders_to_plan: Count.nullable().describe('Orders to be planned that are not on hold.'),
    orders_blocked: Count.nullable().describe('Orders on hold.'),
    deliveries_failed: Count.nullable().describe('Failed deliveries that were not resent or dismissed.'),
    inbox_open: Count.nullable().describe('Open items of the inbox.'),
    receivers_stopped: Count.nullable().describe('Endpoints that are paused or failing: nothing is sent to them.'),
    dispatch_failed: Count.nullable().describe('Trips that were refused, or of which a dispatch failed.'),
  })
  .meta({ id: 'AppCounts' })
export type Counts = z.output<typeof Counts>

/** Counts for the sidebar. */
export const getCounts = endpoint({
  ...ofApplication,
  id: 'getCounts',
  method: 'GET',
  path: '/app/shell/counts',
  summary: 'Count what needs attention',
  permission: 'session.use',
  response: Counts,
})

/** Search result of the command palette. */
export const SearchResult = z
  .object({
    kind: openSet(['order', 'trip', 'company', 'resource', 'location', 'invoice']).describe('What it is.'),
    id: UuidOut.describe('Its id.'),
    title: z.string().describe('What people call it: number, name, plate.'),
    text: z
      .string()
      .describe('What identifies it, and what was found when that is elsewhere: customer, reference, plate, town.'),
    route: z.string().nullable().describe('From the first town to the last; null when it goes nowhere.'),
    day: z
      .string()
      .nullable()
      .describe('YYYY-MM-DD on which it is picked up, starts or is dated; null when it has no day.'),
    driver: z.string().nullable().describe('Who drives it; null when it has no driver.'),
    status: z.string().nullable().describe('Its state, null when it has none.'),
  })
  .meta({ id: 'AppFound' })
export type SearchResult = z.output<typeof SearchResult>

/** Finds orders, trips, companies, resources, locations and invoices by names, numbers and references (SEARCH-2). */
export const search = endpoint({
  ...ofApplication,
  id: 'search',
  method: 'GET',
  path: '/app/shell/search',
  summary: 'Search everything',
  description: 'What has every word, best first: at most eight of each kind that the role may read.',
  permission: 'session.use',
  query: z.object({
    q: z
      .string()
      .trim()
      .min(2)
      .max(100)
      .describe('Two characters at least. Case, accents, blanks and punctuation do not matter.'),
  }),
  response: z.object({
    items: z.array(SearchResult).describe('Best first, none twice.'),
    is_behind: z
      .boolean()
      .optional()
      .describe(
        'Nothing was found, and some of what has changed cannot be found yet (SEARCH-4): ask again in a moment.',
      ),
  }),
})

/** One change in the stream: contains no data, only what to request again. */
export const Change = z.object({
  position: z.int().positive().describe('Place in the log, or in the audit trail for plan.changed and record.changed.'),
  type: z
    .string()
    .describe('What happened: an event such as order.accepted, plan.changed for a trip, or record.changed.'),
  entity_type: z.string().describe('What it happened to.'),
  entity_id: z.string().describe('Its id.'),
  order_ids: z
    .array(z.string())
    .nullable()
    .optional()
    .describe('Of plan.changed: the orders that came on the trip or left it; null when they are too many to be named.'),
})
export type Change = z.output<typeof Change>

/**
 * Server-sent events: a `change` message with a `Change` for each entry in the tenant's event log and each record that
 * a command changed, from now on or after `Last-Event-ID`, which holds the position in both. `reset` means that too
 * much happened, so that everything must be requested again. New clients receive an id without data at once. A comment
 * every 15 seconds keeps the connection open.
 */
export const streamChanges = endpoint({
  ...ofApplication,
  id: 'streamChanges',
  method: 'GET',
  path: '/app/shell/stream',
  summary: 'What changes, as it happens',
  permission: 'session.use',
  responseType: 'bytes',
})
