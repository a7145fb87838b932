import { randomUUID } from 'node:crypto'
import { getCompany, syncCompanies } from '@cartage/contract/companies/endpoints'
import { listEvents } from '@cartage/contract/events/endpoints'
import { canonicalOrder } from '@cartage/contract/orders/canonical'
import { exportOrder, getOrder } from '@cartage/contract/orders/endpoints'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import { getResource, listResources, syncResources } from '@cartage/contract/resources/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { putTenantSettings } from '../../tenants/commands.ts'
import { readTenantSettings } from '../../tenants/tenants.views.ts'
import { simpleOrder } from '../../testing/data/orders.ts'
import { tripTenant } from '../../testing/data/trips.ts'
import { plantFault } from '../../testing/plant-fault.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { carryOrders, tryOrders } from './file.commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A tenant that accepts ids unless given false. */
async function tenantThat(accepts_record_ids = true): Promise<TestTenant> {
  const tenant = await tripTenant(server)
  const settings = await tenant.asTenant(readTenantSettings)
  await putTenantSettings(server.ctx, tenant.tenantId, byOperator, { ...settings, accepts_record_ids })
  return tenant
}

const resource = (external_id: string, id?: string) => ({ external_id, name: `Truck ${external_id}`, truck: {}, id })
const company = (code: string, id?: string) => ({ code, name: `Name ${code}`, currency: 'EUR', is_customer: true, id })
const order = (id: string | undefined, members: object = {}) => ({
  ...canonicalOrder(OrderUpload.parse(simpleOrder(members))),
  ...(id && { id }),
})
const syncBoth = async (tenant: TestTenant, ids: { resource?: string; company?: string }, source = 'old') => {
  const resources = await tenant.call(syncResources, { body: { source, items: [resource('1', ids.resource)] } })
  const companies = await tenant.call(syncCompanies, { body: { source, items: [company('CARRIED', ids.company)] } })
  return [resources.results[0]!, companies.results[0]!]
}
const details = (result: { errors?: readonly { path: string | null; detail: unknown }[] | undefined }) =>
  result.errors?.map(({ path, detail }) => [path, detail])

describe('ids of another installation', () => {
  test('are used for new records, and two tenants may have the same ones without seeing each other', async () => {
    const [one, other] = [await tenantThat(), await tenantThat()]
    const ids = { resource: randomUUID(), company: randomUUID(), order: randomUUID() }
    const mine = order(ids.order, { note: 'of one' })
    const theirs = order(ids.order, { note: 'of the other' })
    for (const [tenant, upload] of [
      [one, mine],
      [other, theirs],
    ] as const) {
      const [resources, companies] = await syncBoth(tenant, ids)
      expect([resources, companies]).toMatchObject([
        { outcome: 'CREATED', id: ids.resource },
        { outcome: 'CREATED', id: ids.company },
      ])
      expect(await carryOrders(server.ctx, tenant.tenantId, byOperator, [upload])).toEqual([
        { outcome: 'CREATED', id: ids.order, upload_id: expect.any(String), errors: [] },
      ])
    }
    await server.drain()
    await one.call(syncResources, { body: { source: 'old', items: [] } })
    expect(await one.call(getResource, { params: { resource_id: ids.resource } })).toMatchObject({ is_active: false })
    expect(await other.call(getResource, { params: { resource_id: ids.resource } })).toMatchObject({ is_active: true })
    expect((await other.call(listResources, {})).items).toHaveLength(1)
    await one.call(syncCompanies, { body: { source: 'old', items: [{ ...company('CARRIED'), name: 'Renamed' }] } })
    expect((await other.call(getCompany, { params: { id: ids.company } })).name).toBe('Name CARRIED')
    const params = { order_id: ids.order }
    for (const [tenant, upload] of [
      [one, mine],
      [other, theirs],
    ] as const) {
      expect(await tenant.call(getOrder, { params })).toMatchObject({ id: ids.order })
      const exported = await tenant.call(exportOrder, { params })
      expect(exported).toMatchObject({ order_identifier: upload.order_identifier })
      expect(exported).not.toHaveProperty('id')
      const log = await tenant.call(listEvents, { query: {} })
      expect(JSON.stringify(log)).toContain(ids.order)
    }
  })

  test('are used once when several sources send the same one in the same moment: the others are informed that it is in use', async () => {
    const tenant = await tenantThat()
    const id = randomUUID()
    const sources = ['one', 'two', 'three', 'four']
    const answers = await Promise.all(
      sources.map((source) => tenant.call(syncResources, { body: { source, items: [resource(source, id)] } })),
    )
    const results = answers.flatMap((answer) => answer.results)
    expect(results.filter(({ outcome }) => outcome === 'CREATED')).toMatchObject([{ id }])
    expect(results.flatMap((result) => details(result) ?? [])).toEqual(Array(3).fill(['items.0.id', 'id_taken']))
  })

  test('are unique within a tenant, and an existing record keeps its own', async () => {
    const tenant = await tenantThat()
    const ids = { resource: randomUUID(), company: randomUUID() }
    await syncBoth(tenant, ids)
    expect(await syncBoth(tenant, ids)).toMatchObject([{ outcome: 'UNCHANGED' }, { outcome: 'UNCHANGED' }])
    const changed = await syncBoth(tenant, { resource: randomUUID(), company: randomUUID() })
    expect(changed.map(details)).toEqual([[['items.0.id', 'id_differs']], [['items.0.id', 'id_differs']]])
    const again = { source: 'another', items: [resource('2', ids.resource), resource('3', ids.resource)] }
    const { results } = await tenant.call(syncResources, { body: again })
    expect(results.map(details)).toEqual([[['items.0.id', 'id_taken']], [['items.1.id', 'id_taken']]])
    const [id, free] = [randomUUID(), randomUUID()]
    const orders = [order(id), order(id), order(free)]
    const carried = await carryOrders(server.ctx, tenant.tenantId, byOperator, orders)
    // The order of the two is not defined; one of them gets the id.
    expect(carried.map(({ outcome, id }) => [outcome, id]).sort()).toEqual(
      [
        ['CREATED', id],
        ['CREATED', free],
        ['REFUSED', null],
      ].sort(),
    )
    expect(carried.flatMap((result) => details(result) ?? [])).toEqual([['id', 'id_taken']])
    const renamed = { ...orders[2]!, id: randomUUID(), operation: 'UPDATE' as const }
    expect(details((await carryOrders(server.ctx, tenant.tenantId, byOperator, [renamed]))[0]!)).toEqual([
      ['id', 'id_differs'],
    ])
  })

  test('are refused if the tenant does not accept them, and nothing changes', async () => {
    const tenant = await tenantThat(false)
    const ids = { resource: randomUUID(), company: randomUUID() }
    const rows = await syncBoth(tenant, ids)
    expect(rows.map(({ outcome, id }) => [outcome, id])).toEqual([
      ['REFUSED', null],
      ['REFUSED', null],
    ])
    expect(rows.map(details)).toEqual([[['items.0.id', 'ids_not_accepted']], [['items.0.id', 'ids_not_accepted']]])
    const [refused] = await carryOrders(server.ctx, tenant.tenantId, byOperator, [order(randomUUID())])
    expect([refused!.outcome, details(refused!)]).toEqual(['REFUSED', [['id', 'ids_not_accepted']]])
    expect((await tenant.call(listResources, {})).items).toEqual([])
  })
})

describe('a dry run of orders', () => {
  test('reports the result for each, and leaves everything unchanged', async () => {
    const tenant = await tenantThat()
    const id = randomUUID()
    const known = order(undefined)
    await carryOrders(server.ctx, tenant.tenantId, byOperator, [known])
    const rows = [order(id), known, order(undefined, { customer: { name: 'Nobody knows it' } })]
    const tried = await tryOrders(server.ctx, tenant.tenantId, rows)
    expect(tried.map(({ outcome }) => outcome)).toEqual(['CREATED', 'UNCHANGED', 'REFUSED'])
    expect(tried[0]!.id).toBe(id)
    await expect(tenant.call(getOrder, { params: { order_id: id } })).rejects.toMatchObject({ status: 404 })
    expect((await carryOrders(server.ctx, tenant.tenantId, byOperator, rows)).map(({ outcome }) => outcome)).toEqual([
      'CREATED',
      'UNCHANGED',
      'REFUSED',
    ])
  })

  test('and the import itself report the same result for every order of one identifier, the first time and again', async () => {
    const tenant = await tenantThat()
    const first = order(undefined)
    const changed = { ...first, operation: 'UPDATE' as const, customer_reference_number: 'changed' }
    const cancelled = { ...first, operation: 'DELETE' as const }
    const outcomes = (results: { outcome: string }[]) => results.map(({ outcome }) => outcome)
    const rows = [first, first, changed, changed]
    const expected = ['CREATED', 'UNCHANGED', 'UPDATED', 'UNCHANGED']
    expect(outcomes(await tryOrders(server.ctx, tenant.tenantId, rows))).toEqual(expected)
    expect(outcomes(await carryOrders(server.ctx, tenant.tenantId, byOperator, rows))).toEqual(expected)
    const again = [first, changed, cancelled, cancelled]
    const then = ['UNCHANGED', 'UNCHANGED', 'DELETED', 'UNCHANGED']
    expect(outcomes(await tryOrders(server.ctx, tenant.tenantId, again))).toEqual(then)
    expect(outcomes(await carryOrders(server.ctx, tenant.tenantId, byOperator, again))).toEqual(then)
  })
})

test('EACH-1: an order of a file that cannot be stored because of an internal error is refused with its number, and the others are imported', async () => {
  const tenant = await tenantThat()
  const [bad, good, third] = ['bad', 'good', 'third'].map((name) => `${name}-${randomUUID()}`)
  const orders = [bad, good, third].map((order_identifier) => order(undefined, { order_identifier }))
  const mend = await plantFault(server, 'order_upload', `new.order_identifier = '${bad}'`)
  const carried = await carryOrders(server.ctx, tenant.tenantId, byOperator, orders)
  await mend()
  expect(carried.map(({ outcome }) => outcome)).toEqual(['REFUSED', 'CREATED', 'CREATED'])
  expect(carried[0]!.errors[0]!.message).toMatch(/fault of the service/)
  expect(await carryOrders(server.ctx, tenant.tenantId, byOperator, [orders[0]!])).toMatchObject([
    { outcome: 'CREATED' },
  ])
})
