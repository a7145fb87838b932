import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { GivenAnswer } from '../../trips/standing/rules.ts'

/** An answer to store. */
export interface NewAnswer extends Omit<GivenAnswer, 'answered_at'> {
  trip_id: string
  company_id: string
  answered_at: Date
  answered_by: { kind: string; id: string | null }
}

const upsert = statement(
  'dispatch.upsert_trip_answer',
  `insert into trip_answer (tenant_id, trip_id, company_id, answer, reason, plate, driver_name, revision, answered_at,
                            answered_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::json)
   on conflict (tenant_id, trip_id, company_id) do update
     set answer = excluded.answer, reason = excluded.reason, plate = excluded.plate,
         driver_name = excluded.driver_name, revision = excluded.revision, answered_at = excluded.answered_at,
         answered_by = excluded.answered_by`,
)

/** Stores the answer of a carrier, replacing an earlier one. */
export async function saveAnswer(tx: Tx, row: NewAnswer): Promise<void> {
  const { trip_id, company_id, answer, reason, plate, driver_name, revision, answered_at, answered_by } = row
  const given = [answer, reason, plate, driver_name, revision]
  await tx.query(upsert, trip_id, company_id, ...given, answered_at, JSON.stringify(answered_by))
}
