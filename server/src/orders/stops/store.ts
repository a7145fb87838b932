import { answered, ofMany, statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { byRow } from '../../db/tenants/combine.ts'
import type { StopState } from '../changes.rules.ts'
import type { PlannedStop } from '../plan.rules.ts'
import type { Visit } from './times.rules.ts'
import { tripStopOf, visitColumns } from './times.views.ts'

/** Current state of a stop of an order, with its times on the trip. */
export interface StopRow extends StopState, Visit {
  order_id: string
  sequence: number
  /** Null while it is on no trip. */
  trip_id: string | null
}

// The limit forces a look-up by key of the trip stop, whatever table size the plan was made for.
const stopColumnsOf = `s.stop_id, s.order_id, s.role, s.sequence, s.status, t.trip_id, ${visitColumns('t')}`

const stopsByOrder = ofMany(
  statement(
    'orders.stops_of_orders',
    `select ${stopColumnsOf}
     from order_stop s ${tripStopOf('s')}
    where s.tenant_id = $1 and s.order_id = any($2::uuid[]) order by s.order_id, s.sequence`,
  ),
  `select own.* from unnest($1::uuid[], $2::uuid[]) as given (tenant_id, order_id) cross join lateral (
     select s.tenant_id, ${stopColumnsOf}
       from order_stop s ${tripStopOf('s').replace('$1', 's.tenant_id')}
      where s.tenant_id = given.tenant_id and s.order_id = given.order_id order by s.sequence
   ) own`,
  byRow(),
)

/** The stops of these orders, each order's in sequence. */
export async function stopsOfOrders(tx: Tx, orderIds: readonly string[]): Promise<StopRow[]> {
  if (orderIds.length === 0) return []
  return await tx.query<StopRow>(stopsByOrder, orderIds)
}

/** A stop of one order, ready to be stored. */
export interface StopToWrite extends PlannedStop {
  order_id: string
}

const intoStop = `insert into order_stop (tenant_id, stop_id, order_id, role, consignment_id, sequence, activity, activity_label,
                           location_id, requested_date, window_start, window_end, reference_number,
                           consignment_reference)`
const stopValues = `t.stop_id, t.order_id, t.role, t.consignment_id, t.sequence, t.activity, t.activity_label,
          coalesce(t.location_id, l.merged_into, l.location_id), t.requested_date, t.window_start, t.window_end,
          t.reference_number, t.consignment_reference`
const stopLists = `$2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::integer[], $7::text[], $8::text[], $9::uuid[],
                 $10::bytea[], $11::date[], $12::time[], $13::time[], $14::text[], $15::text[]`
const stopNames = `stop_id, order_id, role, consignment_id, sequence, activity, activity_label, location_id,
                match_key, requested_date, window_start, window_end, reference_number, consignment_reference`
const stopRows = `${intoStop}
   select $1::uuid, ${stopValues}
     from unnest(${stopLists}) as t (${stopNames})
     left join location l on l.tenant_id = $1 and l.match_key = any($10::bytea[]) and l.match_key = t.match_key`
const stopRowsOfMany = `${intoStop}
   select t.tenant_id, ${stopValues}
     from unnest($1::uuid[], ${stopLists}) as t (tenant_id, ${stopNames})
     left join lateral (
       select * from location l where l.tenant_id = t.tenant_id and l.match_key = any($10::bytea[]) and l.match_key = t.match_key limit 1
     ) l on true`

const insertStopRows = ofMany(statement('orders.insert_stops', stopRows, answered(stopRows)), stopRowsOfMany, byRow())

const changedStop = `on conflict (tenant_id, stop_id) do update
     set role = excluded.role, consignment_id = excluded.consignment_id, sequence = excluded.sequence,
         activity = excluded.activity, activity_label = excluded.activity_label, location_id = excluded.location_id,
         requested_date = excluded.requested_date, window_start = excluded.window_start,
         window_end = excluded.window_end, reference_number = excluded.reference_number,
         consignment_reference = excluded.consignment_reference`

const upsertStopRows = ofMany(
  statement('orders.upsert_stops', `${stopRows} ${changedStop} returning tenant_id`),
  `${stopRowsOfMany} ${changedStop}`,
  byRow(),
)

/** Inserts the stops of new orders in one statement. Locations given by key must exist by now. */
export async function insertStops(tx: Tx, stops: readonly StopToWrite[]): Promise<void> {
  if (stops.length > 0) await tx.query(insertStopRows, ...stopColumns(stops))
}

/** Writes the stops of changed orders in one statement; existing stops keep their status. */
export async function upsertStops(tx: Tx, stops: readonly StopToWrite[]): Promise<void> {
  if (stops.length > 0) await tx.query(upsertStopRows, ...stopColumns(stops))
}

function stopColumns(stops: readonly StopToWrite[]): unknown[][] {
  return [
    stops.map(({ stop }) => stop.id),
    stops.map((entry) => entry.order_id),
    stops.map((entry) => entry.role),
    stops.map((entry) => entry.consignment_id),
    stops.map((entry) => entry.sequence),
    stops.map(({ stop }) => stop.activity ?? null),
    stops.map((entry) => entry.activity_label),
    stops.map((entry) => entry.location_id),
    stops.map((entry) => entry.match_key),
    stops.map(({ stop }) => stop.date ?? null),
    stops.map(({ stop }) => stop.time_window?.start_time ?? null),
    stops.map(({ stop }) => stop.time_window?.end_time ?? null),
    stops.map(({ stop }) => stop.reference_number ?? null),
    stops.map((entry) => entry.consignment_reference),
  ]
}

const removeStops = statement(
  'orders.delete_stops',
  'delete from order_stop s where s.tenant_id = $1 and s.stop_id = any($2::uuid[])',
)

/** Deletes stops that an update removed. */
export async function deleteStops(tx: Tx, stopIds: readonly string[]): Promise<void> {
  if (stopIds.length === 0) return
  await tx.query(removeStops, stopIds)
}

const cancelStopRows = statement(
  'orders.cancel_stops',
  `update order_stop s set status = 'CANCELLED'
    where s.tenant_id = $1 and s.order_id = any($2::uuid[]) and s.status not in ('AT_STOP', 'COMPLETED')`,
)

/** Cancels the stops of cancelled orders; a reached stop stays unchanged. */
export async function cancelStops(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  await tx.query(cancelStopRows, orderIds)
}

/** Copies of references by which stops are searched. */
export interface StopReferences {
  stop_id: string
  reference_number: string | null
  consignment_reference: string | null
}

const updateReferences = statement(
  'orders.update_stop_references',
  `update order_stop s set reference_number = t.reference_number, consignment_reference = t.consignment_reference
     from unnest($2::uuid[], $3::text[], $4::text[]) as t (stop_id, reference_number, consignment_reference)
    where s.tenant_id = $1 and s.stop_id = any($2::uuid[]) and s.stop_id = t.stop_id
      and (s.reference_number is distinct from t.reference_number
           or s.consignment_reference is distinct from t.consignment_reference)`,
)

/** Updates the copies of references from the document; the order is locked. */
export async function updateStopReferences(tx: Tx, stops: readonly StopReferences[]): Promise<void> {
  await tx.query(
    updateReferences,
    stops.map(({ stop_id }) => stop_id),
    stops.map(({ reference_number }) => reference_number),
    stops.map(({ consignment_reference }) => consignment_reference),
  )
}
