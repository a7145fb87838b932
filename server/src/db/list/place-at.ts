import { statement } from '../statement.ts'
import type { Tx } from '../tenant.ts'

/** A log whose entries have growing numbers, and were written in about that order. */
interface Numbered {
  /** SQL: first and last number of the tenant `$1`, as `low` and `high`. */
  ends: string
  /** SQL: number and instant, as `place` and `at`, of the first entry of the tenant `$1` from `m.middle` on. */
  from: string
}

/**
 * Finds the number of the first entry of a log at or after an instant by halving: a few look-ups by key where an index on
 * the instant would cost a write for each entry.
 * @returns number as text; one more than the last if all are older; undefined for an empty log
 */
export function placeFinder(
  name: string,
  { ends, from }: Numbered,
): (tx: Tx, at: string) => Promise<string | undefined> {
  const select = statement(
    name,
    `with recursive probe (low, high) as (
       select e.low, e.high + 1 from (${ends}) e where e.low is not null
       union all
       select case when f.at < $2::timestamptz then f.place + 1 else p.low end,
              case when f.at < $2::timestamptz then p.high else m.middle end
         from probe p
        cross join lateral (select (p.low + p.high) / 2 as middle) m
         left join lateral (${from}) f on true
        where p.low < p.high
     )
     select low::text as place from probe where low >= high`,
  )
  return async (tx, at) => (await tx.query<{ place: string }>(select, at))[0]?.place
}

/** An instant this many milliseconds earlier or later, as text. */
export function shifted(at: string, by: number): string {
  return new Date(Date.parse(at) + by).toISOString()
}
