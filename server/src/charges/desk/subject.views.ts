import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { ChargeRow } from '../record/store.ts'

/** Values that a manual charge takes from its order or trip. */
export interface Subject {
  /** The payer or the supplier; null: our own fleet. */
  company_id: string | null
  billing_entity_id: string | null
  currency: string
  /** Last day of the work. */
  supplied_on: string | null
}

const currency = (subject: string) => `coalesce(
            (select c.currency from charge c where c.tenant_id = $1 and ${subject} and c.status <> 'WITHDRAWN'
              order by c.created_at, c.charge_id limit 1),
            (select s.currency from tenant_setting s where s.tenant_id = $1), 'EUR') as currency`
const entity = `(select b.billing_entity_id from billing_entity b where b.tenant_id = $1 and not b.is_archived
              order by b.is_default desc, b.rank, b.code limit 1)
            as billing_entity_id`

const selectOrder = statement(
  'charges.subject_order',
  `select coalesce(m.default_invoice_customer_id, o.company_id) as company_id, ${entity},
          ${currency(`c.order_id = $2 and c.side = 'SALES'`)},
          coalesce(o.delivery_on, o.pickup_on, o.created_at::date)::text as supplied_on
     from transport_order o
     cross join lateral (
       select default_invoice_customer_id from company m where m.tenant_id = $1 and m.company_id = o.company_id limit 1) m
    where o.tenant_id = $1 and o.order_id = $2`,
)
const selectTrip = statement(
  'charges.subject_trip',
  `select t.subcontractor_id as company_id, ${entity}, ${currency(`c.trip_id = $2 and c.side = 'COST'`)},
          coalesce(t.completed_at, t.ends_at, t.created_at)::date::text as supplied_on
     from trip t where t.tenant_id = $1 and t.trip_id = $2`,
)

/** Values for a manual charge of an order; undefined if the order is unknown. */
export async function findOrderSubject(tx: Tx, orderId: string): Promise<Subject | undefined> {
  return (await tx.query<Subject>(selectOrder, orderId))[0]
}

/** Values for a manual cost of a trip; undefined if the trip is unknown. */
export async function findTripSubject(tx: Tx, tripId: string): Promise<Subject | undefined> {
  return (await tx.query<Subject>(selectTrip, tripId))[0]
}

/** Values that a manual charge takes from its charge type. */
export interface ChargeKind extends Pick<ChargeRow, 'name' | 'role' | 'unit'> {
  code: string
  sides: readonly ('SALES' | 'COST')[]
  first_approval: 'TO_REQUEST' | 'APPROVED' | null
}

const selectKind = statement(
  'charges.find_type',
  `select t.code, t.name, t.role, t.unit, t.sides, t.first_approval
     from charge_type t where t.tenant_id = $1 and t.code = $2 and not t.is_archived`,
)

/** The charge type with a code; undefined if none in use has it. */
export async function findChargeKind(tx: Tx, code: string): Promise<ChargeKind | undefined> {
  return (await tx.query<ChargeKind>(selectKind, code))[0]
}

const selectBaseCost = statement(
  'charges.find_base_cost_type',
  `select t.code from charge_type t
    where t.tenant_id = $1 and not t.is_archived and t.role = 'BASE' and 'COST' = any(t.sides)
    order by t.rank, t.code limit 1`,
)

/** Code of the first charge type in use for base prices of trips; undefined if there is none. */
export async function findBaseCostType(tx: Tx): Promise<string | undefined> {
  return (await tx.query<{ code: string }>(selectBaseCost))[0]?.code
}

const selectPlaces = statement(
  'charges.find_subjects',
  `select c.charge_id, c.order_id, c.trip_id from charge c where c.tenant_id = $1 and c.charge_id = any($2::uuid[])`,
)

/** Immutable references of these charges to orders and trips. Unknown ids are omitted. */
export async function findPlaces(
  tx: Tx,
  ids: readonly string[],
): Promise<Pick<ChargeRow, 'charge_id' | 'order_id' | 'trip_id'>[]> {
  return ids.length === 0 ? [] : await tx.query(selectPlaces, ids)
}

const selectCompany = statement(
  'charges.company_exists',
  'select 1 from company m where m.tenant_id = $1 and m.company_id = $2 and m.is_subcontractor and not m.is_archived',
)

/** Whether a company may bill costs. */
export async function isSubcontractor(tx: Tx, companyId: string): Promise<boolean> {
  return (await tx.query(selectCompany, companyId)).length > 0
}
