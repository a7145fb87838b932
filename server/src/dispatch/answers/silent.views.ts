import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { isOfGroup } from '../../resources/groups/trips.views.ts'
import { standingFacts, stateOfFacts } from '../../trips/standing/views.ts'
import { carrierStandings } from './views.ts'

/** Most trips waiting for an answer that are checked, by start time. */
const mostLookedAt = 500
/** Most trips listed, by start time. */
const most = 50

/** A carrier whose answer is overdue. */
export interface SilentCarrier {
  trip_id: string
  company_id: string
  company_name: string
  /** Deadline of the answer. */
  answer_by: string
  /** Telephone number of the first contact of the company that has one. */
  phone_number: string | null
}

// Only trips with a dispatch or a link wait for an answer, a small share of all trips.
const selectRequested = statement(
  'dispatch.list_silent_trips',
  `select t.trip_id
     from trip t
     cross join lateral (${standingFacts('$2::timestamptz')}) f
    where t.tenant_id = $1 and t.created_at > '-infinity' and t.status in ('CREATED', 'PLANNED')
      and t.ends_at >= $3::timestamptz and t.starts_at < $4::timestamptz
      and (exists (select from dispatch o where o.tenant_id = $1 and o.trip_id = t.trip_id and o.is_open)
           or exists (select from door_link k where k.tenant_id = $1 and k.trip_id = t.trip_id and k.revoked_at is null))
      and f.carrier_id is not null and ${stateOfFacts} = 'SILENT'
      and ${isOfGroup('t.trip_id', '$5')}
    order by t.starts_at, t.trip_id limit ${mostLookedAt}`,
)

const selectPhones = statement(
  'dispatch.list_phones_of_carriers',
  `select given.id as company_id, c.phone_number
     from unnest($2::uuid[]) as given (id)
     cross join lateral (
       select k.phone_number from company_contact k
        where k.tenant_id = $1 and k.company_id = given.id and k.phone_number <> '' and not k.is_archived
        order by k.position, k.contact_id limit 1) c`,
)

/**
 * DISP-9: carriers with an overdue answer, for trips that have not started.
 * @param range instants; trips within it
 */
export async function listSilentCarriers(
  tx: Tx,
  { from, to, group }: { from: string; to: string; group: string | undefined },
  now: number,
): Promise<SilentCarrier[]> {
  const asked = await tx.query<{ trip_id: string }>(selectRequested, new Date(now), from, to, group ?? null)
  if (asked.length === 0) return []
  const ids = asked.map(({ trip_id }) => trip_id)
  const standings = await carrierStandings(tx, ids, new Date(now))
  const silent = ids.flatMap((id) => standings.get(id) ?? []).filter(({ is_overdue }) => is_overdue)
  const found = silent.slice(0, most)
  const phones = await tx.query<{ company_id: string; phone_number: string }>(selectPhones, [
    ...new Set(found.map(({ company_id }) => company_id)),
  ])
  const phoneOf = new Map(phones.map(({ company_id, phone_number }) => [company_id, phone_number]))
  return found.map(({ trip_id, company_id, company_name, answer_by }) => ({
    ...{ trip_id, company_id, company_name, answer_by: answer_by! },
    phone_number: phoneOf.get(company_id) ?? null,
  }))
}
