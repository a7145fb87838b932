import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'
import { listWindow, windowMembers } from '../listing.ts'
import { openSet, UtcInstant, UuidOut } from '../scalars.ts'

const shared = {
  ...ofApplication,
  permission: 'delivery.read',
} as const

/** Request categories: ordinary calls, token calls, and inbound webhooks. */
export const usageCategories = ['general', 'token', 'webhook'] as const

/** Selectable periods in hours. */
export const usageHours = ['1', '24', '168', '720'] as const

const Window = z.object({
  seconds: z.int().describe('Length of the window.'),
  limit: z.int().describe('Requests it allows.'),
  used: z.int().describe('Requests in it now.'),
})

/** One point of the history. */
export const UsagePoint = z
  .object({
    at: UtcInstant.describe('When the stretch begins.'),
    admitted: z.int().describe('Requests let through.'),
    refused: z.int().describe('Requests answered 429.'),
  })
  .meta({ id: 'AppUsagePoint' })
export type UsagePoint = z.output<typeof UsagePoint>

const Share = z.object({
  name: z.string().describe('What it is about.'),
  admitted: z.int().describe('Requests let through.'),
  refused: z.int().describe('Requests answered 429.'),
})

/** Use of the limits. */
export const Usage = z
  .object({
    category: openSet(usageCategories).describe('What is counted.'),
    windows: z.array(Window).describe('Every window of the limit; none when there is no limit.'),
    step_s: z.int().describe('Seconds from one point to the next.'),
    points: z.array(UsagePoint).describe('Oldest first; stretches without requests are left out.'),
    clients: z.array(Share.extend({ client_id: z.string().describe('Id of the client.') })).describe('Most first.'),
    paths: z.array(Share).describe('Operations, most first.'),
  })
  .meta({ id: 'AppUsage' })
export type Usage = z.output<typeof Usage>

const filterMembers = {
  category: z.enum(usageCategories).default('general').describe('What is counted.'),
  hours: z.enum(usageHours).default('1').transform(Number).describe('How far back.'),
}

/** Use of the interface relative to its limits. */
export const getUsage = endpoint({
  ...shared,
  id: 'getUsage',
  method: 'GET',
  path: '/app/usage',
  summary: 'Read the use of the interface',
  description: 'Counts are kept 30 days and are a few seconds behind; `used` is exact.',
  query: z.object(filterMembers),
  response: Usage,
})

/** A refused request. */
export const RejectedRequest = z
  .object({
    refusal_id: UuidOut.describe('Id of the row.'),
    refused_at: UtcInstant.describe('When it was received.'),
    category: openSet(usageCategories).describe('What it is counted as.'),
    client_id: z.string().describe('Id of the client.'),
    client_name: z.string().nullable().describe('Its name; null once it was removed.'),
    method: z.string().describe('HTTP method.'),
    path: z.string().describe('Path it was sent to, without its query; parts that may be secrets are left out.'),
    retry_after_s: z
      .int()
      .nullable()
      .describe('Seconds after which it can be sent again; null unless a limit rejected it.'),
    request_id: UuidOut.nullable().describe('Id the answer carried; null for refusals of older versions.'),
    status: z.int().describe('HTTP status of the answer.'),
    code: z.string().describe('Code of the answer.'),
    field: z.string().nullable().describe('Path of the first wrong member; null when the response has none.'),
  })
  .meta({ id: 'AppRefusedCall' })
export type RejectedRequest = z.output<typeof RejectedRequest>

/** Client with refused requests. */
export const RejectedClient = z
  .object({
    client_id: z.string().describe('Id of the client.'),
    client_name: z.string().nullable().describe('Its name; null once it was removed.'),
    refused: z.int().describe('Its rejected requests in the list.'),
  })
  .meta({ id: 'AppRefusedClient' })
export type RejectedClient = z.output<typeof RejectedClient>

/** Refused requests, newest first. */
export const listRefusedCalls = endpoint({
  ...shared,
  id: 'listRefusedCalls',
  method: 'GET',
  path: '/app/usage/refused',
  summary: 'List rejected requests',
  description:
    'Every answer of 4xx to a client that is known. Of each client the last 100 by limits and the last 100 for other ' +
    'reasons are kept, for 30 days; they are a few seconds behind.',
  query: z.object({
    ...windowMembers,
    ...filterMembers,
    client: z.string().max(100).optional().describe('Only requests of the client with this id.'),
  }),
  response: listWindow(RejectedRequest).extend({
    clients: z.array(RejectedClient).describe('Clients with rejected requests in this time, the latest first.'),
  }),
})
