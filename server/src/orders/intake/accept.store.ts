import type { Actor } from '../../audit/rules.ts'
import { callOnce } from '../../db/call.ts'
import { poolSpansNodes } from '../../db/nodes.ts'
import { statement } from '../../db/statement.ts'
import type { Scope, Tx } from '../../db/tenant.ts'
import { joinTexts } from '../../db/texts.ts'
import type { UploadFacts, UploadSource } from '../uploads/rules.ts'
import { joinOutcome, uploadFacts } from '../uploads/views.ts'

/** A checked upload, ready to be stored. */
export interface NewUpload {
  upload_id: string
  order_identifier: string
  operation: 'CREATE' | 'UPDATE' | 'DELETE'
  /** Sorted JSON of the canonical upload. */
  body: string
  body_hash: Buffer
  source: UploadSource
  /** The only company a caller with the role CUSTOMER may act for. */
  company_id: string | null
  idempotency_key: string | null
  /** Sender; absent if unknown. */
  sent_by?: Actor
  /** Id of the request; null from commands. */
  request_id?: string | null
  /** Oddities found on receipt, as JSON; absent if none. */
  notes?: string | undefined
}

/** Decision of the database on receipt of the upload (VERDICT-1 to VERDICT-4). Only `accepted` stores anything. */
export interface Verdict {
  upload_id: string
  verdict: 'accepted' | 'cancelled' | 'unknown'
  /** The order with the identifier; null if there is none or the caller may not see it. */
  order_id: string | null
}

/** An upload with its tenant. */
export interface TenantUpload {
  tenantId: string
  row: NewUpload
}

const acceptRows = statement(
  'orders.accept_uploads',
  'select upload_id, verdict, order_id from accept_uploads($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
)

const acceptAtNode = statement(
  'orders.accept_at_node',
  'select accept_uploads_at_node($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) as verdicts',
)

/** Whether uploads of several tenants must be stored separately, each on its tenant's node. */
export async function storesByTenant(scope: Scope): Promise<boolean> {
  return await poolSpansNodes(scope.pool)
}

/**
 * Stores uploads of any number of tenants in one commit, each in the upload queue of its identifier (LANE-8). Uploads
 * that break a rule get a verdict and are not stored.
 * @param uploads in ascending order of tenants and, within each, of identifiers, so that two calls never deadlock
 * @returns one verdict per upload, in the order given
 * @throws CommitUnknown when the connection died: whether anything was stored is unknown
 */
export async function insertUploads(scope: Scope, uploads: readonly TenantUpload[]): Promise<Verdict[]> {
  const columns = columnsOf(uploads.map(({ row }) => row))
  if (await storesByTenant(scope)) return await insertAtNode(scope, uploads, columns)
  return await callOnce<Verdict>(scope, acceptRows, [uploads.map(({ tenantId }) => tenantId), ...columns])
}

/** A function for one tenant runs on the node of its rows. */
async function insertAtNode(
  scope: Scope,
  uploads: readonly TenantUpload[],
  columns: readonly unknown[],
): Promise<Verdict[]> {
  const [tenantId, ...others] = new Set(uploads.map((upload) => upload.tenantId))
  if (others.length > 0) throw new Error('uploads of several tenants are stored apart where tables are spread')
  const [answer] = await callOnce<{ verdicts: Verdict[] }>(scope, acceptAtNode, [tenantId, ...columns])
  return answer!.verdicts
}

function columnsOf(rows: readonly NewUpload[]): unknown[] {
  return [
    rows.map((row) => row.upload_id),
    rows.map((row) => row.order_identifier),
    rows.map((row) => row.operation),
    joinTexts(rows.map((row) => row.body)),
    rows.map((row) => row.body_hash),
    rows.map((row) => row.source),
    rows.map((row) => row.company_id),
    rows.map((row) => row.idempotency_key),
    rows.map((row) => row.sent_by?.kind ?? null),
    rows.map((row) => row.sent_by?.id ?? null),
    rows.map((row) => row.notes ?? null),
    rows.map((row) => row.request_id ?? null),
  ]
}

/** An upload stored with an Idempotency-Key. */
export interface KeyedUpload extends UploadFacts {
  body_hash: Buffer
  company_id: string | null
}

const selectByKey = statement(
  'orders.select_by_key',
  `select u.body_hash, u.company_id, ${uploadFacts}
     from order_upload u ${joinOutcome} where u.tenant_id = $1 and u.idempotency_key = $2`,
)

/** The earlier upload with this Idempotency-Key. */
export async function findKeyedUpload(tx: Tx, key: string): Promise<KeyedUpload | undefined> {
  const [row] = await tx.query<KeyedUpload>(selectByKey, key)
  return row
}

/** As `findKeyedUpload`, for an upload that must exist. */
export async function getKeyedUpload(tx: Tx, key: string): Promise<KeyedUpload> {
  const known = await findKeyedUpload(tx, key)
  if (!known) throw new Error('an upload with this key was stored a moment ago and is gone')
  return known
}
