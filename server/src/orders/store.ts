import type { HoldReasonCode } from '@cartage/contract/orders/hold-reason'
import { answered, ofMany, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { byRow, byTenant, driving } from '../db/tenants/combine.ts'
import { joinTexts } from '../db/texts.ts'
import type { OrderState } from './changes.rules.ts'
import type { OrderDocument } from './content.rules.ts'
import { overviewOf } from './overview.rules.ts'

/** A locked order with the columns that commands need. */
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

// Statements that join a list of keys also have `= any(list)`: otherwise a plan made on an empty table scans all rows
// of the tenant, because there every index costs the same.
/** The orders first, then each one's company: joined, an early plan scans all orders of a company. */
const lockOrders = (condition: string) => `with o as (
     select * from transport_order o where o.tenant_id = $1 and ${condition} order by o.order_identifier for update
   )
   select ${members}
     from o cross join lateral (
       select name, status from company c where c.tenant_id = $1 and c.company_id = o.company_id limit 1
     ) c
    order by o.order_identifier`

const lockByIdentifier = ofMany(
  statement('orders.lock_by_identifier', lockOrders('o.order_identifier = any($2::text[])')),
  `with given as (
     select * from unnest($1::uuid[], $2::text[]) as given (tenant_id, order_identifier) order by tenant_id, order_identifier
   ), o as (
     select o.* from given cross join lateral (
       select * from transport_order o
        where o.tenant_id = given.tenant_id and o.order_identifier = given.order_identifier for update
     ) o
   )
   select o.tenant_id, ${members}
     from o cross join lateral (
       select name, status from company c where c.tenant_id = o.tenant_id and c.company_id = o.company_id limit 1
     ) c`,
  byRow(),
)

/** The orders with these identifiers, locked in a fixed order so that two batches never deadlock. */
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
 * These orders, locked in the order of their identifiers like `ordersForUpdate`; unknown ids are left out. Trips must
 * be locked before. Sorting happens after the look-up by id, because otherwise a plan scans all orders.
 */
export async function ordersByIdForUpdate(tx: Tx, orderIds: readonly string[]): Promise<OrderRow[]> {
  if (orderIds.length === 0) return []
  const rows = await tx.query<{ order_identifier: string }>(selectIdentifiers, orderIds)
  return await ordersForUpdate(
    tx,
    rows.map(({ order_identifier }) => order_identifier),
  )
}

const nextNumbers = ofMany(
  statement(
    'orders.next_numbers',
    `insert into order_counter as c (tenant_id, last_number) values ($1, $2)
   on conflict (tenant_id) do update set last_number = c.last_number + excluded.last_number
   returning (last_number - $2)::int as before`,
  ),
  `with given as (
     select * from unnest($1::uuid[], $2::integer[]) as given (tenant_id, taken) order by tenant_id
   ), counted as (
     insert into order_counter as c (tenant_id, last_number) select tenant_id, taken from given
     on conflict (tenant_id) do update set last_number = c.last_number + excluded.last_number
     returning c.tenant_id, c.last_number
   )
   select c.tenant_id, (c.last_number - g.taken)::int as before from counted c join given g on g.tenant_id = c.tenant_id`,
  byTenant,
)

/**
 * Takes `count` order numbers, possibly 0; the first is the result plus one. Blocks other batches of the tenant until
 * commit.
 */
export async function takeOrderNumbers(tx: Tx, count: number): Promise<number> {
  const [row] = await tx.query<{ before: number }>(nextNumbers, count)
  return row!.before
}

/** A new order to insert. */
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

const intoOrder = `insert into transport_order (tenant_id, order_id, order_identifier, order_number, status, company_id,
                                event_sequence, create_hash, last_hash, customer_reference_number, pickup_on,
                                delivery_on, container_number, container_scenario, is_adr, is_tempered, doc)`
const orderLists = `$2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::integer[], $8::bytea[], $9::bytea[], $10::text[],
     $11::date[], $12::date[], $13::text[], $14::text[], $15::boolean[], $16::boolean[],
     string_to_array($17, E'\\x1e')::json[]`
const newOrders = `${intoOrder}
   select $1::uuid, t.* from unnest(${orderLists}) as t`

const insertRows = ofMany(
  statement('orders.insert_orders', newOrders, answered(newOrders)),
  `${intoOrder}
   select t.* from unnest($1::uuid[], ${orderLists}) as t`,
  byRow(17),
)

const selectTakenIds = statement(
  'orders.select_taken_ids',
  'select o.order_id from transport_order o where o.tenant_id = $1 and o.order_id = any($2::uuid[])',
)

/** The given ids that already belong to orders. */
export async function findTakenOrderIds(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ order_id: string }>(selectTakenIds, ids)
  return new Set(rows.map(({ order_id }) => order_id))
}

/** Inserts new orders in one statement. */
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

/** An order after a change. `version` is the version that was read. */
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

const orderChanges = `update transport_order o
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
          updated_at = now()`
const changeLists = `$2::uuid[], $3::integer[], $4::text[], $5::boolean[], $6::text[], $7::uuid[], $8::integer[],
                 $9::bytea[], $10::json[], $11::date[], $12::date[], $13::text[], $14::text[], $15::boolean[],
                 $16::boolean[], $17::text[]`
const changeNames = `order_id, version, status, is_blocked, block_reason, company_id, event_sequence, last_hash, doc,
                pickup_on, delivery_on, container_number, container_scenario, is_adr, is_tempered, hold_reason_code`

const updateRows = ofMany(
  statement(
    'orders.update_orders',
    `${orderChanges} from unnest(${changeLists}) as t (${changeNames})
    where o.tenant_id = $1 and o.order_id = any($2::uuid[]) and o.order_id = t.order_id and o.version = t.version
   returning o.order_id`,
  ),
  `${orderChanges} from ${driving(`unnest($1::uuid[], ${changeLists})`)} as t (tenant_id, ${changeNames})
    where o.tenant_id = t.tenant_id and o.order_id = t.order_id and o.version = t.version
   returning o.tenant_id, o.order_id`,
  byRow(),
)

/**
 * Writes changed orders in one statement.
 * @throws when an order no longer has the version that was read: its lock was lost, and nothing may be written
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
