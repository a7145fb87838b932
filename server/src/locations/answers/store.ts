import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { PlaceAnswer } from './rules.ts'

const upsertAnswers = statement(
  'locations.upsert_place_answers',
  `insert into place_answer (tenant_id, spelling, company_id, latitude, longitude, radius_km)
   select $1::uuid, $2, c.company_id, $4, $5, $6
     from unnest($3::uuid[]) as c (company_id)
    where c.company_id is null
       or exists (select from company k where k.tenant_id = $1 and k.company_id = c.company_id)
    order by c.company_id
   on conflict (tenant_id, spelling, company_id) do update
      set latitude = excluded.latitude, longitude = excluded.longitude, radius_km = excluded.radius_km,
          answered_at = excluded.answered_at
   returning tenant_id`,
)

/** Stores the meaning of a spelling for these customers; `null` is everyone without an answer of their own. */
export async function saveAnswer(
  tx: Tx,
  { spelling, latitude, longitude, radius_km }: Omit<PlaceAnswer, 'company_id'>,
  companyIds: readonly (string | null)[],
): Promise<void> {
  await tx.query(upsertAnswers, spelling, companyIds, latitude, longitude, radius_km)
}

const reopen = statement(
  'locations.place_again',
  `update location set coordinate_source = null
    where tenant_id = $1 and location_id = any($2::uuid[]) and is_unclear returning location_id`,
)

/**
 * Queues these locations for placing again.
 * @returns how many were still waiting
 */
export async function placeAgain(tx: Tx, locationIds: readonly string[]): Promise<number> {
  return (await tx.query(reopen, locationIds)).length
}
