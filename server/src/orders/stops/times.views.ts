import { instant } from '../../db/texts.ts'

const instantAs = (sql: string, name: string) => `${instant(sql)} as ${name}`

/** SQL for the visit of the trip stop with alias `t`. */
export function visitColumns(t: string): string {
  // Drafts have estimates for their planner, but the order does not show them (ST-10).
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
 * SQL that joins the trip stop as `t` to the order stop with alias `s`: they share their id. The limit forces a look-up
 * by key, whatever table size the plan was made for.
 */
export function tripStopOf(s: string): string {
  return `left join lateral (
       select * from trip_stop v where v.tenant_id = $1 and v.stop_id = ${s}.stop_id limit 1
     ) t on true`
}
