import type { RateRecord, RateRecordKind, RateVersion } from '@cartage/contract/rates/app/records'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { lastDays, type Validity } from './versions.rules.ts'

type RecordRow = Omit<RateRecord, 'versions'>

const recordColumns = `r.rate_record_id, r.kind, r.code, r.name, r.side, r.currency, r.draft is not null as has_draft,
  ${instant('r.updated_at')} as updated_at`

const selectRecords = statement(
  'rates.select_records',
  `select ${recordColumns} from rate_record r
    where r.tenant_id = $1 and r.kind = any($2::text[]) order by r.kind, r.code limit 5000`,
)

const selectRecord = statement(
  'rates.select_record',
  `select ${recordColumns} from rate_record r where r.tenant_id = $1 and r.rate_record_id = $2`,
)

const versionColumns = `v.rate_version_id, v.rate_record_id, v.valid_from, v.valid_to, encode(v.sha256, 'hex') as sha256,
  ${instant('v.published_at')} as published_at, t.rate_version_id is not null as is_retired`
const versionTables = `rate_version v
  left join rate_retirement t on t.tenant_id = $1 and t.rate_version_id = v.rate_version_id`

const selectVersions = statement(
  'rates.select_versions',
  `select ${versionColumns} from ${versionTables}
    where v.tenant_id = $1 and v.rate_record_id = any($2::uuid[]) order by v.valid_from desc, v.published_at desc`,
)

interface VersionRow extends Validity {
  rate_record_id: string
  sha256: string
  published_at: string
}

/** Records of some kinds with their versions. */
export async function listRecords(tx: Tx, kinds: readonly RateRecordKind[]): Promise<RateRecord[]> {
  return await withVersions(tx, await tx.query<RecordRow>(selectRecords, kinds))
}

/** One record with its versions. */
export async function findRecord(tx: Tx, id: string): Promise<RateRecord | undefined> {
  return (await withVersions(tx, await tx.query<RecordRow>(selectRecord, id)))[0]
}

async function withVersions(tx: Tx, records: readonly RecordRow[]): Promise<RateRecord[]> {
  const rows = await versionsOf(
    tx,
    records.map(({ rate_record_id }) => rate_record_id),
  )
  const byRecord = Map.groupBy(rows, ({ rate_record_id }) => rate_record_id)
  return records.map((record) => ({ ...record, versions: shown(byRecord.get(record.rate_record_id) ?? []) }))
}

/** Versions of records, latest first day first. */
export async function versionsOf(tx: Tx, recordIds: readonly string[]): Promise<VersionRow[]> {
  return await tx.query<VersionRow>(selectVersions, recordIds)
}

function shown(versions: readonly VersionRow[]): RateVersion[] {
  const ends = lastDays(versions)
  return versions.map(({ rate_version_id, valid_from, sha256, published_at, is_retired }) => ({
    rate_version_id,
    state: is_retired ? 'RETIRED' : 'PUBLISHED',
    valid_from,
    valid_to: ends.get(rate_version_id) ?? null,
    sha256,
    published_at,
  }))
}

const selectDraft = statement(
  'rates.select_draft',
  `select r.kind, r.currency, r.draft as doc, r.draft_valid_from as valid_from, r.draft_valid_to as valid_to
     from rate_record r where r.tenant_id = $1 and r.rate_record_id = $2 and r.draft is not null`,
)

/** A stored draft. */
export interface DraftRow {
  kind: RateRecordKind
  currency: string | null
  doc: Record<string, unknown>
  valid_from: string
  valid_to: string | null
}

/** The draft of a record; undefined when there is none. */
export async function findDraft(tx: Tx, id: string): Promise<DraftRow | undefined> {
  return (await tx.query<DraftRow>(selectDraft, id))[0]
}

const selectDoc = statement(
  'rates.select_version_doc',
  `select v.doc from rate_version v where v.tenant_id = $1 and v.rate_version_id = $2 and v.rate_record_id = $3`,
)

/** Document of a version; undefined if the record has no such version. */
export async function findVersionDoc(
  tx: Tx,
  recordId: string,
  versionId: string,
): Promise<Record<string, unknown> | undefined> {
  return (await tx.query<{ doc: Record<string, unknown> }>(selectDoc, versionId, recordId))[0]?.doc
}
