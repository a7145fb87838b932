import type { CompanyOutput } from '@cartage/contract/companies/company-output'
import { foldText } from '@cartage/contract/reading/fold'
import { withoutNotes } from '../../companies/rules.ts'
import {
  type CompanyRow,
  companiesById,
  companyColumns,
  companyOutput,
  toCompanyOutputs,
} from '../../companies/views.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { Problem } from '../../http/problem.ts'
import { enteredCoordinates, survivorOf } from '../../locations/views.ts'
import type { OrderState } from '../changes.rules.ts'
import type { OrderDocument } from '../content.rules.ts'
import type { StopRole } from '../stops/sequence.rules.ts'
import type { Visit } from '../stops/times.rules.ts'
import { tripStopOf, visitColumns } from '../stops/times.views.ts'
import { loadNames } from './names.views.ts'
import type { Names } from './output.rules.ts'

/** Columns of an order that every read needs. */
export interface OrderRead {
  order_id: string
  order_identifier: string
  order_number: string
  status: OrderState
  is_blocked: boolean
  version: number
  company_id: string
  document: OrderDocument
  created_by_user: string | null
  /** UTC, second precision. */
  created_timestamp: string
}

const selectOrder = statement(
  'orders.select_order',
  `select o.order_id, o.order_identifier, o.order_number, o.status, o.is_blocked, o.version, o.company_id,
          o.doc as document,
          o.created_by_user,
          ${instant('o.created_at')} as created_timestamp
     from transport_order o
    where o.tenant_id = $1 and o.order_id = $2 and ($3::uuid is null or o.company_id = $3)`,
)

/**
 * One order.
 * @param companyId the only company a caller with the role CUSTOMER may see, null for other callers
 * @throws Problem not_found, the same for an order that is unknown, another tenant's or another company's
 */
export async function getOrderRow(tx: Tx, orderId: string, companyId: string | null): Promise<OrderRead> {
  const [row] = await tx.query<OrderRead>(selectOrder, orderId, companyId)
  if (!row) throw new Problem('not_found')
  return row
}

/** A stop with the key of its location and its times on a trip. */
export interface StopRead extends Visit {
  stop_id: string
  role: StopRole
  consignment_id: string | null
  activity_label: string
  status: string
  /** Null while it is on no trip. */
  trip_id: string | null
  mileage_km: number | null
  location: {
    id: string
    name: string | null
    address: string | null
    address_second_line: string | null
    postal_code: string | null
    city: string | null
    state: string | null
    country: string | null
    code: string | null
    external_id: string | null
    latitude: number | null
    longitude: number | null
  }
}

const coordinates = enteredCoordinates('l')

// The limits force look-ups by key: planned on empty tables, a join scans all locations of the tenant.
const selectStops = statement(
  'orders.select_stops',
  `select s.stop_id, s.role, s.consignment_id, s.activity_label, s.status, t.trip_id, t.mileage_km,
          ${visitColumns('t')},
          json_build_object(
            'id', l.location_id, 'name', l.name, 'address', l.address,
            'address_second_line', l.address_second_line, 'postal_code', l.postal_code, 'city', l.city,
            'state', l.state, 'country', l.country, 'code', l.code, 'external_id', l.external_id,
            'latitude', ${coordinates.latitude}, 'longitude', ${coordinates.longitude}) as location
     from order_stop s
     cross join lateral (
       select * from location f where f.tenant_id = $1 and f.location_id = s.location_id limit 1
     ) w
     cross join lateral (
       select * from location f where f.tenant_id = $1 and f.location_id = ${survivorOf('w')} limit 1
     ) l
     ${tripStopOf('s')}
    where s.tenant_id = $1 and s.order_id = $2 order by s.sequence`,
)

/** The stops of an order, in sequence. */
export async function stopsOf(tx: Tx, orderId: string): Promise<StopRead[]> {
  return await tx.query<StopRead>(selectStops, orderId)
}

const selectNamed = statement(
  'orders.select_named_companies',
  `select c.company_id, c.code, c.accounting_code, c.name from company c
    where c.tenant_id = $1
      and (c.accounting_code = any($2::text[]) or c.code = any($2::text[]) or c.name_key = any($3::text[]))`,
)

/** All data of a response about an order. */
export interface WholeOrder {
  order: OrderRead
  stops: StopRead[]
  customer: CompanyOutput
  /** Buyers and sellers that are companies of the tenant, by their code or folded name in the order. */
  traders: ReadonlyMap<string, CompanyOutput>
  /** Current names of its references. */
  names: Names
}

// Selected by order, so that it is read in the same round trip as the order.
const selectCustomer = statement(
  'orders.select_customer',
  `select ${companyColumns} from company c
    where c.tenant_id = $1
      and c.company_id = (select o.company_id from transport_order o where o.tenant_id = $1 and o.order_id = $2)`,
)

/** An order with the records found by its id alone. */
export interface OrderParts {
  order: OrderRead
  stops: StopRead[]
  customer: CompanyRow
  names: Names
}

/**
 * Loads the records found by the id of an order, in one round trip.
 * @param naming reads the names of its references
 * @throws Problem not_found
 */
export async function loadOrderParts(
  tx: Tx,
  orderId: string,
  companyId: string | null,
  naming: (tx: Tx) => Promise<Names> = loadNames,
): Promise<OrderParts> {
  const [order, stops, [customer], names] = await Promise.all([
    getOrderRow(tx, orderId, companyId),
    stopsOf(tx, orderId),
    tx.query<CompanyRow>(selectCustomer, orderId),
    naming(tx),
  ])
  return { order, stops, customer: customer!, names }
}

/**
 * The whole order, if its parts refer to nothing that must be looked up; otherwise undefined.
 * @param companyId the only company a caller with the role CUSTOMER may see
 */
export function wholeAlready(
  { order, stops, customer, names }: OrderParts,
  companyId: string | null,
): WholeOrder | undefined {
  if (customer.billing_location_id !== null || namedTraders(order).length > 0) return undefined
  const shown = shownTo(companyId)
  return { order, stops, customer: shown(companyOutput(customer, new Map())), traders: new Map(), names }
}

/** Output of a company: a caller with the role CUSTOMER does not see the haulier's notes about it. */
function shownTo(companyId: string | null): (company: CompanyOutput) => CompanyOutput {
  return companyId === null ? (company) => company : withoutNotes
}

/**
 * The whole order, with the records that its parts refer to.
 * @param companyId the only company a caller with the role CUSTOMER may see: other companies are the haulier's own
 * records, which a customer could read one by one by naming them in an order
 */
export async function completeOrder(
  tx: Tx,
  { order, stops, customer, names }: OrderParts,
  companyId: string | null,
): Promise<WholeOrder> {
  const customers = await toCompanyOutputs(tx, [customer])
  const shown = shownTo(companyId)
  const whole = { order, stops, customer: shown(customers.get(customer.company_id)!), names }
  const named = namedTraders(order)
  if (named.length === 0) return { ...whole, traders: new Map() }
  const found = (await findNamed(tx, named)).filter(({ company_id }) => companyId === null || company_id === companyId)
  const companies = await companiesById(tx, [...new Set(found.map(({ company_id }) => company_id))])
  const traders = new Map<string, CompanyOutput>()
  for (const { company_id, code, accounting_code, name } of found) {
    for (const key of [foldText(name), code, accounting_code])
      if (key) traders.set(key, shown(companies.get(company_id)!))
  }
  return { ...whole, traders }
}

function namedTraders({ document }: OrderRead) {
  return document.consignments.flatMap(({ buyer, seller }) => [buyer, seller]).filter((one) => one != null)
}

async function findNamed(tx: Tx, named: ReturnType<typeof namedTraders>) {
  return await tx.query<{ company_id: string; code: string | null; accounting_code: string | null; name: string }>(
    selectNamed,
    named.map(({ code }) => code).filter((code) => code !== undefined),
    named.flatMap(({ name }) => (name === undefined ? [] : [foldText(name)])),
  )
}

/**
 * Loads an order with all data of its responses.
 * @throws Problem not_found
 */
export async function loadWholeOrder(tx: Tx, orderId: string, companyId: string | null): Promise<WholeOrder> {
  const parts = await loadOrderParts(tx, orderId, companyId)
  return wholeAlready(parts, companyId) ?? (await completeOrder(tx, parts, companyId))
}
