import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instantText } from '../../locations/local-time.rules.ts'
import { hoursOfDebts } from './bounds.rules.ts'
import type { ActivityKind, DriverRecord, Stretch, TachographSignal } from './driven.rules.ts'

/** SQL: activities of a driver, clipped to a period; `d` is the driver, $3 and $4 the period. */
const activitiesOfDriver = `select a.resource_id, a.from_at,
            to_char(greatest(a.from_at, $3) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as from,
            to_char(least(a.to_at, $4) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as to, a.kind, a.is_crew, a.is_aboard
       from driver_activity a
      where a.tenant_id = $1 and a.resource_id = d.resource_id
        and a.from_at >= $3::timestamptz - interval '60 days' and a.from_at < $4 and a.to_at > $3`

const selectActivities = statement(
  'trips.select_driver_activities',
  `select a.resource_id, a.from, a.to, a.kind, a.is_crew, a.is_aboard
     from unnest($2::uuid[]) as d (resource_id) cross join lateral (${activitiesOfDriver}) a
    order by a.resource_id, a.from_at`,
)

/** An activity of a driver. */
export interface DriverActivity extends Stretch {
  resource_id: string
  kind: ActivityKind
}

/** Card activities of drivers between two instants, clipped to that period; sorted. */
export async function readActivities(
  tx: Tx,
  drivers: readonly string[],
  from: string,
  to: string,
): Promise<DriverActivity[]> {
  return drivers.length === 0 ? [] : await tx.query<DriverActivity>(selectActivities, drivers, from, to)
}

// Most drivers have no records, and some have hundreds per month: one statement with a single value to parse.
const selectRecords = statement(
  'trips.select_driver_records',
  `select d.resource_id, a.activities, s.at, s.doc
     from unnest($2::uuid[]) as d (resource_id)
     cross join lateral (
       select json_agg(json_build_object('resource_id', a.resource_id, 'from', a.from, 'to', a.to, 'kind', a.kind,
                                         'is_crew', a.is_crew, 'is_aboard', a.is_aboard) order by a.from_at) as activities
         from (${activitiesOfDriver}) a) a
     left join lateral (
       select to_char(s.recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, s.doc
         from resource_state s
        where s.tenant_id = $1 and s.resource_id = d.resource_id and s.kind = 'TACHOGRAPH') s on true
    where a.activities is not null or s.at is not null`,
)

interface RecordRow {
  resource_id: string
  activities: DriverActivity[] | null
  /** Null: no data was sent. */
  at: string | null
  doc: Omit<TachographSignal, 'at'> | null
}

/**
 * Tachograph records of drivers between two instants, their last weekly rests before, and the last signal; drivers
 * without any are left out.
 */
export async function readDriverRecords(
  tx: Tx,
  drivers: readonly string[],
  from: string,
  to: string,
): Promise<Map<string, DriverRecord>> {
  if (drivers.length === 0 || from === 'infinity') return new Map()
  const begin = instantText(Date.parse(from) - hoursOfDebts * 3_600_000)
  const rows = await tx.query<RecordRow>(selectRecords, drivers, begin, to)
  return new Map(
    rows.map(({ resource_id, activities, at, doc }) => {
      const signal = at === null || doc === null ? null : { ...doc, at }
      return [resource_id, { activities: activities ?? [], signal }]
    }),
  )
}
