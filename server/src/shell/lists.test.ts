import { appEndpoints } from '@cartage/contract/app/endpoints'
import { countAuditRecords, listAuditRecords } from '@cartage/contract/audit/app'
import { changeCompanies, countCompanyRecords } from '@cartage/contract/companies/app/list'
import { createCompany } from '@cartage/contract/companies/endpoints'
import { listDeliveries } from '@cartage/contract/deliveries/app/record'
import type { Endpoint } from '@cartage/contract/endpoint'
import { countLogEntries } from '@cartage/contract/events/app'
import { changeLocations, countLocationRecords, listLocationRecords } from '@cartage/contract/locations/app/list'
import { createLocation } from '@cartage/contract/locations/app/record'
import * as lists from '@cartage/contract/messages/app/list'
import { addResourceGroup } from '@cartage/contract/resources/app/groups'
import { changeResources, exportResourceList } from '@cartage/contract/resources/app/list'
import { countResourceRecords, listResourceRecords } from '@cartage/contract/resources/app/record'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourceOf } from '../testing/data/fleet.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { logInAs } from '../testing/test-tenant.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const unknown = '00000000-0000-4000-8000-000000000000'

const files: readonly Endpoint[] = Object.values(appEndpoints).filter(
  ({ path, responseType, auth }: Endpoint) => path.endsWith('/csv') && responseType === 'bytes' && auth === 'session',
)

test.each(files.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s returns a file with a header line, even without rows',
  async (path) => {
    const tenant = await server.tenant()
    const headers = await logInAs(server, tenant.tenantId, 'SUPER_ADMIN')
    const answer = await server.app.inject({ url: path, headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[a-z-]+\.csv"$/)
    expect(answer.body).toMatch(/^\u{feff}[a-z_]+(,[a-z0-9_]+)+\n/u)
  },
)

test('resources are put into a group, archived and restored together, each with its own result', async () => {
  const tenant = await server.tenant()
  const planner = await tenant.user('PLANNER')
  const one = await resourceOf(tenant, { name: 'Anna', driver: {} })
  const other = await resourceOf(tenant, { name: '=Van', van: {} })
  const group = await planner(addResourceGroup, { body: { name: 'North' } })
  const ids = [one.id, unknown, other.id]
  const put = await planner(changeResources, { body: { action: 'group', resource_group_id: group.id, ids } })
  expect(put.items.map(({ id, is_done }) => [id, is_done])).toEqual([
    [one.id, true],
    [unknown, false],
    [other.id, true],
  ])
  expect(put.items[1]?.message).toBeTruthy()
  const counts = await planner(countResourceRecords, { query: {} })
  expect(counts).toMatchObject({ by_type: { DRIVER: 1, VAN: 1 }, by_group: { [group.id]: 2 } })
  expect(counts.by_subcontractor).toEqual([{ company_id: null, name: null, count: 2 }])
  await planner(changeResources, { body: { action: 'archive', ids: [one.id] } })
  expect((await planner(listResourceRecords, { query: {} })).items.map((row) => row.name)).toEqual(['=Van'])
  await planner(changeResources, { body: { action: 'restore', ids: [one.id] } })
  const headers = await logInAs(server, tenant.tenantId, 'PLANNER')
  const file = await server.app.inject({ url: exportResourceList.path, headers })
  const lines = file.body.trim().split('\n')
  expect(lines).toHaveLength(3)
  // A name that begins like a formula is reported as text.
  expect(file.body).toContain("'=Van")
})

test('companies are blocked and archived together and counted by role and state', async () => {
  const tenant = await server.tenant()
  const planner = await tenant.user('SUPER_ADMIN')
  const created = await Promise.all(
    ['A', 'B', 'C'].map((name) => tenant.call(createCompany, { body: { name, currency: 'EUR', is_customer: true } })),
  )
  const [first, second] = created.map(({ id }) => id)
  const blocked = await planner(changeCompanies, { body: { action: 'block', ids: [first!, unknown] } })
  expect(blocked.items.map(({ is_done }) => is_done)).toEqual([true, false])
  await planner(changeCompanies, { body: { action: 'archive', ids: [second!] } })
  expect(await planner(countCompanyRecords, { query: {} })).toEqual({
    by_role: { customer: 2, subcontractor: 0 },
    by_status: { APPROVED: 1, BLOCKED: 1 },
    expiring: 0,
  })
})

test('locations are listed by name with unnamed ones last, and merged into one together', async () => {
  const tenant = await server.tenant()
  const planner = await tenant.user('PLANNER')
  const created = []
  for (const body of [{ name: 'Zebra' }, { address: 'Kaai 7', city: 'Gent', country: 'BE' }, { name: 'Alfa' }]) {
    created.push(await planner(createLocation, { body }))
  }
  const [zebra, nameless, alfa] = created.map(({ id }) => id)
  const window = async (query: object) =>
    (await planner(listLocationRecords, { query })).items.map((location) => location.id)
  await server.drain()
  expect(await window({})).toEqual([alfa, zebra, nameless])
  expect(await window({ offset: 2 })).toEqual([nameless])
  expect(await window({ sort: '-name', limit: 1 })).toEqual([zebra])
  expect(await window({ country: 'BE' })).toEqual([nameless])
  expect(await planner(countLocationRecords, { query: {} })).toMatchObject({ by_country: { BE: 1 } })
  const merged = await planner(changeLocations, { body: { action: 'merge', into: alfa!, ids: [zebra!, alfa!] } })
  expect(merged.items.map(({ is_done }) => is_done)).toEqual([true, false])
  expect(await window({})).toEqual([alfa, nameless])
  expect(await window({ state: 'MERGED' })).toEqual([zebra])
})

test('the trail is filtered by a person, an action and a kind of record, and counted for each', async () => {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  await admin(addResourceGroup, { body: { name: 'South' } })
  await tenant.call(createCompany, { body: { name: 'Maas', currency: 'EUR', is_customer: true } })
  const { actors, by_entity_type } = await admin(countAuditRecords, { query: {} })
  expect(by_entity_type).toMatchObject({ resource_group: 1, company: 1 })
  const person = actors.find((actor) => actor.kind === 'user')
  const { items } = await admin(listAuditRecords, {
    query: { actor_id: person!.actor_id, entity_type: 'resource_group' },
  })
  expect(items.map((record) => record.entity_type)).toEqual(['resource_group'])
  const { items: found } = await admin(listAuditRecords, { query: { q: items[0]!.entity_id } })
  expect(found).toEqual(items)
  expect((await admin(listAuditRecords, { query: { action: 'deleted' } })).items).toEqual([])
})

test('lists without rows have zero counts', async () => {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  expect(await admin(countLogEntries, { query: {} })).toEqual({ by_type: {} })
  const none = { by_direction: {}, by_result: {}, by_kind: {} }
  expect(await admin(lists.countMessages, { query: { search: 'nothing' } })).toEqual(none)
  expect(await admin(lists.countInboxItems, { query: {} })).toEqual({ by_status: {}, by_kind: {} })
  expect(await admin(listDeliveries, { query: {} })).toEqual({ items: [], total: 0 })
})
