import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'
import { openSet, UtcInstant, Uuid } from '../scalars.ts'

/** Kinds of blocked work that needs a person and that no other list shows. */
export const standstillKinds = [
  'JOB',
  'ARRIVAL',
  'DEPARTURE',
  'INFECTED_DOCUMENT',
  'UNSCANNED_DOCUMENT',
  'CANCELLED_BOOKING',
  'FAILED_BOOKING',
  'REFUSED_TRIP',
  'FAILED_DISPATCH',
  'FAILED_TASK',
  'WAITING_TASK',
  'FAILED_SENDING',
  'UNKNOWN_SENDING',
  'FAILED_MAIL',
  'UNKNOWN_MAIL',
  'DISPUTED_PURCHASE',
  'UNPLACED_PURCHASE',
  'ROAD_ENGINE',
] as const

/** Blocked work that needs a person. */
export const Standstill = z
  .object({
    kind: openSet(standstillKinds).describe(
      'JOB: background work that failed. ARRIVAL, DEPARTURE: shown by positions, to be accepted. ' +
        'INFECTED_DOCUMENT: a virus was found. UNSCANNED_DOCUMENT: not scanned within an hour. CANCELLED_BOOKING, ' +
        'FAILED_BOOKING: the other party cancelled it or could not carry it out, and the trip still counts on it. ' +
        'REFUSED_TRIP: its carrier does not drive it. FAILED_DISPATCH: a message about a trip was declined or did not ' +
        'arrive. FAILED_TASK: a document could not be posted. WAITING_TASK: an account is missing to post it. ' +
        'FAILED_SENDING: a document could not be sent. UNKNOWN_SENDING: it may have been sent. ' +
        'FAILED_MAIL, UNKNOWN_MAIL: the same of an e-mail about an order or a trip. ' +
        'DISPUTED_PURCHASE: a supplier document differs from what was executed. ' +
        'UNPLACED_PURCHASE: a supplier document could not be placed. ' +
        'ROAD_ENGINE: the routing engine has given no answer for five minutes or longer.',
    ),
    id: Uuid.describe(
      'Id of the job, stop, document, booking, trip, task, sending, e-mail, purchase document, inbox item or organisation.',
    ),
    title: z.string().describe('What it is about: kind of the job, name of the trip, document or booking.'),
    reason: z.string().nullable().describe('Why it needs attention; null when the kind is enough.'),
    since: UtcInstant.describe('Since when.'),
    entity_type: openSet(['trip', 'order', 'company', 'resource', 'location'])
      .nullable()
      .describe('Kind of the record it is looked at with; null when there is none.'),
    entity_id: Uuid.nullable().describe('Id of that record.'),
  })
  .meta({ id: 'AppStandstill' })
export type Standstill = z.output<typeof Standstill>

/** Blocked work. */
export const listStandstills = endpoint({
  ...ofApplication,
  id: 'listStandstills',
  method: 'GET',
  path: '/app/standstills',
  summary: 'List what needs the attention of a person',
  description:
    'Oldest first, at most 500, of what the role may read. Receivers, deliveries, dispatches and the inbox have lists of ' +
    'their own.',
  permission: 'session.use',
  response: z
    .object({
      items: z.array(Standstill).describe('Oldest first.'),
      total: z.int().describe('How many there are, counted up to 10,000 of each kind.'),
    })
    .meta({ id: 'AppStandstills' }),
})

const jobs = z.object({
  job_ids: z.array(Uuid).min(1).max(200).describe('Ids of failed jobs.'),
})
const answer = z
  .object({ changed: z.int().describe('How many of them were still failed.') })
  .meta({ id: 'AppJobsChanged' })

/** Runs failed background jobs again. */
export const runJobsAgain = endpoint({
  ...ofApplication,
  id: 'runJobsAgain',
  method: 'POST',
  path: '/app/jobs/run',
  summary: 'Run failed jobs again',
  description: 'They are queued with all their attempts. Ids of jobs that have not failed are ignored.',
  permission: 'delivery.write',
  body: jobs,
  response: answer,
})

/** Dismisses failed background jobs. */
export const dismissJobs = endpoint({
  ...ofApplication,
  id: 'dismissJobs',
  method: 'POST',
  path: '/app/jobs/dismiss',
  summary: 'Dismiss failed jobs',
  description: 'Their work is not done. Ids of jobs that have not failed are ignored.',
  permission: 'delivery.write',
  body: jobs,
  response: answer,
})
