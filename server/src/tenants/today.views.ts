import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const selectDay = statement(
  'tenants.find_day',
  `select (($2::timestamptz at time zone t.time_zone)::date + $3::integer)::text as day
     from tenant t where $1 = t.tenant_id`,
)

/** TIME-3: the current day in the tenant's time zone, as YYYY-MM-DD, or `daysLater` days later. */
export async function todayOf(ctx: { now(): Date }, tx: Tx, daysLater = 0): Promise<string> {
  return (await tx.query<{ day: string }>(selectDay, ctx.now().toISOString(), daysLater))[0]!.day
}

/**
 * TIME-3: the current day inside a statement, by the database clock.
 * @param tenant expression of the tenant id: `$1`, or a column where `$1` is something else
 */
export function todaySql(tenant: string): string {
  return `(select (now() at time zone t.time_zone)::date from tenant t where ${tenant} = t.tenant_id)`
}
