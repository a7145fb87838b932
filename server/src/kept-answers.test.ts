import { randomUUID } from 'node:crypto'
import { changeCompany, createCompany, getCompany, readCompany } from '@cartage/contract/companies/endpoints'
import type { Endpoint } from '@cartage/contract/endpoint'
import { mergeLocation, updateLocation } from '@cartage/contract/locations/app/record'
import { blockOrder, unblockOrder } from '@cartage/contract/orders/app/commands'
import { getOrder, getOrderStatus, getOrderUpload, uploadOrder } from '@cartage/contract/orders/endpoints'
import { getResource, updateResource } from '@cartage/contract/resources/endpoints'
import { changeSetting, listSettings } from '@cartage/contract/tenants/app/settings'
import { reportStop } from '@cartage/contract/trips/app/record'
import { getTrip } from '@cartage/contract/trips/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { statement } from './db/statement.ts'
import { seededRandom } from './planning/solver/random.rules.ts'
import { insertReference } from './tenants/store.ts'
import { addExtra, resourceOf } from './testing/data/fleet.ts'
import { at } from './testing/data/locations.ts'
import { settle, simpleOrder, type Upload } from './testing/data/orders.ts'
import { addOrder, change, plannedTrip, tripTenant } from './testing/data/trips.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'
import type { TestTenant } from './testing/test-tenant.ts'

/** READ_COMPARISONS and READ_SEED set a longer run, or repeat one. */
const comparisons = Number(process.env.READ_COMPARISONS ?? 400)
const seed = Number(process.env.READ_SEED ?? Date.now() % 1_000_000)
const random = seededRandom(seed).next
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const word = () => randomUUID().slice(0, 8)

const server = await startTestServer()
// A process without a cache reads the current state.
const config = readConfig({ NODE_ENV: 'test', KEPT_ANSWERS_MB: '0' })
const fresh = await startTestServer({ db: server.ctx.db, config })
afterAll(async () => {
  await fresh.close()
  await server.close()
})

interface Read {
  endpoint: Endpoint
  id: string
}

let tenant: TestTenant
let admin: Awaited<ReturnType<TestTenant['user']>>
let reads: Read[] = []
const orderIds: string[] = []
const identifiers: string[] = []
const stopIds: string[] = []
const companyIds: string[] = []
const resourceIds: string[] = []
const tripIds: string[] = []

async function newOrder() {
  const order = await addOrder(server, tenant, { transport_service: { code: pick(['EXP', 'GENERAL']) } })
  orderIds.push(order.orderId)
  identifiers.push(order.orderIdentifier)
  stopIds.push(...order.stops.map(({ stop_id }) => stop_id))
  reads.push({ endpoint: getOrder, id: order.orderId }, { endpoint: getOrderStatus, id: order.orderId })
  return order
}

async function newTrip(status: 'CREATED' | 'PLANNED') {
  const { tripId } = await plannedTrip(server, tenant, { orders: [await newOrder()], resources: [], status })
  const resources = [pick(resourceIds)].map((resource_id) => ({
    ...{ resource_id, name: null, license_plate: null, container_number: null },
  }))
  await change(server, tenant, [tripId], (trips) => trips.map((trip) => ({ ...trip, resources })))
  tripIds.push(tripId)
  reads.push({ endpoint: getTrip, id: tripId })
}

beforeAll(async () => {
  tenant = await tripTenant(server)
  admin = await tenant.user('SUPER_ADMIN')
  await tenant.asTenant((tx) => insertReference(tx, { transport_services: [{ code: 'EXP', name: 'Express' }] }))
  const carrier = { name: 'Carrier', currency: 'EUR', is_subcontractor: true }
  const { id: carrierId } = await tenant.call(createCompany, { body: carrier })
  await addExtra(tenant, 'ADR')
  const extras = [{ code: 'ADR' }]
  for (const members of [
    { driver: {} },
    { tractor: {}, extras },
    { trailer: {}, subcontractor: { row_id: carrierId } },
  ]) {
    resourceIds.push((await resourceOf(tenant, members)).id!)
  }
  for (let n = 0; n < 3; n += 1) await newOrder()
  await newTrip('PLANNED')
  const { customer } = await tenant.call(getOrder, { params: { order_id: orderIds[0]! } })
  companyIds.push(customer!.id!, carrierId!)
  reads.push(...resourceIds.map((id) => ({ endpoint: getResource, id })))
  reads.push(...companyIds.flatMap((id) => [getCompany, readCompany].map((endpoint) => ({ endpoint, id }))))
})

const placeOf = async () =>
  pick((await tenant.call(getOrder, { params: { order_id: pick(orderIds) } })).stops!).location!.id!

/** Rows that are part of answers, changed as any writer may. */
const rows = [
  'extra set name = $2 where tenant_id = $1',
  'resource_group set name = $2 where tenant_id = $1',
  'billing_entity set legal_name = $2 where tenant_id = $1',
  'planning_group set name = $2 where tenant_id = $1',
  'company_billing_code set accounting_code = $2 where tenant_id = $1',
  "tenant_setting set locale = case locale when 'nl' then 'fr' else 'nl' end where tenant_id = $1 and $2 <> ''",
  'trip_resource set name = $2 where tenant_id = $1',
  'trip_stop set reference_number = $2 where tenant_id = $1',
  "company_contact set is_archived = not is_archived where tenant_id = $1 and $2 <> ''",
].map((text, at) => statement(`test.change_row_${at}`, `update ${text}`))

const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  'an upload that is applied': () =>
    settle(server, tenant, simpleOrder({ order_identifier: pick(identifiers), note: word() } as Partial<Upload>)),
  'an upload that waits': async () => {
    const body = simpleOrder({ order_identifier: pick(identifiers) })
    const { upload_id } = await tenant.call(uploadOrder, { body })
    reads.push({ endpoint: getOrderUpload, id: upload_id })
  },
  'uploads that are applied': () => server.drain(),
  'the name of a location': async () =>
    admin(updateLocation, { ...at(await placeOf()), body: { name: `Site ${word()}` } }),
  'a merge of locations': async () => {
    const [one, other] = [await placeOf(), await placeOf()]
    if (one !== other) await admin(mergeLocation, { ...at(one), body: { into: other } }).catch(() => undefined)
  },
  'a company, its contacts and where it is billed': async () => {
    const body = pick([
      { name: `Alpha ${word()}` },
      { contacts: [{ name: `Bob ${word()}` }] },
      { billing_location: { address: word(), city: 'Gent', country: 'BE' } },
    ])
    await tenant.call(changeCompany, { params: { company_id: pick(companyIds) }, body })
  },
  'a resource': () =>
    tenant.call(updateResource, { params: { resource_id: pick(resourceIds) }, body: { name: word() } }),
  'a hold': () => {
    const params = { order_id: pick(orderIds) }
    return random() < 0.5 ? admin(blockOrder, { params, body: { reason: word() } }) : admin(unblockOrder, { params })
  },
  'the name of a setting': async () => {
    const { items } = await admin(listSettings, { params: { kind: 'transport_services' } })
    const params = { kind: 'transport_services', setting_id: pick(items).setting_id }
    await admin(changeSetting, { params, body: { name: `Service ${word()}` } })
  },
  'a plan': () => newTrip('PLANNED'),
  'a draft of a plan': () => newTrip('CREATED'),
  'the times of a trip': async () => {
    const shift = Math.ceil(random() * 60) * 60_000
    const later = (at: string | null) => at && new Date(Date.parse(at) + shift).toISOString()
    await change(server, tenant, [pick(tripIds)], (trips) =>
      trips.map((trip) => ({
        ...trip,
        stops: trip.stops.map((stop) => ({
          ...stop,
          ...{ planned_start_at: later(stop.planned_start_at), planned_end_at: later(stop.planned_end_at) },
        })),
      })),
    )
  },
  'a report of a stop': () =>
    admin(reportStop, {
      params: { stop_id: pick(stopIds) },
      body: { status: pick(['AT_STOP', 'COMPLETED'] as const) },
    }).catch(() => undefined),
  'a row': () => tenant.asTenant((tx) => tx.query(pick(rows), word())),
}

function read(on: TestServer, { endpoint, id }: Read, known?: string) {
  return on.app.inject({
    url: endpoint.path.replace(/\{\w+\}/, id),
    headers: { authorization: `Bearer ${tenant.token}`, ...(known !== undefined && { 'if-none-match': known }) },
  })
}

test('READ-9, READ-10: after any command a cached response equals a fresh one byte for byte, and is 304 only for a caller that has it', {
  timeout: 3_600_000,
}, async () => {
  const tags = new Map<string, string>()
  const counts = { compared: 0, changed: 0 }
  while (counts.compared < comparisons) {
    const [name, run] = pick(Object.entries(commands))
    await run()
    // Repeatedly reads the newest records, and some older ones.
    reads = [...reads.slice(0, 10), ...reads.slice(10).slice(-12)]
    for (const one of reads) {
      const what = `${one.endpoint.id} ${one.id} after ${name}, READ_SEED=${seed}`
      const known = tags.get(`${one.endpoint.id} ${one.id}`)
      const [sent, found] = [await read(server, one), await read(fresh, one)]
      expect([sent.statusCode, sent.body], what).toEqual([found.statusCode, found.body])
      expect(sent.headers.etag, what).toBe(found.headers.etag)
      expect((await read(server, one, known)).statusCode, what).toBe(known === found.headers.etag ? 304 : 200)
      counts.changed += known !== undefined && known !== found.headers.etag ? 1 : 0
      tags.set(`${one.endpoint.id} ${one.id}`, String(found.headers.etag))
      counts.compared += 1
    }
  }
  expect(counts.changed).toBeGreaterThan(comparisons / 20)
})
