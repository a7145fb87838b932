import type { RateRecordKind } from '@cartage/contract/rates/app/records'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** A stored rate card, tariff table or zone set. */
export interface RateRecordRow {
  rate_record_id: string
  kind: RateRecordKind
  code: string
  name: string
  side: 'SALES' | 'COST' | null
  currency: string | null
  draft: Record<string, unknown> | null
  draft_valid_from: string | null
  draft_valid_to: string | null
}

const insertRecord = statement(
  'rates.insert_record',
  `insert into rate_record (tenant_id, rate_record_id, kind, code, name, side, currency)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning rate_record_id`,
)

/** Inserts a record without a draft. False if its code is taken. */
export async function addRecord(tx: Tx, row: Omit<RateRecordRow, `draft${string}`>): Promise<boolean> {
  const { rate_record_id, kind, code, name, side, currency } = row
  return (await tx.query(insertRecord, rate_record_id, kind, code, name, side, currency)).length > 0
}

const lockRecord = statement(
  'rates.lock_record',
  `select rate_record_id, kind, code, name, side, currency, draft, draft_valid_from, draft_valid_to
     from rate_record where tenant_id = $1 and rate_record_id = $2 for update`,
)

/** A record, locked until the transaction ends. */
export async function recordForUpdate(tx: Tx, id: string): Promise<RateRecordRow | undefined> {
  return (await tx.query<RateRecordRow>(lockRecord, id))[0]
}

const updateDraft = statement(
  'rates.update_draft',
  `update rate_record set draft = $3::jsonb, draft_valid_from = $4, draft_valid_to = $5, updated_at = now()
    where tenant_id = $1 and rate_record_id = $2`,
)

/** Writes or removes the draft of a record. */
export async function writeDraft(
  tx: Tx,
  id: string,
  draft: { doc: unknown; valid_from: string; valid_to: string | null } | null,
): Promise<void> {
  const doc = draft === null ? null : JSON.stringify(draft.doc)
  await tx.query(updateDraft, id, doc, draft?.valid_from ?? null, draft?.valid_to ?? null)
}

const insertVersion = statement(
  'rates.insert_version',
  `insert into rate_version (tenant_id, rate_version_id, rate_record_id, valid_from, valid_to, doc, sha256)
   values ($1, $2, $3, $4, $5, $6::jsonb, $7)`,
)

/** Inserts a published version, which is immutable. */
export async function addVersion(
  tx: Tx,
  row: {
    rate_version_id: string
    rate_record_id: string
    valid_from: string
    valid_to: string | null
    doc: unknown
    sha256: Buffer
  },
): Promise<void> {
  const { rate_version_id, rate_record_id, valid_from, valid_to, doc, sha256 } = row
  await tx.query(insertVersion, rate_version_id, rate_record_id, valid_from, valid_to, JSON.stringify(doc), sha256)
}

const insertRetirement = statement(
  'rates.insert_retirement',
  `insert into rate_retirement (tenant_id, rate_version_id) values ($1, $2) on conflict do nothing returning rate_version_id`,
)

/** Retires a version. False if it is retired already. */
export async function retire(tx: Tx, versionId: string): Promise<boolean> {
  return (await tx.query(insertRetirement, versionId)).length > 0
}
