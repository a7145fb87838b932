import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'

/**
 * SQL: the carrier of trip `t`: its subcontractor, else the first company that owns one of its resources; null if it is
 * our own.
 */
export const carrierIdOfTrip = `coalesce(t.subcontractor_id, (
  select r.subcontractor_id from trip_resource x join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id
   where x.tenant_id = $1 and x.trip_id = t.trip_id and r.subcontractor_id is not null
   order by x.position, x.resource_id limit 1))`

/**
 * The `StandingFacts` of trip `t`, for its carrier or for the application of our own vehicles, as one SQL row. Parts
 * are null if nothing was sent, no link is valid or there is no answer.
 * @param now SQL of the instant at which links are valid
 */
export const standingFacts = (now: string) => `
  select c.carrier_id, d.dispatch_id, d.revision, d.first_revision, d.first_at, d.last_at, d.has_failed, d.is_outdated,
         d.failure, d.failed_at, l.link_at, l.answer_by,
         w.answer, w.reason, w.plate, w.driver_name, w.revision as answer_revision, w.answered_at, w.answered_by
    from (select ${carrierIdOfTrip} as carrier_id) c
    left join lateral (
      select o.dispatch_id, o.revision, n.revision as first_revision, n.made_at as first_at, r.made_at as last_at,
             v.event_id is not null as has_failed, o.differs_since is not null as is_outdated,
             v.reason as failure, v.finished_at as failed_at
        from dispatch o
        join dispatch_revision r on r.tenant_id = $1 and r.dispatch_id = o.dispatch_id and r.revision = o.revision
        join lateral (
          select m.revision, m.made_at from dispatch_revision m
           where m.tenant_id = $1 and m.dispatch_id = o.dispatch_id and m.operation = 'CREATE'
           order by m.revision desc limit 1) n on true
        left join lateral (
          select f.event_id, f.reason, f.finished_at from delivery f
           where f.tenant_id = $1 and f.event_id = r.event_id and f.status = 'DEAD' limit 1) v on true
       where o.tenant_id = $1 and o.subject_id = t.trip_id and o.subject_type = 'TRIP' and o.is_open
         and o.partner_id is not distinct from c.carrier_id
       limit 1) d on true
    left join lateral (
      select max(k.created_at) as link_at, min(k.answer_by) as answer_by from door_link k
       where k.tenant_id = $1 and k.trip_id = t.trip_id and k.company_id = c.carrier_id and k.door = 'CARRIER'
         and k.revoked_at is null and k.expires_at > ${now}) l on true
    left join trip_answer w on w.tenant_id = $1 and w.trip_id = t.trip_id and w.company_id = c.carrier_id`

// Compares facts at the precision in which they are read: seconds.
const isAfter = (one: string, other: string) =>
  `coalesce(date_trunc('second', ${one}) > date_trunc('second', ${other}), false)`
const isSentAgain = `coalesce(case when f.answer_revision is null then ${isAfter('f.first_at', 'f.answered_at')}
                                   else f.answer_revision < f.first_revision end, false)`
const isRefused = `(f.answer = 'REFUSED' and not ${isSentAgain} and not ${isAfter('f.link_at', 'f.answered_at')})`
const isAccepted = `(f.answer = 'ACCEPTED' and not ${isSentAgain})`
const isReachedOtherwise = `(coalesce(${isAccepted} and coalesce(f.answer_revision, 0) >= f.revision, false)
                             or ${isAfter('f.link_at', 'f.last_at')})`

/** DISP-6: the state from `standingOf`, as SQL over facts `f`. A property test keeps both in line. */
export const stateOfFacts = `case
  when ${isRefused} then 'REFUSED'
  when f.dispatch_id is null and ${isAccepted} then 'ACCEPTED'
  when f.dispatch_id is null then case when f.link_at is null then 'NOT_SENT' else 'SILENT' end
  when f.has_failed and not ${isReachedOtherwise} then 'FAILED'
  when f.is_outdated then 'CHANGED'
  when ${isAccepted} then 'ACCEPTED'
  else 'SILENT' end`

const isUnderway = `t.status in ('CREATED', 'PLANNED', 'IN_PROGRESS')`
const isRecent = (now: string) => `(${isUnderway} or t.status = 'COMPLETED' and t.ends_at > ${now} - interval '7 days')`

// A dispatch that the carrier has is not counted here: its state shows how it ended. A dismissed withdrawal is settled,
// and so is an impossible dispatch once there is another.
const otherFailures = (now: string) => `
  select 'FAILED' as state, coalesce(v.reason, o.trouble) as reason, coalesce(v.finished_at, o.updated_at) as at
    from dispatch o
    left join dispatch_revision r on r.tenant_id = $1 and r.dispatch_id = o.dispatch_id and r.revision = o.revision
    left join lateral (
      select m.event_id, m.reason, m.finished_at from delivery m
       where m.tenant_id = $1 and m.event_id = r.event_id and m.status = 'DEAD' and m.dismissed_at is null limit 1
    ) v on true
   where o.tenant_id = $1 and o.trip_id = t.trip_id and (${isUnderway} or o.updated_at > ${now} - interval '7 days')
     and o.dispatch_id is distinct from f.dispatch_id
     and (v.event_id is not null and (o.is_open or o.operation = 'CANCEL')
       or o.trouble is not null and o.differs_since is null and not exists (
         select from dispatch e where e.tenant_id = $1 and e.subject_id = o.subject_id and e.is_open))
   order by at limit 1`

/**
 * DISP-6: why the dispatch of trip `t` needs attention, as SQL: its carrier refused it or did not get the last message,
 * or a message of another dispatch of it failed (a withdrawal, a booking). No row if nothing is wrong.
 * @param now SQL of the present instant
 */
export const dispatchFailure = (now: string) => `
  select f.carrier_id, x.state, x.reason, x.at
    from (${standingFacts(now)}) f
    cross join lateral (
      select ${stateOfFacts} as state, case when ${isRefused} then f.reason else f.failure end as reason,
             case when ${isRefused} then f.answered_at else f.failed_at end as at, 1 as place
       where ${isRecent(now)}
      union all
      select o.state, o.reason, o.at, 2 from (${otherFailures(now)}) o) x
   where x.state in ('REFUSED', 'FAILED')
   order by x.place limit 1`

// Candidate trips for such failures, found through the failures, which are few, however many trips there are. Refusals
// stay forever, so only trips that are not long over are included for them.
const suspects = (now: string) => `
  select a.trip_id from trip_answer a
    join trip t on t.tenant_id = $1 and t.trip_id = a.trip_id and ${isRecent(now)}
   where a.tenant_id = $1 and a.answer = 'REFUSED'
  union
  select d.trip_id from dispatch d where d.tenant_id = $1 and d.trouble is not null
  union
  select d.trip_id from delivery m
    join dispatch_revision r on r.tenant_id = $1 and r.event_id = m.event_id
    join dispatch d on d.tenant_id = $1 and d.dispatch_id = r.dispatch_id and d.revision = r.revision
   where m.tenant_id = $1 and m.status = 'DEAD'`

/**
 * Trips with a failed dispatch, as SQL: `trip_id`, `name`, `carrier_id`, `state`, `reason` and since when (`at`).
 * @param now SQL of the present instant
 */
export const failedDispatches = (now: string) => `
  select t.trip_id, t.name, x.carrier_id, x.state, x.reason, x.at
    from (${suspects(now)}) s
    join trip t on t.tenant_id = $1 and t.trip_id = s.trip_id
    cross join lateral (${dispatchFailure(now)}) x`

/** The failed dispatch of trip `t` as JSON; null if nothing is wrong. */
export const failureOfTrip = (now: string) => `(
  select json_build_object('state', y.state, 'reason', y.reason, 'since', ${instant('y.at')})
    from (${dispatchFailure(now)}) y)`

/** Limit for finding and counting failed dispatches. */
const mostFailed = 10_000

const selectFailed = statement(
  'trips.list_failed_dispatches',
  `select f.trip_id from (${failedDispatches('$2::timestamptz')}) f limit ${mostFailed}`,
)

/** Trips whose dispatch needs attention (DISP-6), up to 10,000. */
export async function tripsWithFailedDispatch(tx: Tx, now: number): Promise<string[]> {
  const rows = await tx.query<{ trip_id: string }>(selectFailed, new Date(now))
  return rows.map(({ trip_id }) => trip_id)
}
