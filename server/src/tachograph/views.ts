import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { type Candidate, cardNumberField } from './driver.rules.ts'
import type { DriverRecord, TachographSignal } from './state.rules.ts'
import type { ActivityKind, Stretch } from './stretches.rules.ts'

const selectCandidates = statement(
  'tachograph.select_candidates',
  `select r.resource_id, r.name, r.properties->>'first_name' as first_name, r.properties->>'last_name' as last_name,
          case when exists (select from driver_card c
                             where c.tenant_id = $1 and c.card_number = $2 and c.resource_id = r.resource_id) then 'CARD'
               when left(regexp_replace(upper(r.custom_fields->>'${cardNumberField}'), '[^A-Z0-9]', '', 'g'), 14) = $3
                 then 'NUMBER'
               else 'BIRTH' end as by
     from resource r
    where r.tenant_id = $1 and r.resource_type = 'DRIVER' and not r.is_archived
      and (r.resource_id in (select c.resource_id from driver_card c where c.tenant_id = $1 and c.card_number = $2)
           or left(regexp_replace(upper(r.custom_fields->>'${cardNumberField}'), '[^A-Z0-9]', '', 'g'), 14) = $3
           or left(r.properties->>'date_of_birth', 10) = $4)
    order by r.resource_id`,
)

/**
 * Drivers who may be the holder of a card.
 * @param card its country with the 14 characters of the driver, those alone, and the date of birth of the holder
 */
export async function findCandidates(
  tx: Tx,
  card: { key: string; number: string; birth: string | null },
): Promise<Candidate[]> {
  return await tx.query<Candidate>(selectCandidates, card.key, card.number, card.birth)
}

const selectDriver = statement(
  'tachograph.select_driver',
  `select resource_id, name from resource
    where tenant_id = $1 and resource_id = $2 and resource_type = 'DRIVER' and not is_archived`,
)

/** A driver who is not archived. */
export async function findDriver(tx: Tx, id: string): Promise<{ resource_id: string; name: string } | undefined> {
  return (await tx.query<{ resource_id: string; name: string }>(selectDriver, id))[0]
}

const selectActivities = statement(
  'tachograph.select_activities',
  `select a.resource_id, to_char(greatest(a.from_at, $3) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as from,
          to_char(least(a.to_at, $4) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as to, a.kind, a.is_crew
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
  'tachograph.select_signals',
  `select s.resource_id, to_char(s.recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, s.doc
     from unnest($2::uuid[]) as d (resource_id)
     cross join lateral (
       select * from resource_state s
        where s.tenant_id = $1 and s.resource_id = d.resource_id and s.kind = 'TACHOGRAPH') s
    order by s.resource_id`,
)

/** What tachographs say of drivers between two instants, and what was sent last; drivers of whom nothing is known are left out. */
export async function readDriverRecords(
  tx: Tx,
  drivers: readonly string[],
  from: string,
  to: string,
): Promise<Map<string, DriverRecord>> {
  if (drivers.length === 0 || from === 'infinity') return new Map()
  const [activities, signals] = await Promise.all([
    readActivities(tx, drivers, from, to),
    tx.query<{ resource_id: string; at: string; doc: Omit<TachographSignal, 'at'> }>(selectSignals, drivers),
  ])
  const sent = new Map(signals.map(({ resource_id, at, doc }) => [resource_id, { ...doc, at }]))
  const done = Map.groupBy(activities, ({ resource_id }) => resource_id)
  const known = [...new Set([...done.keys(), ...sent.keys()])]
  return new Map(known.map((id) => [id, { activities: done.get(id) ?? [], signal: sent.get(id) ?? null }]))
}
