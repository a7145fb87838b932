import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CursorQuery, page } from '../page.ts'
import { openSet, UtcInstant } from '../scalars.ts'

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

/** One entry of the audit trail: who changed what, and from what to what. */
export const AuditRecord = z
  .object({
    sequence: z.int().min(1).describe('Number of the entry in the trail of the tenant: 1, 2, 3 … without gaps.'),
    at: UtcInstant.describe('When it was changed.'),
    actor: z
      .object({
        kind: openSet(['client', 'user', 'webhook', 'operator', 'system']).describe(
          'API client, user, webhook credential, the operator at the command line, or Cartage itself.',
        ),
        actor_id: z.string().nullable().describe('Id of the client, user or credential; null for operator and system.'),
        name: z.string().nullable().describe('The name it has now; null when it has none or is gone.'),
      })
      .describe('Who changed it.'),
    action: openSet([
      'created',
      'updated',
      'archived',
      'restored',
      'deleted',
      'merged',
      'rotated',
      'logged_in',
      'login_failed',
      'replayed',
    ]).describe('What was done.'),
    entity_type: z.string().describe('Kind of the record that was changed: company, resource, api_client and so on.'),
    entity_id: z.string().describe('Id of the record that was changed.'),
    changes: z
      .record(z.string(), AuditDifference)
      .describe('The members that differ, by name. Secrets are never among them.'),
    request_id: z.string().nullable().describe('The request the change came with; null for commands and jobs.'),
    hash: z.string().describe('SHA-256 over the entry and the hash of the entry before it, in hexadecimal.'),
  })
  .meta({ id: 'AppAuditRecord' })
export type AuditRecord = z.output<typeof AuditRecord>

const AuditQuery = CursorQuery.extend({
  entity_type: z.string().min(1).max(100).optional().describe('With entity_id: only what happened to this record.'),
  entity_id: z.string().min(1).max(200).optional().describe('With entity_type: only what happened to this record.'),
}).refine((query) => (query.entity_type === undefined) === (query.entity_id === undefined), {
  path: ['entity_id'],
  error: 'must be sent together with entity_type',
})

/** The audit trail of the tenant or of one record, newest first. */
export const listAuditRecords = endpoint({
  id: 'listAuditRecords',
  method: 'GET',
  path: '/app/audit/records',
  tag: 'application',
  summary: 'Who changed what',
  description:
    'The whole trail, or the history of one record with entity_type and entity_id. Newest first, 100 a page; entries ' +
    'that are added during a walk do not disturb it.',
  auth: 'session',
  permission: 'audit.read',
  limit: 'none',
  since: '0.1.0',
  added: true,
  query: AuditQuery,
  response: page(AuditRecord),
})
