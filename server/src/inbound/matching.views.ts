import type { PartialOrderMatchTarget, StopMatchTarget } from '@cartage/contract/inbound/matching'
import { type Statement, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import {
  type CriteriaOrFault,
  lookupsOf,
  type Match,
  type OrderCriteria,
  type OrderLookup,
  type OwnRecords,
  orderCriteria,
  orderLookups,
  type StopCriteria,
  type StopLookup,
  stopCriteria,
  stopLookups,
  verdictOf,
} from './matching.rules.ts'

/** Most candidates per item and look-up; with more, the next criterion is used. */
export const mostCandidates = 500

// Every item is looked up by one criterion, through an index; its other criteria are compared on the results. So the
// work does not grow with the orders of a tenant, and a message with many items needs few statements.
const items = `jsonb_to_recordset($2::jsonb) as w (
     item integer, order_ids uuid[], order_names text[], customer_references text[], company_names text[],
     company_codes text[], trip_names text[], consignment_references text[], consignment_place bigint,
     stop_references text[], stop_type text)`

/** Condition of the indexes: without it none of them could be used. */
const isShort = (column: string) => `length(${column}) <= 255`

/** One row per item: whether there were too many candidates, and the first $3 records that match all criteria. */
function matching(candidates: string, fitting: string): string {
  return `select w.item, f.is_cut, f.found
     from ${items}
     cross join lateral (
       with candidate as materialized (${candidates} limit ${mostCandidates + 1}),
            cut as materialized (select count(*) > ${mostCandidates} as is_cut from candidate)
       select cut.is_cut, case when not cut.is_cut then array(select x.id from (${fitting} limit $3) x) end as found
         from cut
     ) f
    order by w.item`
}

const orderFits = `(w.order_ids is null or o.order_id = any(w.order_ids))
         and (w.order_names is null or o.order_number = any(w.order_names))
         and (w.customer_references is null or o.customer_reference_number = any(w.customer_references))`

// Criteria of the stop itself are compared first: only remaining stops are looked up in their order.
const stopFits = `select c.stop_id as id
         from (select * from candidate c
                where (w.consignment_references is null or c.consignment_reference = any(w.consignment_references))
                  and (w.stop_references is null or c.reference_number = any(w.stop_references))
                  and (w.stop_type is null or c.stop_type = w.stop_type)
                offset 0) c
         left join lateral (select * from transport_order o
                             where o.tenant_id = $1 and o.order_id = c.order_id limit 1) o on true
        where (o.order_id is null or o.status not in ('CANCELLED', 'REJECTED'))
          and ${orderFits}
          and (w.consignment_place is null or w.consignment_place = (
            select e.place from json_array_elements(o.doc -> 'consignments') with ordinality as e (value, place)
             where (e.value ->> 'id')::uuid = c.consignment_id))`

const stopMembers =
  's.stop_id, s.order_id, s.role as stop_type, s.consignment_id, s.consignment_reference, s.reference_number'

// Each `order by` forces the index of its look-up, and each `limit` one record at a time: planned on empty tables,
// every index costs the same, and so does a full scan.
const cut = mostCandidates + 1

const orderStops = (key: string, wanted: string) =>
  `select ${stopMembers} from order_stop s
    where s.tenant_id = $1 and ${key} = any(w.${wanted}) and ${isShort(key)} and s.status <> 'CANCELLED'
    order by ${key}`

const stopsInOrder = `(select ${stopMembers} from order_stop s
           where s.tenant_id = $1 and s.order_id = o.order_id and s.status <> 'CANCELLED'
           order by s.sequence limit ${cut}) s`

const ordersBy = (key: string, wanted: string) => `select o.order_id from transport_order o
           where o.tenant_id = $1 and ${key} = any(w.${wanted}) and ${isShort(key)}
             and o.status not in ('CANCELLED', 'REJECTED')
           order by ${key}`

const stopsOfOrders = (key: string, wanted: string) =>
  `select s.* from (${ordersBy(key, wanted)} limit ${cut}) o cross join lateral ${stopsInOrder}`

// Stops of a trip without an order are included: both sides of a transfer deliver and pick up.
const stopsOfTrips = `select ts.stop_id, ts.order_id,
              case ts.kind when 'TRANSFER_DROP' then 'DELIVERY' when 'TRANSFER_PICKUP' then 'PICKUP'
                           else s.role end as stop_type,
              s.consignment_id, s.consignment_reference,
              case when s.stop_id is null then ts.reference_number else s.reference_number end as reference_number
         from (select t.trip_id from trip t
                where t.tenant_id = $1 and t.name = any(w.trip_names) and t.status <> 'CANCELLED'
                order by t.name limit ${cut}) t
        cross join lateral (select * from trip_stop ts
                             where ts.tenant_id = $1 and ts.trip_id = t.trip_id and ts.status <> 'CANCELLED'
                             order by ts.sequence limit ${cut}) ts
         left join lateral (select * from order_stop s
                             where s.tenant_id = $1 and s.stop_id = ts.stop_id limit 1) s on true`

const stopStatements: Readonly<Record<StopLookup, Statement>> = {
  trip_names: statement('inbound.match_stops_by_trip', matching(stopsOfTrips, stopFits)),
  order_ids: statement(
    'inbound.match_stops_by_order',
    matching(`select s.* from unnest(w.order_ids) as o (order_id) cross join lateral ${stopsInOrder}`, stopFits),
  ),
  order_names: statement(
    'inbound.match_stops_by_order_number',
    matching(stopsOfOrders('o.order_number', 'order_names'), stopFits),
  ),
  customer_references: statement(
    'inbound.match_stops_by_customer_reference',
    matching(stopsOfOrders('o.customer_reference_number', 'customer_references'), stopFits),
  ),
  consignment_references: statement(
    'inbound.match_stops_by_consignment',
    matching(orderStops('s.consignment_reference', 'consignment_references'), stopFits),
  ),
  stop_references: statement(
    'inbound.match_stops_by_reference',
    matching(orderStops('s.reference_number', 'stop_references'), stopFits),
  ),
}

/**
 * For each target, the one stop that matches all criteria (SU-1 to SU-3), in the order of the targets. Stops of
 * cancelled orders and trips are excluded; stops that belong only to a trip need the trip name. A partner finds only
 * its own stops (INB-6).
 */
export async function matchStops(
  tx: Tx,
  targets: readonly StopMatchTarget[],
  own?: OwnRecords,
): Promise<Match<string>[]> {
  const search = { noun: 'stop', known: stopLookups, statements: stopStatements, own } as const
  return await matchAll<StopCriteria, StopLookup>(tx, targets.map(stopCriteria), search)
}

const orderFound = `select o.order_id as id
         from candidate c
        cross join lateral (select * from transport_order o
                             where o.tenant_id = $1 and o.order_id = c.order_id limit 1) o
        cross join lateral (select * from company k
                             where k.tenant_id = $1 and k.company_id = o.company_id limit 1) k
        where o.status not in ('CANCELLED', 'REJECTED')
          and ${orderFits}
          and (w.company_names is null or k.name = any(w.company_names))
          and (w.company_codes is null or k.code = any(w.company_codes) or k.accounting_code = any(w.company_codes))`

const orderStatements: Readonly<Record<OrderLookup, Statement>> = {
  order_ids: statement(
    'inbound.match_orders_by_id',
    matching('select o.order_id from unnest(w.order_ids) as o (order_id)', orderFound),
  ),
  order_names: statement(
    'inbound.match_orders_by_number',
    matching(ordersBy('o.order_number', 'order_names'), orderFound),
  ),
  customer_references: statement(
    'inbound.match_orders_by_customer_reference',
    matching(ordersBy('o.customer_reference_number', 'customer_references'), orderFound),
  ),
}

/**
 * For each target, the one order that matches all criteria (PU-1), in the order of the targets. Cancelled orders are
 * excluded, so that a reference finds the order that replaced a cancelled one. A partner finds only its own orders
 * (INB-6).
 */
export async function matchOrders(
  tx: Tx,
  targets: readonly PartialOrderMatchTarget[],
  own?: OwnRecords,
): Promise<Match<string>[]> {
  const search = { noun: 'order', known: orderLookups, statements: orderStatements, own } as const
  return await matchAll<OrderCriteria, OrderLookup>(tx, targets.map(orderCriteria), search)
}

/** Record type and look-ups of a search. */
interface Search<Lookup extends string> {
  noun: string
  known: readonly Lookup[]
  statements: Readonly<Record<Lookup, Statement>>
  own: OwnRecords | undefined
}

interface Pending<Criteria, Lookup> {
  item: number
  criteria: Criteria
  lookups: Lookup[]
}

interface Row {
  item: number
  is_cut: boolean
  /** Null when there were too many candidates to compare. */
  found: string[] | null
}

/**
 * Looks up all items by their first criterion, and those with too many candidates by their next, until all are decided.
 */
async function matchAll<Criteria extends { readonly [name in Lookup]?: unknown }, Lookup extends string>(
  tx: Tx,
  wanted: readonly CriteriaOrFault<Criteria>[],
  { noun, known, statements, own }: Search<Lookup>,
): Promise<Match<string>[]> {
  // Two matches are enough to be ambiguous; for a partner, the second may belong to another one.
  const most = own ? mostCandidates : 2
  const matches: Match<string>[] = wanted.map(({ refusal }) => ({ refusal: refusal ?? tooFew(noun) }))
  let pending = wanted.flatMap(({ criteria }, item): Pending<Criteria, Lookup>[] => {
    const lookups = criteria ? lookupsOf(criteria, known) : []
    return criteria && lookups.length > 0 ? [{ item, criteria, lookups }] : []
  })
  while (pending.length > 0) {
    const byLookup = [...Map.groupBy(pending, ({ lookups }) => lookups[0]!)]
    const rows = await Promise.all(
      byLookup.map(([lookup, some]) => tx.query<Row>(statements[lookup], asJson(some), most)),
    )
    const isOwn = await own?.(rows.flat().flatMap(({ found }) => found ?? []))
    const cut = new Set<number>()
    for (const { item, is_cut, found } of rows.flat()) {
      if (is_cut) cut.add(item)
      matches[item] = found ? verdictOf(found, noun, isOwn) : { refusal: tooMany(noun) }
    }
    pending = pending
      .filter(({ item, lookups }) => cut.has(item) && lookups.length > 1)
      .map((one) => ({ ...one, lookups: one.lookups.slice(1) }))
  }
  return matches
}

function asJson(pending: readonly Pending<object, string>[]): string {
  return JSON.stringify(pending.map(({ item, criteria }) => ({ ...criteria, item })))
}

function tooMany(noun: string): string {
  return `More than ${mostCandidates} records meet these criteria. Send the id of the ${noun}, or add a criterion.`
}

function tooFew(noun: string): string {
  return `These criteria are too broad for a search. Send the id of the ${noun}, or add a reference.`
}
