import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const selectDay = statement(
  'tenants.find_day',
  `select (($2::timestamptz at time zone t.time_zone)::date + $3::integer)::text as day
     from tenant t where $1 = t.tenant_id`,
)

/** TIME-3: the day it is where the tenant is, as YYYY-MM-DD, or so many days later. */
export async function todayOf(ctx: { now(): Date }, tx: Tx, daysLater = 0): Promise<string> {
  return (await tx.query<{ day: string }>(selectDay, ctx.now().toISOString(), daysLater))[0]!.day
}

/**
 * TIME-3: the same day inside a statement, by the clock of the database.
 * @param tenant what names the tenant there: `$1`, or the column of a row where `$1` is something else
 */
export function todaySql(tenant: string): string {
  return `(select (now() at time zone t.time_zone)::date from tenant t where ${tenant} = t.tenant_id)`
}
