import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { handlingOf, minutesOfSeconds, type StopMinutes, stopMinutes } from '../../locations/stop-minutes.rules.ts'
import { survivorOf } from '../../locations/views.ts'
import type { WaitingFacts } from './waiting.rules.ts'

// Only the order document shows whether a window is binding, and how long the stop takes. It is read only if a window
// has a start, or no plan gives the end of the stop.
const selectFacts = statement(
  'trips.select_waiting',
  `select s.stop_id, l.opening_hours, l.country, l.loading_minutes, l.unloading_minutes, o.role, s.kind,
          to_char(o.requested_date, 'YYYY-MM-DD') as requested_date,
          to_char(o.window_start, 'HH24:MI') as requested_from, to_char(o.window_end, 'HH24:MI') as requested_to,
          coalesce(w.is_enforced, false) as is_enforced, w.duration,
          coalesce(l.time_zone, (select t.time_zone from tenant t where t.tenant_id = $1)) as time_zone
     from trip_stop s
     join location a on a.tenant_id = $1 and a.location_id = s.location_id
     join location l on l.tenant_id = $1 and l.location_id = ${survivorOf('a')}
     left join lateral (
       select * from order_stop o where o.tenant_id = $1 and o.stop_id = s.stop_id and s.kind = 'ORDER' limit 1
     ) o on true
     left join lateral (
       select jsonb_path_exists(d.doc::jsonb, '$.** ? (@.id == $stop && @.time_window.is_enforced == true)',
                                jsonb_build_object('stop', s.stop_id)) as is_enforced,
              (jsonb_path_query_first(d.doc::jsonb, '$.** ? (@.id == $stop).duration',
                                      jsonb_build_object('stop', s.stop_id)) #>> '{}')::double precision as duration
         from transport_order d
        where d.tenant_id = $1 and d.order_id = o.order_id
          and (o.window_start is not null or s.planned_start_at is null or s.planned_end_at is null) limit 1
     ) w on true
    where s.tenant_id = $1 and s.stop_id = any($2::uuid[])`,
)

type FactsRow = Omit<WaitingFacts, 'minutes'> &
  StopMinutes & {
    role: string | null
    kind: string
    /** Duration in seconds, from the order. */
    duration: number | null
  }

/** The waiting facts of these trip stops. */
export async function waitingFacts(tx: Tx, stopIds: readonly string[]): Promise<WaitingFacts[]> {
  if (stopIds.length === 0) return []
  const rows = await tx.query<FactsRow>(selectFacts, stopIds)
  return rows.map(({ role, kind, duration, loading_minutes, unloading_minutes, ...facts }) => {
    const place = { loading_minutes, unloading_minutes }
    return { ...facts, minutes: stopMinutes(minutesOfSeconds(duration), handlingOf(kind, role), place) }
  })
}
