import type { TaxCategory, TaxTreatment } from '@cartage/contract/books/app'
import type { TaxRateType } from '@cartage/contract/books/tax-rate'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/**
 * A member of a charge that a person may set. Rating then no longer changes it (CHARGE-6). A charge that is excluded
 * altogether is DO_NOT_INVOICE, which rating does not change either.
 */
export type OverriddenMember = 'quantity' | 'unit_price' | 'amount' | 'description'

/** A manual override of a rated value. Values are text. */
export interface Override {
  readonly value: string
  /** Rated value at the time of the override. */
  readonly rated: string | null
  readonly by: string
  readonly at: string
  readonly reason: string
}

/** Decision on an approval with its amount: agreement is to an amount (CHARGE-7). */
export interface ApprovalDecision {
  /** Last comment. */
  readonly comment: string | null
  readonly by: string
  readonly at: string
  /** The amount of the decision. */
  readonly amount: string
  /** New amount after rating changed it, which requires a new request for approval. */
  readonly changed_to?: string
}

export type ChargeStatus =
  | 'CREATED'
  | 'DO_NOT_INVOICE'
  | 'INVOICED'
  | 'INVOICE_POSTED'
  | 'INVOICED_EXTERNAL'
  | 'WITHDRAWN'
export type Approval = 'TO_REQUEST' | 'REQUESTED' | 'REJECTED_INTERNAL' | 'REJECTED' | 'APPROVED'

/** Tax of a charge, copied from the rules and the tax rate. Decimals are text. */
export interface ChargeTax {
  readonly treatment: TaxTreatment
  readonly category: TaxCategory
  /** Percentage; null outside the scope of VAT. */
  readonly percentage: string | null
  readonly vatex: string | null
  readonly tax_type: TaxRateType
  /** Base rate, before rules for the customer and the transport. */
  readonly base_percentage: string | null
  readonly code: string
  readonly name: string
  /** Text for documents; empty: the usual note. */
  readonly description: string
}

/** A stored charge. Amounts, quantities and prices are decimals as text. */
export interface ChargeRow {
  readonly charge_id: string
  readonly side: 'SALES' | 'COST'
  /** Sales belong to an order, costs to a trip or an order. */
  readonly order_id: string | null
  readonly trip_id: string | null
  readonly consignment_id: string | null
  readonly stop_id: string | null
  /** The payer or the supplier; null: our own fleet. */
  readonly company_id: string | null
  readonly billing_entity_id: string | null
  readonly charge_type: string
  readonly name: string
  readonly role: 'BASE' | 'SURCHARGE' | 'ACCESSORIAL' | 'DISBURSEMENT'
  readonly description: string
  readonly quantity: string
  readonly unit: string
  readonly unit_price: string
  readonly amount: string
  readonly currency: string
  readonly origin: 'RATED' | 'MANUAL' | 'REQUESTED' | 'IMPORTED'
  /** Rated charges only: the line key, with the subject it was repeated for. */
  readonly line_key: string | null
  readonly correction: number
  readonly rated_amount: string | null
  readonly override: Readonly<Partial<Record<OverriddenMember, Override>>>
  readonly is_override_outdated: boolean
  readonly evidence: Readonly<Record<string, unknown>> | null
  readonly status: ChargeStatus
  readonly status_reason: string | null
  readonly approval: Approval | null
  readonly approval_decision: ApprovalDecision | null
  readonly tax: ChargeTax | null
  readonly tax_rate_id: string | null
  readonly tax_hold: string | null
  readonly supplied_on: string | null
  readonly version: number
  /** User who created it manually; null: rating. */
  readonly created_by: string | null
}

/** A charge to insert. */
export type NewCharge = Omit<ChargeRow, 'version'>

const written = [
  'charge_id',
  'side',
  'order_id',
  'trip_id',
  'consignment_id',
  'stop_id',
  'company_id',
  'billing_entity_id',
  'charge_type',
  'name',
  'role',
  'description',
  'quantity',
  'unit',
  'unit_price',
  'amount',
  'currency',
  'origin',
  'line_key',
  'correction',
  'rated_amount',
  'override',
  'is_override_outdated',
  'evidence',
  'status',
  'status_reason',
  'approval',
  'approval_decision',
  'tax',
  'tax_rate_id',
  'tax_hold',
  'supplied_on',
  'created_by',
] as const satisfies readonly (keyof NewCharge)[]

const texts: ReadonlySet<string> = new Set(['quantity', 'unit_price', 'amount', 'rated_amount', 'supplied_on'])

/** Columns of `ChargeRow`, from table alias `c`. */
export const chargeColumns = [
  ...written.map((name) => (texts.has(name) ? `c.${name}::text` : `c.${name}`)),
  'c.version',
].join(', ')

const insertCharges = statement(
  'charges.insert',
  `insert into charge (tenant_id, ${written.join(', ')})
   select $1, ${written.map((name) => `r.${name}`).join(', ')}
     from jsonb_populate_recordset(null::charge, $2::jsonb) r
   returning tenant_id`,
)

/** Inserts new charges. */
export async function addCharges(tx: Tx, charges: readonly NewCharge[]): Promise<void> {
  if (charges.length > 0) await tx.query(insertCharges, JSON.stringify(charges))
}

/** Immutable members: references of the charge, and its key. */
const fixed: ReadonlySet<string> = new Set([
  'charge_id',
  'side',
  'order_id',
  'trip_id',
  'origin',
  'line_key',
  'correction',
  'created_by',
])
const assigned = written
  .filter((name) => !fixed.has(name))
  .map((name) => `${name} = r.${name}`)
  .join(', ')

// Also joined by the key list: a plan made while the table is empty would otherwise scan all charges of the tenant.
const updateCharges = statement(
  'charges.update',
  `update charge c set ${assigned}, version = c.version + 1, updated_at = now()
     from jsonb_populate_recordset(null::charge, $2::jsonb) r
    where c.tenant_id = $1 and c.charge_id = any($3::uuid[]) and c.charge_id = r.charge_id`,
)

/** Overwrites changed charges, which must be locked, and increments their versions. */
export async function saveCharges(tx: Tx, charges: readonly ChargeRow[]): Promise<void> {
  if (charges.length === 0) return
  await tx.query(
    updateCharges,
    JSON.stringify(charges),
    charges.map(({ charge_id }) => charge_id),
  )
}

const updateTerms = statement(
  'charges.update_terms',
  `update charge c set company_id = r.company_id, billing_entity_id = r.billing_entity_id, supplied_on = r.supplied_on,
          tax = r.tax, tax_rate_id = r.tax_rate_id, tax_hold = r.tax_hold, updated_at = now()
     from jsonb_populate_recordset(null::charge, $2::jsonb) r
    where c.tenant_id = $1 and c.charge_id = any($3::uuid[]) and c.charge_id = r.charge_id`,
)

/**
 * Writes party and tax of manual charges, which must be locked. Their version stays, because what a person decides
 * about is unchanged (CHARGE-8).
 */
export async function saveTerms(tx: Tx, charges: readonly ChargeRow[]): Promise<void> {
  if (charges.length === 0) return
  await tx.query(
    updateTerms,
    JSON.stringify(charges),
    charges.map(({ charge_id }) => charge_id),
  )
}

const lockById = statement(
  'charges.lock',
  `select ${chargeColumns} from charge c where c.tenant_id = $1 and c.charge_id = any($2::uuid[])
    order by c.charge_id for update`,
)

/** These charges, locked in id order. Unknown ids are omitted. */
export async function chargesForUpdate(tx: Tx, ids: readonly string[]): Promise<ChargeRow[]> {
  return ids.length === 0 ? [] : await tx.query<ChargeRow>(lockById, ids)
}

// One lookup per order or trip: planned on an empty table, a list scans all charges of the tenant in lock order.
const lockOf = (column: 'order_id' | 'trip_id') =>
  `select ${chargeColumns} from charge c
    where c.tenant_id = $1 and c.charge_id = any(array(
            select k.charge_id from unnest($2::uuid[]) as g (id)
             cross join lateral (
               select x.charge_id from charge x where x.tenant_id = $1 and x.${column} = g.id offset 0) k))
    order by c.charge_id for update`
const lockByOrder = statement('charges.lock_of_orders', lockOf('order_id'))
const lockByTrip = statement('charges.lock_of_trips', lockOf('trip_id'))

/** Sales and costs of these orders, including withdrawn ones, locked in id order. */
export async function chargesOfOrdersForUpdate(tx: Tx, orderIds: readonly string[]): Promise<ChargeRow[]> {
  return orderIds.length === 0 ? [] : await tx.query<ChargeRow>(lockByOrder, orderIds)
}

/** Charges of these trips, including withdrawn ones, locked in id order. */
export async function chargesOfTripsForUpdate(tx: Tx, tripIds: readonly string[]): Promise<ChargeRow[]> {
  return tripIds.length === 0 ? [] : await tx.query<ChargeRow>(lockByTrip, tripIds)
}

const settle = statement(
  'charges.set_status',
  `update charge set status = $3, version = version + 1, updated_at = now()
    where tenant_id = $1 and charge_id = any($2::uuid[]) and status <> $3`,
)

/**
 * Sets the billing status of locked charges: INVOICED when their document is finalised, INVOICE_POSTED when it is
 * posted, CREATED again when a credit note releases them.
 */
export async function setChargeStatus(
  tx: Tx,
  ids: readonly string[],
  status: 'CREATED' | 'INVOICED' | 'INVOICE_POSTED' | 'INVOICED_EXTERNAL',
): Promise<void> {
  if (ids.length > 0) await tx.query(settle, ids, status)
}
