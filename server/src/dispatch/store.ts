import type { DispatchOperation } from '@cartage/contract/outbound/dispatch-message'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { Difference, Json } from './difference.rules.ts'

/** What is handed over. */
export type SubjectType = 'TRIP' | 'LOCATION_BOOKING' | 'INTERMODAL_BOOKING'

/** A trip or booking as it stands with one partner. */
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
  /** The partner has it: changes have to follow. */
  is_open: boolean
  trouble: string | null
}

const columns = `d.dispatch_id, d.subject_type, d.subject_id, d.trip_id, d.dispatch_destination_id, d.partner_id,
  d.revision, d.operation, d.is_open, d.trouble`

const lockOfSubject = statement(
  'dispatch.lock_of_subject',
  `select ${columns} from dispatch d where d.tenant_id = $1 and d.subject_id = $2 order by d.dispatch_id for update`,
)

/** How a trip or booking stands with every partner that ever had it, locked. Locks of trips come before. */
export async function dispatchesForUpdate(tx: Tx, subjectId: string): Promise<DispatchRow[]> {
  return await tx.query<DispatchRow>(lockOfSubject, subjectId)
}

const selectOpen = statement(
  'dispatch.is_open_anywhere',
  `select exists (
     select from dispatch d where d.tenant_id = $1 and d.trip_id = $2 and d.is_open
   ) as is_open`,
)

/** Whether anybody has the trip or something that was booked for it. */
export async function isOpenAnywhere(tx: Tx, tripId: string): Promise<boolean> {
  return (await tx.query<{ is_open: boolean }>(selectOpen, tripId))[0]!.is_open
}

const upsertRow = statement(
  'dispatch.upsert_dispatch',
  `insert into dispatch (tenant_id, dispatch_id, subject_type, subject_id, trip_id, dispatch_destination_id, partner_id,
                         revision, operation, is_open, trouble)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   on conflict (tenant_id, dispatch_id) do update
     set trip_id = excluded.trip_id, partner_id = excluded.partner_id, revision = excluded.revision,
         operation = excluded.operation, is_open = excluded.is_open, trouble = excluded.trouble, updated_at = now()`,
)

/** Writes how a trip or booking stands with a partner. */
export async function saveDispatch(tx: Tx, row: DispatchRow): Promise<void> {
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
  )
}

/** A message, ready to be kept. */
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

/** Keeps a message. */
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

/** What a message said; null when there is none. */
export async function findPayload(tx: Tx, dispatchId: string, revision: number): Promise<Json> {
  return (await tx.query<{ payload: Json }>(selectPayload, dispatchId, revision))[0]?.payload ?? null
}

const selectSince = statement(
  'dispatch.events_since_create',
  `select r.event_id, r.operation from dispatch_revision r
    where r.tenant_id = $1 and r.dispatch_id = $2 order by r.dispatch_id, r.revision desc limit 50`,
)

/** The events of the last messages, back to the one that created it at the partner; at most 50. */
export async function eventsSinceCreate(tx: Tx, dispatchId: string): Promise<string[]> {
  const rows = await tx.query<{ event_id: string; operation: DispatchOperation }>(selectSince, dispatchId)
  const first = rows.findIndex(({ operation }) => operation === 'CREATE')
  return rows.slice(0, first < 0 ? rows.length : first + 1).map(({ event_id }) => event_id)
}
