import { randomUUID } from 'node:crypto'
import { createSetting } from '@cartage/contract/tenants/app/settings'
import { addCharges, type NewCharge } from '../../../charges/record/store.ts'
import { refreshUnbilled } from '../../../charges/unbilled.store.ts'
import { statement } from '../../../db/statement.ts'
import type { TestServer } from '../../start-test-server.ts'
import type { TestTenant } from '../../test-tenant.ts'
import { tripTenant } from '../trips.ts'

const types = [
  { code: 'FREIGHT', name: 'Freight', role: 'BASE' },
  { code: 'FUEL', name: 'Fuel surcharge', role: 'SURCHARGE' },
  { code: 'WAITING', name: 'Waiting time', role: 'ACCESSORIAL', first_approval: 'TO_REQUEST' },
  { code: 'TOLL', name: 'Toll', role: 'DISBURSEMENT', sides: ['COST'] },
] as const

/** A tenant with the customer of `simpleOrder` and four charge types. */
export async function chargeTenant(server: TestServer): Promise<TestTenant> {
  const tenant = await tripTenant(server)
  const admin = await tenant.user('SUPER_ADMIN')
  for (const body of types) await admin(createSetting, { params: { kind: 'charge_types' }, body })
  return tenant
}

/** Standard Belgian tax of a charge. */
export const standardTax = {
  treatment: 'STANDARD',
  category: 'S',
  percentage: '21',
  vatex: null,
  tax_type: 'VAT',
  base_percentage: '21',
  code: 'BE21',
  name: 'VAT 21%',
  description: '',
} as const

/** A charge as written by rating, for an order or a trip, with defaults for all members. */
export function ratedCharge(members: Partial<NewCharge>): NewCharge {
  const amount = members.amount ?? '100.00'
  return {
    ...{ charge_id: randomUUID(), side: 'SALES', order_id: null, trip_id: null, consignment_id: null, stop_id: null },
    ...{ company_id: null, billing_entity_id: null, charge_type: 'FREIGHT', name: 'Freight', role: 'BASE' },
    ...{ description: '', quantity: '1', unit: 'C62', unit_price: amount, amount, currency: 'EUR', origin: 'RATED' },
    ...{ line_key: randomUUID(), correction: 0, rated_amount: amount, override: {}, is_override_outdated: false },
    ...{ evidence: null, status: 'CREATED', status_reason: null, approval: null, approval_decision: null },
    ...{ tax: standardTax, tax_rate_id: null, tax_hold: null, supplied_on: '2026-02-03', created_by: null },
    ...members,
  }
}

const complete = statement(
  'testing.complete_order',
  `update transport_order set status = 'COMPLETED', version = version + 1 where tenant_id = $1 and order_id = $2`,
)
const rated = statement(
  'testing.add_rating',
  `insert into rating (tenant_id, subject_type, subject_id, side, phase, result, message, facts)
   values ($1, 'ORDER', $2, 'SALES', 'ACTUAL', $3, '""', $4)
   on conflict (tenant_id, subject_type, subject_id, side) do update set result = excluded.result, facts = excluded.facts`,
)

/** Completes an order without a trip, and sets its rating. */
export async function completeOrder(
  tenant: TestTenant,
  orderId: string,
  { result = 'COMPLETE', values = {} }: { result?: string; values?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  await tenant.asTenant(async (tx) => {
    await tx.query(rated, orderId, result, { values })
    await tx.query(complete, orderId)
    await refreshUnbilled(tx, [orderId])
  })
}

/** Stores charges like rating does. */
export async function addRated(tenant: TestTenant, charges: readonly Partial<NewCharge>[]): Promise<NewCharge[]> {
  const written = charges.map(ratedCharge)
  await tenant.asTenant(async (tx) => {
    await addCharges(tx, written)
    await refreshUnbilled(
      tx,
      written.flatMap(({ order_id }) => order_id ?? []),
    )
  })
  return written
}

/** The id of the customer of `simpleOrder`. */
export async function customerOf(tenant: TestTenant, orderId: string): Promise<string> {
  const rows = await tenant.asTenant((tx) => tx.query<{ company_id: string }>(selectCustomer, orderId))
  return rows[0]!.company_id
}

const selectCustomer = statement(
  'testing.customer_of_order',
  'select o.company_id from transport_order o where o.tenant_id = $1 and o.order_id = $2',
)
