import { randomUUID } from 'node:crypto'
import { createRateRecord, NewRateDraft } from '@cartage/contract/rates/app/records'
import type { z } from 'zod'
import { byOperator } from '../../../audit/rules.ts'
import { statement } from '../../../db/statement.ts'
import { addValues, createIndex } from '../../../rates/indexes/commands.ts'
import { createRecord, publishDraft, saveDraft } from '../../../rates/records/commands.ts'
import { createBooks } from '../../../sample/books.jobs.ts'
import { settingKinds } from '../../../setting-kinds.ts'
import { addSetting } from '../../../tenants/settings/commands.ts'
import { newStop, newTrip, type TripStop } from '../../../trips/state.rules.ts'
import type { TestServer } from '../../start-test-server.ts'
import type { TenantOptions, TestTenant } from '../../test-tenant.ts'
import { resourceOf } from '../fleet.ts'
import { orderTenant } from '../orders.ts'
import { change, type TestOrder } from '../trips.ts'
import { chargeTypeRows } from './rates.ts'

/** A tenant with the customer of `simpleOrder`, a Belgian billing entity with tax rates, and charge types. */
export async function chargeTenant(server: TestServer, options?: TenantOptions): Promise<TestTenant> {
  const tenant = await orderTenant(server, options)
  await createBooks(server.ctx, tenant.tenantId, new Date())
  const kind = settingKinds.find((one) => one.kind === 'charge_types')!
  for (const [code, role, first_approval = null] of chargeTypeRows) {
    const values = { code, name: code.charAt(0) + code.slice(1).toLowerCase().replace('_', ' '), role, first_approval }
    await addSetting(server.ctx, { tenantId: tenant.tenantId, by: byOperator, kind }, values)
  }
  return tenant
}

type CardDoc = Extract<z.input<typeof NewRateDraft>, { kind: 'RATE_CARD' }>['doc']

/** Publishes a rate card from the beginning of 2026 on, by default for all customers. */
export async function publishCard(
  server: TestServer,
  tenant: TestTenant,
  code: string,
  doc: CardDoc,
  members: { side?: 'SALES' | 'COST'; currency?: string } = {},
): Promise<void> {
  const record = { kind: 'RATE_CARD', code, name: code, side: 'SALES', currency: 'EUR', ...members }
  await publish(server, tenant, record, { assignments: [{ to: 'ALL' }], ...doc })
}

/** Publishes a tariff table or a zone set. */
export async function publish(server: TestServer, { tenantId }: TestTenant, given: object, doc: object): Promise<void> {
  const command = { tenantId, by: byOperator }
  const record = createRateRecord.body.parse(given)
  const { rate_record_id } = await createRecord(server.ctx, command, record)
  const draft = NewRateDraft.parse({ kind: record.kind, valid_from: '2026-01-01', valid_to: null, doc })
  await saveDraft(server.ctx, command, rate_record_id, draft)
  await publishDraft(server.ctx, command, rate_record_id)
}

/**
 * Creates an index with values by start day.
 * @returns a function that adds values
 */
export async function publishIndex(
  server: TestServer,
  { tenantId }: TestTenant,
  code: string,
  values: Readonly<Record<string, string>>,
): Promise<(more: Readonly<Record<string, string>>) => Promise<unknown>> {
  const command = { tenantId, by: byOperator }
  const { price_index_id } = await createIndex(server.ctx, command, { code, name: code, source: '', lasts_days: null })
  const add = (given: Readonly<Record<string, string>>) => {
    const all = Object.entries(given).map(([valid_from, value]) => ({ valid_from, value }))
    return addValues(server.ctx, command, price_index_id, all)
  }
  await add(values)
  return add
}

/** The charge members that tests compare. */
export interface TestCharge {
  charge_id: string
  charge_type: string
  amount: string
  rated_amount: string | null
  currency: string
  status: string
  approval: string | null
  origin: string
  correction: number
  version: number
  is_override_outdated: boolean
  tax: { category: string; percentage: string | null; vatex: string | null } | null
  tax_hold: string | null
  evidence: Record<string, unknown> | null
}

const selectCharges = statement(
  'testing.select_charges',
  `select charge_id, charge_type, amount::text, rated_amount::text, currency, status, approval, origin, correction, version,
          is_override_outdated, tax, tax_hold, evidence
     from charge c where c.tenant_id = $1 and $2::uuid in (c.order_id, c.trip_id) and c.side = $3
    order by c.charge_type, c.correction, c.charge_id`,
)

/** The charges of an order or the costs of a trip, including withdrawn ones. */
export async function chargesOf(tenant: TestTenant, id: string, side = 'SALES'): Promise<TestCharge[]> {
  const rows = await tenant.asTenant((tx) => tx.query<TestCharge>(selectCharges, id, side))
  return rows.map((row) => ({
    ...row,
    amount: cents(row.amount),
    rated_amount: row.rated_amount && cents(row.rated_amount),
  }))
}

function cents(amount: string): string {
  return amount.replace(/0$/, '')
}

/** Charged amounts by charge type. */
export async function amountsOf(tenant: TestTenant, id: string, side = 'SALES'): Promise<Record<string, string>> {
  const charges = await chargesOf(tenant, id, side)
  return Object.fromEntries(
    charges.filter(({ status }) => status !== 'WITHDRAWN').map((one) => [one.charge_type, one.amount]),
  )
}

const selectRating = statement(
  'testing.select_rating',
  `select result, message, phase, rate_version_id, total::text, facts, shares, rating_group_id
     from rating r where r.tenant_id = $1 and r.subject_id = $2`,
)

/** Rating state of an order or trip. */
export async function ratingOf(tenant: TestTenant, id: string) {
  type Row = {
    result: string
    message: unknown
    phase: string
    total: string
    facts: { values: Record<string, unknown> }
  }
  return (await tenant.asTenant((tx) => tx.query<Row>(selectRating, id)))[0]
}

const selectUnbilled = statement(
  'testing.select_unbilled',
  `select reason, amount::text, currency, completed_on::text from unbilled_order u where u.tenant_id = $1 and u.order_id = $2`,
)

/** Unbilled remainder of an order; undefined when it is settled or not completed. */
export async function unbilledOf(tenant: TestTenant, orderId: string) {
  type Row = { reason: string; amount: string; currency: string | null; completed_on: string }
  return (await tenant.asTenant((tx) => tx.query<Row>(selectUnbilled, orderId)))[0]
}

const setCompany = statement(
  'testing.set_company',
  `update company c set doc = c.doc || $3::jsonb where c.tenant_id = $1 and c.accounting_code = $2`,
)

/** Sets the customer's VAT number. */
export async function withVat(tenant: TestTenant, vat_number: string, code = 'C1') {
  await tenant.asTenant((tx) => tx.query(setCompany, code, JSON.stringify({ vat_number })))
}

type Times = Pick<TripStop, 'planned_start_at' | 'planned_end_at' | 'actual_start_at' | 'actual_end_at' | 'status'>

/** A stop reached and left at these instants. */
export function done(from: string, to: string): Times {
  return {
    ...{ planned_start_at: from, planned_end_at: to, actual_start_at: from, actual_end_at: to },
    status: 'COMPLETED',
  }
}

/** A stop planned at these instants. */
export function planned(from: string, to: string): Partial<TripStop> {
  return { planned_start_at: from, planned_end_at: to, status: 'PLANNED' }
}

/** A stop of an order on a trip. */
export function onTrip(order: TestOrder, at: number, members: Partial<TripStop>): TripStop {
  const { stop_id, order_id, location_id, activity, activity_label } = order.stops[at]!
  return newStop({
    ...{ stop_id, order_id, location_id, activity, activity_label },
    ...{ kind: 'ORDER', stop_group_id: randomUUID() },
    ...members,
  })
}

/** A standalone stop at the place of an order's stop. */
export function standalone(order: TestOrder, at: number, members: Partial<TripStop>): TripStop {
  return { ...onTrip(order, at, members), stop_id: randomUUID(), kind: 'STANDALONE', order_id: null }
}

/** Creates a confirmed trip with these stops and returns its id. */
export async function drive(
  server: TestServer,
  tenant: TestTenant,
  stops: TripStop[],
  resources: readonly object[] = [],
): Promise<string> {
  const found = await Promise.all(resources.map((members) => resourceOf(tenant, members)))
  const carriers = found.map(({ id }) => ({
    ...{ resource_id: id, name: null, license_plate: null, container_number: null },
  }))
  const given = newTrip(randomUUID(), `T ${randomUUID()}`, { status: 'PLANNED', stops, resources: carriers })
  await change(server, tenant, [], () => [given])
  await server.drain()
  return given.trip_id
}

/** A place by its city and country. */
export const place = (city: string, country: string, more: object = {}) => ({
  name: `Place in ${city}`,
  city,
  country,
  ...more,
})
/** A line with a fixed price. */
export const fixed = (key: string, type: string, price: string) => ({
  ...{ key, type },
  block: { kind: 'FIXED' as const, price },
})
/** A fixed percentage of charge types. */
export const percentOf = (of: string[], percent: string) => ({
  ...{ kind: 'PERCENT' as const, of },
  rate: { kind: 'FIXED' as const, percent },
})
/** A price per unit of a fact. */
export const per = (fact: string, price: string) => ({
  ...{ kind: 'PER_UNIT' as const, price },
  quantity: { kind: 'FACT' as const, fact },
})
