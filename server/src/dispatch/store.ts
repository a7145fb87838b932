import type { DispatchOperation } from '@cartage/contract/outbound/dispatch-message'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { Standing } from './next-check.rules.ts'
import type { Difference, Json } from './payloads/difference.rules.ts'

/** Type of the dispatched record. */
export type SubjectType = 'TRIP' | 'LOCATION_BOOKING' | 'INTERMODAL_BOOKING'

/** State of a trip or booking at one partner. */
export interface DispatchRow {
  dispatch_id: string
  subject_type: SubjectType
  subject_id: string
  trip_id: string
  dispatch_destination_id: string
  partner_id: string | null
  /** Number of the last message. */
  revision: number
  operation: DispatchOperation
  /** The partner has it, so changes have to follow. */
  is_open: boolean
  trouble: string | null
  /** Seconds since the partner's version is outdated; null while it is current. */
  differs_seconds: number | null
}

const columns = `d.dispatch_id, d.subject_type, d.subject_id, d.trip_id, d.dispatch_destination_id, d.partner_id,
  d.revision, d.operation, d.is_open, d.trouble,
  extract(epoch from now() - d.differs_since)::float8 as differs_seconds`

const lockOfSubject = statement(
  'dispatch.lock_of_subject',
  `select ${columns} from dispatch d where d.tenant_id = $1 and d.subject_id = $2 order by d.dispatch_id for update`,
)

/** All dispatches of a trip or booking, to current and earlier partners, locked. Trips must be locked before. */
export async function dispatchesForUpdate(tx: Tx, subjectId: string): Promise<DispatchRow[]> {
  return await tx.query<DispatchRow>(lockOfSubject, subjectId)
}

const selectOfTrip = statement(
  'dispatch.dispatches_of_one_trip',
  `select ${columns} from dispatch d where d.tenant_id = $1 and d.trip_id = $2 order by d.dispatch_id`,
)

/** All dispatches of a trip and its bookings, to current and earlier partners. */
export async function dispatchesWithTrip(tx: Tx, tripId: string): Promise<DispatchRow[]> {
  return await tx.query<DispatchRow>(selectOfTrip, tripId)
}

const selectOpen = statement(
  'dispatch.is_open_anywhere',
  `select exists (
     select from dispatch d
      where d.tenant_id = $1 and d.trip_id = $2 and (d.is_open or d.differs_since is not null)
   ) as is_open`,
)

/** Whether a partner has the trip or one of its bookings, or still has to be notified of a withdrawal. */
export async function isOpenAnywhere(tx: Tx, tripId: string): Promise<boolean> {
  return (await tx.query<{ is_open: boolean }>(selectOpen, tripId))[0]!.is_open
}

const upsertRow = statement(
  'dispatch.upsert_dispatch',
  `insert into dispatch (tenant_id, dispatch_id, subject_type, subject_id, trip_id, dispatch_destination_id, partner_id,
                         revision, operation, is_open, trouble, differs_since, look_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, case when $12::boolean then now() end,
           now() + make_interval(secs => $13::float8))
   on conflict (tenant_id, dispatch_id) do update
     set trip_id = excluded.trip_id, partner_id = excluded.partner_id, revision = excluded.revision,
         operation = excluded.operation, is_open = excluded.is_open, trouble = excluded.trouble,
         differs_since = case when $12::boolean then coalesce(dispatch.differs_since, excluded.differs_since) end,
         look_at = excluded.look_at,
         updated_at = case when (dispatch.revision, dispatch.is_open) = (excluded.revision, excluded.is_open)
                            and dispatch.trouble is not distinct from excluded.trouble
                           then dispatch.updated_at else excluded.updated_at end`,
)

/** Writes the state of a trip or booking at a partner. A comparison without a change keeps the time of change. */
export async function saveDispatch(tx: Tx, row: DispatchRow, standing: Standing): Promise<void> {
  await tx.query(
    upsertRow,
    row.dispatch_id,
    row.subject_type,
    row.subject_id,
    row.trip_id,
    row.dispatch_destination_id,
    row.partner_id,
    row.revision,
    row.operation,
    row.is_open,
    row.trouble,
    standing.differs,
    standing.lookIn,
  )
}

// The index of due rows starts with the tenant and the due time; delayed rows are left to the next round.
const lockDue = statement(
  'dispatch.lock_due_looks',
  `select d.dispatch_id, d.trip_id, (d.is_open or d.differs_since is not null) as is_live from dispatch d
    where d.tenant_id = $1 and d.look_at is not null and d.look_at <= now() and d.dispatch_id <> all ($3::uuid[])
    order by d.look_at limit $2 for update skip locked`,
)

/** A dispatch that is due for comparison. */
export interface DueLook {
  dispatch_id: string
  trip_id: string
  /** The partner has the trip, or an outdated version of it. */
  is_live: boolean
}

/** Dispatches that are due for comparison and not delayed, at most `most`, locked until the transaction ends. */
export async function dueLooksForUpdate(tx: Tx, most: number, resting: readonly string[]): Promise<DueLook[]> {
  return await tx.query<DueLook>(lockDue, most, resting)
}

const putOff = statement(
  'dispatch.put_off_looks',
  `update dispatch d
      set look_at = case when d.is_open or d.differs_since is not null then (select now() + interval '1 hour') end
    where d.tenant_id = $1 and d.dispatch_id = any ($2::uuid[])`,
)

/** Marks dispatches as being compared: they are due again in an hour if that fails. */
export async function putOffLooks(tx: Tx, dispatchIds: readonly string[]): Promise<void> {
  await tx.query(putOff, dispatchIds)
}

/** A message to store. */
export interface NewRevision {
  dispatch_id: string
  revision: number
  operation: DispatchOperation
  payload: Json
  difference: readonly Difference[]
  event_id: string
  made_by: { kind: string; id: string | null }
}

const insertRow = statement(
  'dispatch.insert_revision',
  `insert into dispatch_revision (tenant_id, dispatch_id, revision, operation, payload, difference, event_id, made_by)
   values ($1, $2, $3, $4, $5::json, $6::json, $7, $8::json)`,
)

/** Stores a message. */
export async function insertRevision(tx: Tx, row: NewRevision): Promise<void> {
  await tx.query(
    insertRow,
    row.dispatch_id,
    row.revision,
    row.operation,
    JSON.stringify(row.payload),
    JSON.stringify(row.difference),
    row.event_id,
    JSON.stringify(row.made_by),
  )
}

const selectPayload = statement(
  'dispatch.select_payload',
  'select r.payload from dispatch_revision r where r.tenant_id = $1 and r.dispatch_id = $2 and r.revision = $3',
)

/** Content of a message; null when there is none. */
export async function findPayload(tx: Tx, dispatchId: string, revision: number): Promise<Json> {
  return (await tx.query<{ payload: Json }>(selectPayload, dispatchId, revision))[0]?.payload ?? null
}

const selectSince = statement(
  'dispatch.events_since_create',
  `select r.event_id, r.operation from dispatch_revision r
    where r.tenant_id = $1 and r.dispatch_id = $2 order by r.dispatch_id, r.revision desc limit 50`,
)

/** Events of the last messages, back to the last CREATE; at most 50. */
export async function eventsSinceCreate(tx: Tx, dispatchId: string): Promise<string[]> {
  const rows = await tx.query<{ event_id: string; operation: DispatchOperation }>(selectSince, dispatchId)
  const first = rows.findIndex(({ operation }) => operation === 'CREATE')
  return rows.slice(0, first < 0 ? rows.length : first + 1).map(({ event_id }) => event_id)
}
