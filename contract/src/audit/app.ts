import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'
import { tally } from '../listing.ts'
import { CursorQuery, page } from '../page.ts'
import { LenientInstant, openSet, UtcInstant } from '../scalars.ts'

/** One member of a record before and after a change. */
export const AuditDifference = z
  .object({
    before: z
      .json()
      .describe('Value before, null when there was none. A long value is kept as its sha256 and its size in bytes.'),
    after: z.json().describe('Value after, null when there is none; a long one as above.'),
  })
  .meta({ id: 'AppAuditDifference' })
export type AuditDifference = z.output<typeof AuditDifference>

/** One entry of the audit trail: who changed what. */
export const AuditRecord = z
  .object({
    sequence: z.int().min(1).describe('Number of the entry in the trail of the tenant: 1, 2, 3 … without gaps.'),
    at: UtcInstant.describe('When it was changed.'),
    actor: z
      .object({
        kind: openSet(['client', 'user', 'webhook', 'link', 'operator', 'system']).describe(
          'API client, user, webhook credential, a link without an account, the operator at the command line, or Cartage itself.',
        ),
        actor_id: z
          .string()
          .nullable()
          .describe('Id of the client, user, credential or link; null for operator and system.'),
        name: z.string().nullable().describe('The name it has now; null when it has none or is gone.'),
      })
      .describe('Who changed it.'),
    action: openSet([
      'created',
      'updated',
      'cancelled',
      'archived',
      'restored',
      'deleted',
      'merged',
      'rotated',
      'logged_in',
      'login_failed',
      'replayed',
      'erased',
      'downloaded',
    ]).describe('What was done.'),
    entity_type: z.string().describe('Kind of the record that was changed: company, resource, api_client and so on.'),
    entity_id: z.string().describe('Id of the record that was changed.'),
    entity_name: z.string().nullable().describe('The name or number it has now; null when it has none or is gone.'),
    changes: z
      .record(z.string(), AuditDifference)
      .describe('The members that differ, by name. Secrets are never among them.'),
    request_id: z.string().nullable().describe('The request of the change; null for commands and jobs.'),
    hash: z.string().describe('SHA-256 over the entry and the hash of the entry before it, in hexadecimal.'),
  })
  .meta({ id: 'AppAuditRecord' })
export type AuditRecord = z.output<typeof AuditRecord>

/** Filters of the audit trail; they are AND-ed. */
export const auditFilters = {
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Name or number of a record as it is now, each word of it, or the id of a record or of a request.'),
  entity_type: z.string().min(1).max(100).optional().describe('Only records of this kind.'),
  entity_id: z.string().min(1).max(200).optional().describe('With entity_type: only what happened to this record.'),
  actor_id: z.string().min(1).max(200).optional().describe('Only what this client, user or credential did.'),
  action: z.string().min(1).max(100).optional().describe('Only this kind of change.'),
  from: LenientInstant.optional().describe('Only changes at this instant or later.'),
  to: LenientInstant.optional().describe('Only changes before this instant.'),
}

const AuditQuery = CursorQuery.extend(auditFilters).refine(
  (query) => query.entity_id === undefined || query.entity_type !== undefined,
  { path: ['entity_id'], error: 'must be sent together with entity_type' },
)

/** The audit trail of the tenant or of one record, newest first. */
export const listAuditRecords = endpoint({
  ...ofApplication,
  id: 'listAuditRecords',
  method: 'GET',
  path: '/app/audit/records',
  summary: 'Who changed what',
  description:
    'The whole trail, or a part of it; the history of one record with entity_type and entity_id. Newest first, 100 a ' +
    'page; entries that are added during a walk do not disturb it.',
  permission: 'audit.read',
  query: AuditQuery,
  response: page(AuditRecord),
})

/** Result of verifying the audit trail. */
export const AuditVerification = z
  .object({
    records: z.int().min(0).describe('Entries that are as they were written, up to the first fault.'),
    hash: z.string().describe('Hash of the last of them, in hexadecimal; compare it with the one in the log.'),
    fault: z
      .object({
        sequence: z.int().describe('Number of the first entry that is wrong.'),
        reason: openSet(['changed', 'missing', 'unexpected', 'unlinked']).describe('What is wrong with it.'),
        message: z.string().describe('The same in a sentence.'),
      })
      .nullable()
      .describe('The first fault; null for a trail that is whole.'),
  })
  .meta({ id: 'AppAuditVerification' })
export type AuditVerification = z.output<typeof AuditVerification>

/** Verifies the hash chain from the first entry to the last. */
export const verifyAuditTrail = endpoint({
  ...ofApplication,
  id: 'verifyAuditTrail',
  method: 'POST',
  path: '/app/audit/verify',
  summary: 'Check that the trail is whole',
  description: 'Finds entries that were changed, removed, moved or inserted. Changes nothing.',
  permission: 'audit.read',
  response: AuditVerification,
})

/** Number of recent entries per actor, action and record kind. */
export const countAuditRecords = endpoint({
  ...ofApplication,
  id: 'countAuditRecords',
  method: 'GET',
  path: '/app/audit/counts',
  permission: 'audit.read',
  summary: 'Count entries of the trail',
  description: 'Of the latest 10,000 matches; each member under the other filters.',
  query: z.object(auditFilters),
  response: z.object({
    actors: z
      .array(
        z.object({
          actor_id: z.string().describe('Id of the user, client or credential.'),
          kind: z.string().describe('What it is.'),
          name: z.string().nullable().describe('The name it has now.'),
          count: z.int().min(0).describe('Entries.'),
        }),
      )
      .describe('Those with most entries first, at most 100.'),
    by_action: tally.describe('By what was done.'),
    by_entity_type: tally.describe('By kind of record.'),
  }),
})

/** All matching audit entries, as CSV. */
export const exportAuditRecords = endpoint({
  ...ofApplication,
  method: 'GET',
  responseType: 'bytes',
  id: 'exportAuditRecords',
  path: '/app/audit/csv',
  permission: 'audit.read',
  summary: 'The audit trail as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line an entry, newest first, every match.',
  query: z.object(auditFilters),
})
