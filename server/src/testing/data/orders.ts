import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { CallError } from '@cartage/contract/client'
import { getOrderUpload, uploadOrder } from '@cartage/contract/orders/endpoints'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import type { z } from 'zod'
import { insertCompanies, type NewCompany } from '../../companies/store.ts'
import { statement } from '../../db/statement.ts'
import { insertReference } from '../../tenants/store.ts'
import type { TestServer } from '../start-test-server.ts'
import type { TenantOptions, TestTenant } from '../test-tenant.ts'

export type Upload = z.input<typeof OrderUpload>

/** The customer of every test tenant. */
export const alpha = { code: 'C1', name: 'Alpha' } as const

/** A tenant that has the customer `alpha`. */
export async function orderTenant(server: TestServer, options?: TenantOptions): Promise<TestTenant> {
  const tenant = await server.tenant(options)
  await addCompany(tenant, { name: alpha.name, code: alpha.code, accounting_code: alpha.code })
  return tenant
}

/** The rejection of a call. Fails when it is not rejected. */
export async function rejection(work: Promise<unknown>): Promise<CallError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof CallError)) throw new Error(`expected a refusal, got ${String(error)}`)
  return error
}

/** Creates a customer and returns its id. */
export async function addCompany(tenant: TestTenant, company: Omit<NewCompany, 'company_id'>): Promise<string> {
  const company_id = randomUUID()
  await tenant.asTenant((tx) => insertCompanies(tx, [{ is_customer: true, ...company, company_id }]))
  return company_id
}

/** A small valid order, with the members given by a test. */
export function simpleOrder(members: Partial<Upload> = {}): Upload {
  return {
    operation: 'CREATE',
    order_identifier: `order-${randomUUID()}`,
    customer: { code: alpha.code },
    transport_service: { code: 'GENERAL' },
    consignments: [
      {
        pickup_stop: { location: { name: 'Mill', city: 'Gent', country: 'BE' }, date: '2026-02-02' },
        delivery_stop: { location: { name: 'Shop', city: 'Lille', country: 'FR' }, date: '2026-02-03' },
        goods: [{ description: 'Flour', quantity: 4, total_weight_kg: 1200 }],
      },
    ],
    ...members,
  }
}

/** Uploads an order, applies the whole queue, and returns the record afterwards. */
export async function settle(server: TestServer, tenant: TestTenant, body: Upload): Promise<OrderImport> {
  const { upload_id } = await tenant.call(uploadOrder, { body })
  for (let round = 1; ; round += 1) {
    await server.drain()
    const record = await tenant.call(getOrderUpload, { params: { upload_id } })
    // A concurrent drain may be processing it.
    if (record.upload_status !== 'IN_PROGRESS' || round === mostRounds) return record
  }
}

const mostRounds = 200

const selectEvents = statement(
  'testing.select_events',
  'select type, sequence, entity_id, payload from event e where e.tenant_id = $1 order by entity_id, epoch, sequence',
)

/** Members of an order in a message that tests compare. */
interface SentOrder {
  customer: { id: string }
  consignment: { goods: [object, ...object[]] }
  stops: [SentStop, SentStop]
}

interface SentStop {
  location: { name?: string }
  eta_start_time: string | null
}

interface SentUpdate {
  id: string | null
  type: string
  status: string
  reason?: string
  operation?: string
  stop?: object
  resource?: object
  input_data?: object
  barcode: { value: string }
}

/** An event as published; for the members of each kind see `OperationalVisibilityUpdate` of the contract. */
export interface TestEvent {
  type: string
  sequence: number
  entity_id: string
  payload: {
    events: [{ sequence: number; update: SentUpdate }]
    order: SentOrder
    trip: { orders: [SentOrder]; stops: [SentStop] }
  }
}

/** The events of the tenant, in order per entity. */
export async function eventsOf(tenant: TestTenant): Promise<TestEvent[]> {
  const rows = await tenant.asTenant((tx) => tx.query<Omit<TestEvent, 'payload'> & { payload: string }>(selectEvents))
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
}

const selectVersion = statement(
  'testing.select_version',
  'select version from transport_order o where o.tenant_id = $1 and o.order_id = $2',
)

/** Version counter of the order. */
export async function versionOf(tenant: TestTenant, orderId: string): Promise<number> {
  const [row] = await tenant.asTenant((tx) => tx.query<{ version: number }>(selectVersion, orderId))
  return row!.version
}

const folder = new URL('../../../../contract/fixtures/orders/', import.meta.url)

/** The example bodies of the contract, by file name. */
export function exampleOrders(): { name: string; body: Upload }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, body: JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Upload }))
}

/** Adds the reference data that the example bodies refer to by code or name. */
export async function addExampleReference(tenant: TestTenant): Promise<void> {
  const bodies = exampleOrders().map(({ body }) => OrderUpload.parse(body))
  const named = <Thing extends { code?: string | null; name?: string | null }>(
    things: (Thing | null | undefined)[],
  ) => {
    const known = things.filter((thing) => thing != null)
    return [...new Map(known.map((one) => [one.code ?? one.name!, one])).values()].map(({ code, name }) => ({
      code: code ?? name!,
      name: name ?? code!,
    }))
  }
  const goods = bodies.flatMap(({ consignments }) => consignments ?? []).flatMap(({ goods: list }) => list ?? [])
  const packaging = goods.flatMap((good) => [
    good.packaging_type,
    good.package_type ? { code: good.package_type } : null,
  ])
  await tenant.asTenant((tx) =>
    insertReference(tx, {
      transport_services: named(bodies.map((body) => body.transport_service)),
      service_levels: named(bodies.map((body) => body.service_level)),
      import_configurations: named(bodies.map((body) => body.import_configuration)),
      packaging_types: named(packaging).filter(({ name }) => name !== 'Pallet'),
    }),
  )
}
