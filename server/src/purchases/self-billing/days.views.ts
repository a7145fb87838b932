import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const selectDay = statement(
  'purchases.find_day',
  `select (($2::timestamptz at time zone t.time_zone)::date + $3::integer)::text as day from tenant t where $1 = t.tenant_id`,
)

/** The day it is for the tenant at an instant, or so many days later. */
export async function findDay(tx: Tx, at: Date, daysLater = 0): Promise<string> {
  return (await tx.query<{ day: string }>(selectDay, at.toISOString(), daysLater))[0]!.day
}
