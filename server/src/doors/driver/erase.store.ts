import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { columnsOfKeys } from '../../db/texts.ts'

const isOld = `a.detail ?| array['signed_by', 'text', 'answers'] and a.received_at < now() - make_interval(days => $2)`

const countOld = statement(
  'doors.count_old_acts',
  `select count(*)::integer as rows from (select from driver_act a where a.tenant_id = $1 and ${isOld} limit $3) x`,
)

/** Driver reports older than `days` with a signer's name or a remark, counted up to `most`. */
export async function countOldActs(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countOld, days, most))[0]!.rows
}

const selectOld = statement(
  'doors.select_old_acts',
  `select a.resource_id || ' ' || a.act_id as key from driver_act a
    where a.tenant_id = $1 and ${isOld} and a.resource_id || ' ' || a.act_id <> all ($4::text[])
    order by a.received_at limit $3`,
)

/** @param left keys of old reports to skip; the oldest others are returned, at most `most` */
export async function findOldActs(tx: Tx, days: number, most: number, left: readonly string[]): Promise<string[]> {
  return (await tx.query<{ key: string }>(selectOld, days, most, left)).map(({ key }) => key)
}

const eraseOld = statement(
  'doors.erase_old_acts',
  `update driver_act a set detail = a.detail - array['signed_by', 'text', 'answers']
     from unnest($3::uuid[], $4::uuid[]) as k (resource_id, act_id)
    where a.tenant_id = $1 and a.resource_id = k.resource_id and a.act_id = k.act_id and ${isOld}
   returning a.document_id, a.kind = 'SIGNATURE' as is_signature`,
)
/** Reports erased, with their documents. */
export interface ErasedActs {
  readonly rows: number
  /** Documents of signatures, whose names may contain the signer's. */
  readonly signatures: readonly string[]
}

/** Erases signers' names and remarks from such reports, by key. */
export async function eraseOldActs(tx: Tx, days: number, keys: readonly string[]): Promise<ErasedActs> {
  const acts = await tx.query<{ document_id: string | null; is_signature: boolean }>(
    eraseOld,
    days,
    ...columnsOfKeys(keys, 2),
  )
  const signatures = acts.flatMap((act) => (act.is_signature && act.document_id !== null ? [act.document_id] : []))
  return { rows: acts.length, signatures }
}
