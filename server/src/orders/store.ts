import type { HoldReasonCode } from '@cartage/contract/orders/hold-reason'
import { answered, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { joinTexts } from '../db/texts.ts'
import type { OrderState, StopState } from './changes.rules.ts'
import type { OrderDocument } from './content.rules.ts'
import { overviewOf } from './overview.rules.ts'
import type { PlannedStop } from './plan.rules.ts'
import type { Visit } from './stops/times.rules.ts'
import { tripStopOf, visitColumns } from './stops/times.views.ts'

/** An order as work on it needs it, locked. */
export interface OrderRow {
  order_id: string
  order_identifier: string
  order_number: string
  status: OrderState
  is_blocked: boolean
  block_reason: string | null
  hold_reason_code: HoldReasonCode | null
  company_id: string
  company_name: string
  company_status: string
  version: number
  event_sequence: number
  create_hash: Buffer | null
  last_hash: Buffer | null
  document: OrderDocument
}

const members = `o.order_id, o.order_identifier, o.order_number, o.status, o.is_blocked, o.block_reason, o.hold_reason_code, o.company_id,
          c.name as company_name, c.status as company_status, o.version, o.event_sequence, o.create_hash, o.last_hash, o.doc as document`

// Statements that join a list of keys also say `= any(list)`: a plan made while the table is empty would otherwise walk
// all rows of the tenant, because on an empty table every index costs the same.
/** The orders first, then each one's company: joined, a plan made early walks all orders of a company. */
const lockOrders = (condition: string) => `with o as (
     select * from transport_order o where o.tenant_id = $1 and ${condition} order by o.order_identifier for update
   )
   select ${members}
     from o cross join lateral (
       select name, status from company c where c.tenant_id = $1 and c.company_id = o.company_id limit 1
     ) c
    order by o.order_identifier`

const lockByIdentifier = statement('orders.lock_by_identifier', lockOrders('o.order_identifier = any($2::text[])'))

/** The orders that have one of these identifiers, locked in one order so that two batches never wait in a circle. */
export async function ordersForUpdate(tx: Tx, identifiers: readonly string[]): Promise<OrderRow[]> {
  return await tx.query<OrderRow>(lockByIdentifier, identifiers)
}

const lockById = statement('orders.lock_by_id', lockOrders('o.order_id = $2'))

/** One order by id, locked. */
export async function orderForUpdate(tx: Tx, orderId: string): Promise<OrderRow | undefined> {
  const [row] = await tx.query<OrderRow>(lockById, orderId)
  return row
}

const selectIdentifiers = statement(
  'orders.select_identifiers',
  `select o.order_identifier from transport_order o
    where o.tenant_id = $1 and o.order_id = any($2::uuid[]) order by o.order_id`,
)

/**
 * These orders, locked in the order of their identifiers as by `ordersForUpdate`; unknown ids are left out. Locks of
 * trips come before. Identifiers never change; ordered by them and looked for by id, a plan would walk all orders.
 */
export async function ordersByIdForUpdate(tx: Tx, orderIds: readonly string[]): Promise<OrderRow[]> {
  if (orderIds.length === 0) return []
  const rows = await tx.query<{ order_identifier: string }>(selectIdentifiers, orderIds)
  return await ordersForUpdate(
    tx,
    rows.map(({ order_identifier }) => order_identifier),
  )
}

/** A stop of an order as it is, with what the trip it is on knows of it. */
export interface StopRow extends StopState, Visit {
  order_id: string
  sequence: number
  /** Null while it is on none. */
  trip_id: string | null
}

// The limit keeps the look-up at the key of the trip's stop, whatever size the plan was made for.
const stopsByOrder = statement(
  'orders.stops_of_orders',
  `select s.stop_id, s.order_id, s.role, s.sequence, s.status, t.trip_id, ${visitColumns('t')}
     from order_stop s ${tripStopOf('s')}
    where s.tenant_id = $1 and s.order_id = any($2::uuid[]) order by s.order_id, s.sequence`,
)

/** The stops of these orders, each order's in sequence. */
export async function stopsOfOrders(tx: Tx, orderIds: readonly string[]): Promise<StopRow[]> {
  if (orderIds.length === 0) return []
  return await tx.query<StopRow>(stopsByOrder, orderIds)
}

const nextNumbers = statement(
  'orders.next_numbers',
  `insert into order_counter as c (tenant_id, last_number) values ($1, $2)
   on conflict (tenant_id) do update set last_number = c.last_number + excluded.last_number
   returning (last_number - $2)::int as before`,
)

/**
 * Takes `count` order numbers, none too; the first is the answer plus one. Holds back other batches of the tenant until
 * commit.
 */
export async function takeOrderNumbers(tx: Tx, count: number): Promise<number> {
  const [row] = await tx.query<{ before: number }>(nextNumbers, count)
  return row!.before
}

/** An order to be written for the first time. */
export interface NewOrder {
  order_id: string
  order_identifier: string
  order_number: string
  status: OrderState
  company_id: string
  event_sequence: number
  create_hash: Buffer | null
  last_hash: Buffer
  document: OrderDocument
}

const newOrders = `insert into transport_order (tenant_id, order_id, order_identifier, order_number, status, company_id,
                                event_sequence, create_hash, last_hash, customer_reference_number, pickup_on,
                                delivery_on, container_number, container_scenario, is_adr, is_tempered, doc)
   select $1::uuid, t.* from unnest(
     $2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::integer[], $8::bytea[], $9::bytea[], $10::text[],
     $11::date[], $12::date[], $13::text[], $14::text[], $15::boolean[], $16::boolean[],
     string_to_array($17, E'\\x1e')::json[]
   ) as t`

const insertRows = statement('orders.insert_orders', newOrders, answered(newOrders))

const selectTakenIds = statement(
  'orders.select_taken_ids',
  'select o.order_id from transport_order o where o.tenant_id = $1 and o.order_id = any($2::uuid[])',
)

/** Those of the ids that orders have. */
export async function findTakenOrderIds(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ order_id: string }>(selectTakenIds, ids)
  return new Set(rows.map(({ order_id }) => order_id))
}

/** Writes new orders in one statement. */
export async function insertOrders(tx: Tx, orders: readonly NewOrder[]): Promise<void> {
  if (orders.length === 0) return
  const overviews = orders.map((order) => overviewOf(order.document))
  await tx.query(
    insertRows,
    orders.map((order) => order.order_id),
    orders.map((order) => order.order_identifier),
    orders.map((order) => order.order_number),
    orders.map((order) => order.status),
    orders.map((order) => order.company_id),
    orders.map((order) => order.event_sequence),
    orders.map((order) => order.create_hash),
    orders.map((order) => order.last_hash),
    orders.map((order) => order.document.customer_reference_number ?? null),
    overviews.map((overview) => overview.pickup_on),
    overviews.map((overview) => overview.delivery_on),
    overviews.map((overview) => overview.container_number),
    overviews.map((overview) => overview.container_scenario),
    overviews.map((overview) => overview.is_adr),
    overviews.map((overview) => overview.is_tempered),
    joinTexts(orders.map((order) => JSON.stringify(order.document))),
  )
}

/** An order after a change. `version` is the one that was read. */
export interface ChangedOrder {
  order_id: string
  version: number
  status: OrderState
  is_blocked: boolean
  block_reason: string | null
  hold_reason_code: HoldReasonCode | null
  company_id: string
  event_sequence: number
  last_hash: Buffer | null
  /** Undefined keeps the document. */
  document: OrderDocument | undefined
}

const updateRows = statement(
  'orders.update_orders',
  `update transport_order o
      set status = t.status, is_blocked = t.is_blocked, block_reason = t.block_reason, hold_reason_code = t.hold_reason_code,
          company_id = t.company_id,
          event_sequence = t.event_sequence, last_hash = t.last_hash, version = o.version + 1,
          doc = coalesce(t.doc, o.doc),
          customer_reference_number = coalesce(t.doc, o.doc) ->> 'customer_reference_number',
          pickup_on = case when t.doc is null then o.pickup_on else t.pickup_on end,
          delivery_on = case when t.doc is null then o.delivery_on else t.delivery_on end,
          container_number = case when t.doc is null then o.container_number else t.container_number end,
          container_scenario = case when t.doc is null then o.container_scenario else t.container_scenario end,
          is_adr = coalesce(t.is_adr, o.is_adr), is_tempered = coalesce(t.is_tempered, o.is_tempered),
          updated_at = now()
     from unnest($2::uuid[], $3::integer[], $4::text[], $5::boolean[], $6::text[], $7::uuid[], $8::integer[],
                 $9::bytea[], $10::json[], $11::date[], $12::date[], $13::text[], $14::text[], $15::boolean[],
                 $16::boolean[], $17::text[])
          as t (order_id, version, status, is_blocked, block_reason, company_id, event_sequence, last_hash, doc,
                pickup_on, delivery_on, container_number, container_scenario, is_adr, is_tempered, hold_reason_code)
    where o.tenant_id = $1 and o.order_id = any($2::uuid[]) and o.order_id = t.order_id and o.version = t.version
   returning o.order_id`,
)

/**
 * Writes changed orders in one statement.
 * @throws when an order is not at the version that was read: its lock was lost, and nothing may be written
 */
export async function updateOrders(tx: Tx, orders: readonly ChangedOrder[]): Promise<void> {
  if (orders.length === 0) return
  const overviews = orders.map((order) => order.document && overviewOf(order.document))
  const written = await tx.query(
    updateRows,
    orders.map((order) => order.order_id),
    orders.map((order) => order.version),
    orders.map((order) => order.status),
    orders.map((order) => order.is_blocked),
    orders.map((order) => order.block_reason),
    orders.map((order) => order.company_id),
    orders.map((order) => order.event_sequence),
    orders.map((order) => order.last_hash),
    orders.map((order) => (order.document ? JSON.stringify(order.document) : null)),
    overviews.map((overview) => overview?.pickup_on),
    overviews.map((overview) => overview?.delivery_on),
    overviews.map((overview) => overview?.container_number),
    overviews.map((overview) => overview?.container_scenario),
    overviews.map((overview) => overview?.is_adr),
    overviews.map((overview) => overview?.is_tempered),
    orders.map((order) => order.hold_reason_code),
  )
  if (written.length !== orders.length) throw new Error('an order changed although it was locked')
}

/** A stop of one order, ready to be written. */
export interface StopToWrite extends PlannedStop {
  order_id: string
}

const stopRows = `insert into order_stop (tenant_id, stop_id, order_id, role, consignment_id, sequence, activity, activity_label,
                           location_id, requested_date, window_start, window_end, reference_number,
                           consignment_reference)
   select $1::uuid, t.stop_id, t.order_id, t.role, t.consignment_id, t.sequence, t.activity, t.activity_label,
          coalesce(t.location_id, l.merged_into, l.location_id), t.requested_date, t.window_start, t.window_end,
          t.reference_number, t.consignment_reference
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::integer[], $7::text[], $8::text[], $9::uuid[],
                 $10::bytea[], $11::date[], $12::time[], $13::time[], $14::text[], $15::text[])
          as t (stop_id, order_id, role, consignment_id, sequence, activity, activity_label, location_id,
                match_key, requested_date, window_start, window_end, reference_number, consignment_reference)
     left join location l on l.tenant_id = $1 and l.match_key = any($10::bytea[]) and l.match_key = t.match_key`

const insertStopRows = statement('orders.insert_stops', stopRows, answered(stopRows))

const upsertStopRows = statement(
  'orders.upsert_stops',
  `${stopRows}
   on conflict (tenant_id, stop_id) do update
     set role = excluded.role, consignment_id = excluded.consignment_id, sequence = excluded.sequence,
         activity = excluded.activity, activity_label = excluded.activity_label, location_id = excluded.location_id,
         requested_date = excluded.requested_date, window_start = excluded.window_start,
         window_end = excluded.window_end, reference_number = excluded.reference_number,
         consignment_reference = excluded.consignment_reference
   returning tenant_id`,
)

/** Writes the stops of new orders in one statement. Locations named by key must exist by now. */
export async function insertStops(tx: Tx, stops: readonly StopToWrite[]): Promise<void> {
  if (stops.length > 0) await tx.query(insertStopRows, ...stopColumns(stops))
}

/** Writes the stops of changed orders in one statement; a stop that exists keeps its status. */
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

/** Deletes stops an update took away. */
export async function deleteStops(tx: Tx, stopIds: readonly string[]): Promise<void> {
  if (stopIds.length === 0) return
  await tx.query(removeStops, stopIds)
}

const cancelStopRows = statement(
  'orders.cancel_stops',
  `update order_stop s set status = 'CANCELLED'
    where s.tenant_id = $1 and s.order_id = any($2::uuid[]) and s.status not in ('AT_STOP', 'COMPLETED')`,
)

/** Cancels the stops of cancelled orders; one that was reached stays as it is. */
export async function cancelStops(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  await tx.query(cancelStopRows, orderIds)
}

/** The copies of references that stops are found by. */
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

/** Brings the copies of references up to the document; the order is locked. */
export async function updateStopReferences(tx: Tx, stops: readonly StopReferences[]): Promise<void> {
  await tx.query(
    updateReferences,
    stops.map(({ stop_id }) => stop_id),
    stops.map(({ reference_number }) => reference_number),
    stops.map(({ consignment_reference }) => consignment_reference),
  )
}
