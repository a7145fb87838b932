import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instantText } from '../../locations/local-time.rules.ts'
import { hoursOfDebts } from './bounds.rules.ts'
import type { ActivityKind, DriverRecord, Stretch, TachographSignal } from './driven.rules.ts'

const selectActivities = statement(
  'trips.select_driver_activities',
  `select a.resource_id, to_char(greatest(a.from_at, $3) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as from,
          to_char(least(a.to_at, $4) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as to, a.kind, a.is_crew, a.is_aboard
     from unnest($2::uuid[]) as d (resource_id)
     cross join lateral (
       select * from driver_activity a
        where a.tenant_id = $1 and a.resource_id = d.resource_id
          and a.from_at >= $3::timestamptz - interval '60 days' and a.from_at < $4 and a.to_at > $3) a
    order by a.resource_id, a.from_at`,
)

/** An activity of a driver. */
export interface DriverActivity extends Stretch {
  resource_id: string
  kind: ActivityKind
}

/** What drivers did between two instants, by their cards, cut to that time; in order. */
export async function readActivities(
  tx: Tx,
  drivers: readonly string[],
  from: string,
  to: string,
): Promise<DriverActivity[]> {
  return drivers.length === 0 ? [] : await tx.query<DriverActivity>(selectActivities, drivers, from, to)
}

const selectSignals = statement(
  'trips.select_tachograph_signals',
  `select s.resource_id, to_char(s.recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, s.doc
     from unnest($2::uuid[]) as d (resource_id)
     cross join lateral (
       select * from resource_state s
        where s.tenant_id = $1 and s.resource_id = d.resource_id and s.kind = 'TACHOGRAPH') s
    order by s.resource_id`,
)

/**
 * What tachographs say of drivers between two instants and of the weekly rests before them, and what was sent last; drivers of whom nothing
 * is known are left out.
 */
export async function readDriverRecords(
  tx: Tx,
  drivers: readonly string[],
  from: string,
  to: string,
): Promise<Map<string, DriverRecord>> {
  if (drivers.length === 0 || from === 'infinity') return new Map()
  const [activities, signals] = await Promise.all([
    readActivities(tx, drivers, instantText(Date.parse(from) - hoursOfDebts * 3_600_000), to),
    tx.query<{ resource_id: string; at: string; doc: Omit<TachographSignal, 'at'> }>(selectSignals, drivers),
  ])
  const sent = new Map(signals.map(({ resource_id, at, doc }) => [resource_id, { ...doc, at }]))
  const done = Map.groupBy(activities, ({ resource_id }) => resource_id)
  const known = [...new Set([...done.keys(), ...sent.keys()])]
  return new Map(known.map((id) => [id, { activities: done.get(id) ?? [], signal: sent.get(id) ?? null }]))
}
