import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const nextNumber = statement(
  'trips.next_number',
  `insert into trip_counter as c (tenant_id, last_number) values ($1, 1)
   on conflict (tenant_id) do update set last_number = c.last_number + 1
   returning last_number::float8 as last_number`,
)

/** The next number of the plain counter. Blocks other callers until the commit. */
export async function takeTripNumber(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ last_number: number }>(nextNumber)
  return row!.last_number
}

const selectRange = statement(
  'trips.select_number_range',
  `select r.code, r.is_gapless from number_range r
    where r.tenant_id = $1 and r.applies_to = 'TRIP' and not r.is_archived
    order by r.rank, r.code limit 1`,
)

/** The number range configured for trips; undefined if there is none. */
export async function findTripRange(tx: Tx): Promise<{ code: string; is_gapless: boolean } | undefined> {
  const [row] = await tx.query<{ code: string; is_gapless: boolean }>(selectRange)
  return row
}
