import type { CarrierStanding, TripAnswer } from '@cartage/contract/dispatch/app/answers'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { TripStatus } from '../../trips/state.rules.ts'
import {
  answerFault,
  currentAnswer,
  type GivenAnswer,
  type SentDispatch,
  type StandingFacts,
  standingOf,
} from './rules.ts'

/**
 * The company that drives a trip `t`, as SQL: its subcontractor, else the first company that one of its resources
 * belongs to; null when it is our own.
 */
export const carrierIdOfTrip = `coalesce(t.subcontractor_id, (
  select r.subcontractor_id from trip_resource x join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id
   where x.tenant_id = $1 and x.trip_id = t.trip_id and r.subcontractor_id is not null
   order by x.position, x.resource_id limit 1))`

interface StandingRow extends Pick<StandingFacts, 'link_answer_by' | 'answer_minutes'> {
  trip_id: string
  name: string
  status: TripStatus
  company_id: string
  company_name: string
  dispatch: SentDispatch | null
  link_at: string | null
  answer: (GivenAnswer & Pick<TripAnswer, 'answered_through' | 'answered_by'>) | null
}

const selectStandings = statement(
  'dispatch.list_carrier_standings',
  `select t.trip_id, t.name, t.status, c.company_id, c.name as company_name, d.dispatch,
          ${instant('l.link_at')} as link_at, ${instant('l.answer_by')} as link_answer_by,
          (select s.dispatch_answer_minutes from tenant_setting s where s.tenant_id = $1) as answer_minutes, a.answer
     from trip t
     join company c on c.tenant_id = $1 and c.company_id = ${carrierIdOfTrip}
     left join lateral (
       select json_build_object(
                'revision', o.revision,
                'first_revision', f.revision, 'first_at', ${instant('f.made_at')}, 'last_at', ${instant('r.made_at')},
                'has_failed', exists (
                  select from delivery v
                   where v.tenant_id = $1 and v.event_id = r.event_id and v.status = 'DEAD'),
                'is_outdated', o.differs_since is not null) as dispatch
         from dispatch o
         join dispatch_revision r on r.tenant_id = $1 and r.dispatch_id = o.dispatch_id and r.revision = o.revision
         join lateral (
           select n.revision, n.made_at from dispatch_revision n
            where n.tenant_id = $1 and n.dispatch_id = o.dispatch_id and n.operation = 'CREATE'
            order by n.revision desc limit 1) f on true
        where o.tenant_id = $1 and o.subject_id = t.trip_id and o.subject_type = 'TRIP' and o.is_open
          and o.partner_id = c.company_id
        limit 1) d on true
     left join lateral (
       select max(k.created_at) as link_at, min(k.answer_by) as answer_by from door_link k
        where k.tenant_id = $1 and k.trip_id = t.trip_id and k.company_id = c.company_id and k.door = 'CARRIER'
          and k.revoked_at is null and k.expires_at > $3::timestamptz) l on true
     left join lateral (
       select json_build_object(
                'answer', w.answer, 'reason', w.reason, 'plate', w.plate, 'driver_name', w.driver_name,
                'revision', w.revision, 'answered_at', ${instant('w.answered_at')},
                'answered_through', case w.answered_by ->> 'kind' when 'link' then 'LINK' else 'USER' end,
                'answered_by', case w.answered_by ->> 'kind'
                  when 'link' then (select k.label from door_link k
                                     where k.tenant_id = $1 and k.door_link_id = (w.answered_by ->> 'id')::uuid)
                  when 'user' then (select u.name from app_user u
                                     where u.tenant_id = $1 and u.user_id = (w.answered_by ->> 'id')::uuid)
                end) as answer
         from trip_answer w
        where w.tenant_id = $1 and w.trip_id = t.trip_id and w.company_id = c.company_id) a on true
    where t.tenant_id = $1 and t.trip_id = any($2::uuid[])`,
)

/**
 * How far trips have come at their carriers, by trip. Trips of our own vehicles, and those that do not exist, are left
 * out.
 */
export async function carrierStandings(
  tx: Tx,
  tripIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, CarrierStanding & { trip_name: string }>> {
  if (tripIds.length === 0) return new Map()
  const rows = await tx.query<StandingRow>(selectStandings, tripIds, now)
  return new Map(rows.map((row) => [row.trip_id, { ...standingRow(row, now), trip_name: row.name }]))
}

function standingRow(row: StandingRow, now: Date): CarrierStanding {
  const { trip_id, company_id, company_name, answer } = row
  const facts = factsOf(row)
  const current = currentAnswer(facts)
  return {
    trip_id,
    company_id,
    company_name,
    ...standingOf(facts, now),
    answer: current === null ? null : answer,
    can_answer: answerFault(row, current, 'ACCEPTED') === undefined,
  }
}

function factsOf({ dispatch, link_at, link_answer_by, answer_minutes, answer }: StandingRow): StandingFacts {
  return {
    dispatch,
    link: link_at === null ? null : { created_at: link_at },
    answer,
    link_answer_by,
    answer_minutes,
  }
}

/** What an answer is decided by, of one trip and its carrier; undefined when it is our own or there is none. */
export async function findAnswerFacts(
  tx: Tx,
  tripId: string,
  now: Date,
): Promise<{ companyId: string; facts: StandingFacts } | undefined> {
  const [row] = await tx.query<StandingRow>(selectStandings, [tripId], now)
  return row && { companyId: row.company_id, facts: factsOf(row) }
}

/** How far one trip has come at its carrier; null when it has none. */
export async function readStanding(tx: Tx, tripId: string, now: Date): Promise<CarrierStanding | null> {
  const [row] = await tx.query<StandingRow>(selectStandings, [tripId], now)
  return row === undefined ? null : standingRow(row, now)
}
