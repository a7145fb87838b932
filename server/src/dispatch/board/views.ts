import type { DispatchBoardRow } from '@cartage/contract/dispatch/app/board'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { carrierIdOfTrip } from '../../trips/standing/views.ts'
import { carrierStandings } from '../answers/views.ts'
import { compareOnBoard, type FleetDispatch, fleetStanding } from './rules.ts'

/** Most trips of one board; a longer list is truncated. */
export const mostOnBoard = 2_000

/** A trip in board order, before its displayed columns are read. */
export type StandingTrip = Pick<
  DispatchBoardRow,
  | 'trip_id'
  | 'trip_name'
  | 'starts_at'
  | 'company_id'
  | 'company_name'
  | 'state'
  | 'is_overdue'
  | 'answer_by'
  | 'answer'
  | 'can_answer'
>

interface FoundTrip {
  trip_id: string
  trip_name: string
  starts_at: string
  company_id: string | null
  fleet: FleetDispatch | null
}

// Trips of own vehicles are on the board when an application has them or could receive them.
const selectTrips = statement(
  'dispatch.list_board_trips',
  `select f.trip_id, f.name as trip_name, ${instant('f.starts_at')} as starts_at, f.company_id, d.fleet
     from (
       select t.trip_id, t.name, t.starts_at, ${carrierIdOfTrip} as company_id
         from trip t
        where t.tenant_id = $1 and t.created_at > '-infinity'
          and t.starts_at >= $2::timestamptz and t.starts_at < $3::timestamptz
          and t.status in ('CREATED', 'PLANNED', 'IN_PROGRESS', 'COMPLETED')
        order by t.starts_at, t.trip_id) f
     left join lateral (
       select json_build_object(
                'revision', o.revision, 'first_revision', 1, 'first_at', ${instant('o.created_at')},
                'last_at', ${instant('r.made_at')}, 'is_outdated', o.differs_since is not null,
                'has_failed', coalesce(v.status = 'DEAD', false),
                'is_delivered', coalesce(v.status = 'DELIVERED', not exists (
                  select from directed_event e where e.tenant_id = $1 and e.event_id = r.event_id))) as fleet
         from dispatch o
         join dispatch_revision r on r.tenant_id = $1 and r.dispatch_id = o.dispatch_id and r.revision = o.revision
         left join delivery v on v.tenant_id = $1 and v.event_id = r.event_id
        where o.tenant_id = $1 and o.subject_id = f.trip_id and o.subject_type = 'TRIP' and o.is_open
          and o.partner_id is null and f.company_id is null
        limit 1) d on true
    where f.company_id is not null or d.fleet is not null or exists (
      select from trip_resource x
        join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id
        join dispatch_destination p on p.tenant_id = $1 and p.kind = 'FLEET' and not p.is_archived
         and (p.account_code is null or r.integrations ? p.account_code)
       where x.tenant_id = $1 and x.trip_id = f.trip_id)
    order by f.starts_at, f.trip_id limit ${mostOnBoard + 1}`,
)

/** The trips of a range for carriers or fleet applications, in board order (DISP-7). */
export async function boardTrips(
  tx: Tx,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<{ trips: StandingTrip[]; isCut: boolean }> {
  const rows = await tx.query<FoundTrip>(selectTrips, from, to)
  const found = rows.slice(0, mostOnBoard)
  const standings = await carrierStandings(
    tx,
    found.flatMap(({ trip_id, company_id }) => (company_id === null ? [] : [trip_id])),
    now,
  )
  const trips = found.map(({ fleet, ...trip }): StandingTrip => {
    const standing = standings.get(trip.trip_id)
    if (standing === undefined) {
      return { ...trip, ...fleetStanding(fleet, now), company_name: null, answer: null, can_answer: false }
    }
    const { company_name, state, is_overdue, answer_by, answer, can_answer } = standing
    return { ...trip, company_name, state, is_overdue, answer_by, answer, can_answer }
  })
  return { trips: trips.sort(compareOnBoard), isCut: rows.length > mostOnBoard }
}

type Detail = Omit<DispatchBoardRow, keyof StandingTrip> & { trip_id: string }

const end = (direction: string) => `(
  select json_build_object('name', coalesce(l.display_name, l.name), 'city', l.city, 'country', l.country)
    from trip_stop s join location l on l.tenant_id = $1 and l.location_id = s.location_id
   where s.tenant_id = $1 and s.trip_id = t.trip_id order by s.sequence ${direction} limit 1)`

const selectDetails = statement(
  'dispatch.read_board_trips',
  `select t.trip_id, t.status as trip_status, ${end('')} as "from", ${end('desc')} as "to",
          (select count(*)::integer from trip_stop s where s.tenant_id = $1 and s.trip_id = t.trip_id) as stop_count,
          (select coalesce(string_agg(coalesce(x.name, r.name), ' · ' order by x.position, x.resource_id), '')
             from trip_resource x join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id
            where x.tenant_id = $1 and x.trip_id = t.trip_id) as resources,
          ${instant('d.since')} as since, d.destination_name, d.dispatch_id, d.revision, d.failure
     from trip t
     left join lateral (
       select o.dispatch_id, o.revision, p.name as destination_name,
              coalesce(o.differs_since, v.finished_at, r.made_at) as since,
              coalesce(case when v.status = 'DEAD' then v.reason end, o.trouble) as failure
         from dispatch o
         join dispatch_destination p
           on p.tenant_id = $1 and p.dispatch_destination_id = o.dispatch_destination_id
         join dispatch_revision r on r.tenant_id = $1 and r.dispatch_id = o.dispatch_id and r.revision = o.revision
         left join delivery v on v.tenant_id = $1 and v.event_id = r.event_id
        where o.tenant_id = $1 and o.subject_id = t.trip_id and o.subject_type = 'TRIP' and o.is_open
        limit 1) d on true
    where t.tenant_id = $1 and t.trip_id = any ($2::uuid[])`,
)

/** Displayed columns of board trips, in the given order; deleted trips are left out. */
export async function readBoardTrips(tx: Tx, trips: readonly StandingTrip[]): Promise<DispatchBoardRow[]> {
  if (trips.length === 0) return []
  const details = await tx.query<Detail>(
    selectDetails,
    trips.map(({ trip_id }) => trip_id),
  )
  const byId = new Map(details.map((detail) => [detail.trip_id, detail]))
  return trips.flatMap((trip) => {
    const detail = byId.get(trip.trip_id)
    if (detail === undefined) return []
    const isAnswered = trip.answer !== null && (trip.state === 'ACCEPTED' || trip.state === 'REFUSED')
    return [{ ...trip, ...detail, since: isAnswered ? trip.answer!.answered_at : detail.since }]
  })
}
