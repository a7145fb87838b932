import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { openSet, UtcInstant, Uuid } from '../scalars.ts'

const shared = { tag: 'application', auth: 'session', limit: 'none', since: '0.1.0', added: true } as const

/** Kinds of things that stand still until a person acts and that no other list is about. */
export const standstillKinds = [
  'JOB',
  'ARRIVAL',
  'DEPARTURE',
  'INFECTED_DOCUMENT',
  'UNSCANNED_DOCUMENT',
  'CANCELLED_BOOKING',
  'FAILED_BOOKING',
] as const

/** Something that stands still until a person acts. */
export const Standstill = z
  .object({
    kind: openSet(standstillKinds).describe(
      'JOB: background work that was given up. ARRIVAL, DEPARTURE: positions show it and somebody has to accept it. ' +
        'INFECTED_DOCUMENT: a virus was found. UNSCANNED_DOCUMENT: nothing has looked for one within an hour. CANCELLED_BOOKING, FAILED_BOOKING: the other side cancelled it or could ' +
        'not carry it out, and the trip still counts on it.',
    ),
    id: Uuid.describe('Id of the job, stop, document or booking.'),
    title: z.string().describe('What it is about: kind of the job, name of the trip, document or booking.'),
    reason: z.string().nullable().describe('Why it stands still; null when the kind says it all.'),
    since: UtcInstant.describe('Since when.'),
    entity_type: openSet(['trip', 'order', 'company', 'resource', 'location'])
      .nullable()
      .describe('Kind of the record it is looked at with; null when there is none.'),
    entity_id: Uuid.nullable().describe('Id of that record.'),
  })
  .meta({ id: 'AppStandstill' })
export type Standstill = z.output<typeof Standstill>

/** What stands still. */
export const listStandstills = endpoint({
  ...shared,
  id: 'listStandstills',
  method: 'GET',
  path: '/app/standstills',
  summary: 'List what stands still until a person acts',
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
  job_ids: z.array(Uuid).min(1).max(200).describe('Ids of jobs that were given up.'),
})
const answer = z
  .object({ changed: z.int().describe('How many of them were still given up.') })
  .meta({ id: 'AppJobsChanged' })

/** Runs background work again. */
export const runJobsAgain = endpoint({
  ...shared,
  id: 'runJobsAgain',
  method: 'POST',
  path: '/app/jobs/run',
  summary: 'Run jobs again that were given up',
  description: 'They are put in line with all their attempts. Ids of jobs that are not given up are passed over.',
  permission: 'delivery.write',
  body: jobs,
  response: answer,
})

/** Forgets background work. */
export const dismissJobs = endpoint({
  ...shared,
  id: 'dismissJobs',
  method: 'POST',
  path: '/app/jobs/dismiss',
  summary: 'Dismiss jobs that were given up',
  description: 'What they were to do is not done. Ids of jobs that are not given up are passed over.',
  permission: 'delivery.write',
  body: jobs,
  response: answer,
})
