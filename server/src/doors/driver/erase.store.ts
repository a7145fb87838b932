import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const isOld = `a.detail ?| array['signed_by', 'text', 'answers'] and a.received_at < now() - make_interval(days => $2)`

const countOld = statement(
  'doors.count_old_acts',
  `select count(*)::integer as rows from (select from driver_act a where a.tenant_id = $1 and ${isOld} limit $3) x`,
)

/** Reports of drivers of more than so many days ago that say who signed or what was remarked, counted up to so many. */
export async function countOldActs(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countOld, days, most))[0]!.rows
}

const eraseOld = statement(
  'doors.erase_old_acts',
  `update driver_act x set detail = x.detail - array['signed_by', 'text', 'answers']
     from (select a.resource_id, a.act_id from driver_act a where a.tenant_id = $1 and ${isOld}
            order by a.received_at limit $3 for update skip locked) o
    where x.tenant_id = $1 and x.resource_id = o.resource_id and x.act_id = o.act_id
   returning x.document_id, x.kind = 'SIGNATURE' as is_signature`,
)
/** What was erased of old reports. */
export interface ErasedActs {
  readonly rows: number
  /** Documents of signatures, which may be called after who signed. */
  readonly signatures: readonly string[]
}

/** Erases who signed and what was remarked from such reports, at most so many. */
export async function eraseOldActs(tx: Tx, days: number, most: number): Promise<ErasedActs> {
  const acts = await tx.query<{ document_id: string | null; is_signature: boolean }>(eraseOld, days, most)
  const signatures = acts.flatMap((act) => (act.is_signature && act.document_id !== null ? [act.document_id] : []))
  return { rows: acts.length, signatures }
}
