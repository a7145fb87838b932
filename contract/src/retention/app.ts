import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../scalars.ts'

/** Kinds of data with a retention period, in purge order. */
export const retentionKinds = [
  'POSITIONS',
  'MESSAGES',
  'MAILS',
  'ORDER_CONTACTS',
  'DISPATCHES',
  'PLAN_CHANGES',
  'DRIVER_ACTIVITIES',
  'DOCUMENTS',
  'PEOPLE',
  'AUDIT',
] as const
export type RetentionKind = (typeof retentionKinds)[number]

/** Kinds of people who are erased individually. */
export const personTypes = ['DRIVER', 'CONTACT', 'USER', 'PORTAL'] as const
export type PersonType = (typeof personTypes)[number]

/** Count limit of rows of a kind. */
export const mostCounted = 100_000

/** Number of records of one kind that a purge would remove. */
export const RetentionCount = z
  .object({
    kind: z.enum(retentionKinds).describe('Kind of data.'),
    days: z.int().nullable().describe('Days it is kept; null: without an end.'),
    rows: z.int().min(0).describe(`Rows that a purge would remove or erase now, counted up to ${mostCounted}.`),
  })
  .meta({ id: 'AppRetentionCount' })
export type RetentionCount = z.output<typeof RetentionCount>

/** A purge, or the erasure of one person. */
export const RetentionRun = z
  .object({
    run_id: UuidOut.describe('Id of the run.'),
    kind: z.enum(['PURGE', 'PERSON']).describe('PURGE: what is older than is kept. PERSON: one person.'),
    actor_kind: openSet(['user', 'operator', 'system']).describe('Who started it; system is the daily purge.'),
    actor_name: z.string().nullable().describe('Name of the user, as it is now.'),
    person_type: z.enum(personTypes).nullable().describe('Of an erasure: what the person was.'),
    person_id: UuidOut.nullable().describe('Of an erasure: id of the record, which stays.'),
    counts: z.record(z.string(), z.int()).describe('Rows by kind of data; kinds of which nothing went are left out.'),
    started_at: UtcInstant.describe('When it began.'),
    finished_at: UtcInstant.nullable().describe('When it ended; null while it goes on.'),
    failure: z.string().nullable().describe('Why it does not go on at the moment; it is tried again.'),
  })
  .meta({ id: 'AppRetentionRun' })
export type RetentionRun = z.output<typeof RetentionRun>

/** Person who has left and whose data can be erased. */
export const RetentionPerson = z
  .object({
    person_type: z
      .enum(personTypes)
      .describe('Driver, contact of a company, user, or person of a customer in the portal.'),
    person_id: UuidOut.describe('Id of the resource, contact, user or portal link.'),
    name: z.string().describe('Name.'),
    company_id: UuidOut.nullable().describe('Company of a contact or of a person in the portal.'),
    company_name: z.string().nullable().describe('Its name.'),
    since: UtcInstant.nullable().describe('Since when the record is archived or the link ended, as far as is known.'),
    erased_on: z.iso.date().nullable().describe('Day from which a purge erases the person; null: never by itself.'),
  })
  .meta({ id: 'AppRetentionPerson' })
export type RetentionPerson = z.output<typeof RetentionPerson>

const shared = { ...ofApplication, permission: 'setting.write' } as const

/** Dry run of a purge. */
export const previewPurge = endpoint({
  ...shared,
  permission: 'setting.read',
  id: 'previewPurge',
  method: 'GET',
  path: '/app/retention/preview',
  summary: 'What a purge would remove',
  response: z.object({ items: z.array(RetentionCount).describe('Every kind of data.') }),
})

/** Latest purges and erasures. */
export const listRetentionRuns = endpoint({
  ...shared,
  permission: 'setting.read',
  id: 'listRetentionRuns',
  method: 'GET',
  path: '/app/retention/runs',
  summary: 'Purges and erasures',
  response: z.object({ items: z.array(RetentionRun).describe('The last 50, newest first.') }),
})

/** Runs the daily purge now. */
export const runPurge = endpoint({
  ...shared,
  id: 'runPurge',
  method: 'POST',
  path: '/app/retention/runs',
  summary: 'Purge now',
  description: 'Removes in the background what is older than is kept. A purge that goes on already is the answer.',
  response: RetentionRun,
})

/** People who have left and are not erased yet. */
export const listRetentionPeople = endpoint({
  ...shared,
  id: 'listRetentionPeople',
  method: 'GET',
  path: '/app/retention/people',
  summary: 'People who left',
  description:
    'Archived drivers, archived contacts, disabled users, and people of customers whose link to the portal ended, whose data is not erased, at most 500.',
  response: z.object({ items: z.array(RetentionPerson).describe('Longest gone first.') }),
})

/** Erases the data of one person who has left. */
export const erasePerson = endpoint({
  ...shared,
  id: 'erasePerson',
  method: 'POST',
  path: '/app/retention/people',
  summary: 'Erase one person',
  description:
    'Name, phone number, e-mail address and notes of the person are replaced by a mark, also in the audit trail. Orders, trips ' +
    'and the trail keep their links to the record. There is no way back.',
  body: z.strictObject({
    person_type: z.enum(personTypes).describe('What the person was.'),
    person_id: Uuid.describe('Id of the resource, contact, user or portal link.'),
  }),
  response: RetentionRun,
})
