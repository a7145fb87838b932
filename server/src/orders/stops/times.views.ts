import { instant } from '../../db/texts.ts'

const instantAs = (sql: string, name: string) => `${instant(sql)} as ${name}`

/** SQL for a visit, of the trip's stop known as `t`. */
export function visitColumns(t: string): string {
  // A draft is estimated as well, for its planner; its order shows nothing of it (ST-10).
  const expected = (end: string) =>
    `case when ${t}.status <> 'TO_PLAN' then coalesce(${t}.eta_${end}_at, ${t}.planned_${end}_at) end`
  return [
    instantAs(expected('start'), 'eta_start_at'),
    instantAs(expected('end'), 'eta_end_at'),
    instantAs(`${t}.actual_start_at`, 'actual_start_at'),
    instantAs(`${t}.actual_end_at`, 'actual_end_at'),
  ].join(', ')
}

/**
 * SQL that joins the trip's stop as `t` to the order stop known as `s`: they share their id. The limit keeps the look-up
 * at the key, whatever size the plan was made for.
 */
export function tripStopOf(s: string): string {
  return `left join lateral (
       select * from trip_stop v where v.tenant_id = $1 and v.stop_id = ${s}.stop_id limit 1
     ) t on true`
}
