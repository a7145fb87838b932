import { search } from '@cartage/contract/app/shell'
import { addResourceAllocation, addResourceGroup } from '@cartage/contract/resources/app/groups'
import * as app from '@cartage/contract/resources/app/record'
import { createResourceRecord, getResourceRecord, listResourceHistory } from '@cartage/contract/resources/app/record'
import { archiveResource } from '@cartage/contract/resources/endpoints'
import { addValidityToResource } from '@cartage/contract/validities/app/validities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourceOf } from '../../testing/data/fleet.ts'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function fleet() {
  const tenant = await server.tenant()
  const planner = await tenant.user('PLANNER')
  const van = await resourceOf(tenant, { name: 'Van of Ann', van: { license_plate: '1-ABC-234' }, code: 'V1' })
  const driver = await resourceOf(tenant, { name: 'Ann Peeters', driver: {}, external_id: 'HR-7' })
  const truck = await resourceOf(tenant, { name: 'Big truck', truck: { license_plate: '9-XYZ-1' } })
  return { tenant, planner, van, driver, truck }
}

const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('the list is searched by the beginning of name, plate, code and external id, ignoring case', async () => {
  const { planner } = await fleet()
  const find = async (q: string) => namesOf(await planner(app.listResourceRecords, { query: { q } }))
  expect(await find('ann')).toEqual(['Ann Peeters'])
  expect(await find('1abc 2')).toEqual(['Van of Ann'])
  expect(await find('V1')).toEqual(['Van of Ann'])
  expect(await find('HR-')).toEqual(['Ann Peeters'])
  expect(await find('eeters')).toEqual([])
})

test('kinds and groups filter the list, and the counts apply the other filters', async () => {
  const { planner, van } = await fleet()
  const group = await planner(addResourceGroup, { body: { name: 'North' } })
  await planner(addResourceAllocation, {
    body: { kind: 'FIXED', resource_id: van.id, resource_group_id: group.id },
  })
  expect(namesOf(await planner(app.listResourceRecords, { query: { type: 'VAN,RIGID', sort: '-name' } }))).toEqual([
    'Van of Ann',
    'Big truck',
  ])
  const inGroup = await planner(app.listResourceRecords, { query: { group: group.id } })
  expect(inGroup.items.map(({ name, groups }) => [name, groups])).toEqual([['Van of Ann', ['North']]])
  const counts = await planner(app.countResourceRecords, { query: { type: 'VAN' } })
  expect(counts.by_type).toEqual({ VAN: 1, DRIVER: 1, RIGID: 1 })
})

test('a window beyond the end is empty and still has the total', async () => {
  const { planner } = await fleet()
  expect(await planner(app.listResourceRecords, { query: { offset: 100 } })).toEqual({ items: [], total: 3 })
})

test('certificates that expire within 30 days are found, and a renewed validity no longer counts', async () => {
  const { planner, van, driver, truck } = await fleet()
  const add = (id: string, type: 'FUEL_CARD' | 'FINE', end_time: string, legal_end_time: string | null = null) =>
    planner(addValidityToResource, {
      params: { resource_id: id },
      body: { type, start_time: inDays(-400), end_time, legal_end_time },
    })
  await add(van.id, 'FUEL_CARD', inDays(20))
  await add(driver.id, 'FUEL_CARD', inDays(-3))
  await add(driver.id, 'FUEL_CARD', inDays(300))
  await add(truck.id, 'FINE', inDays(60))
  const query = { expiring: 'true' as const }
  expect(namesOf(await planner(app.listResourceRecords, { query }))).toEqual(['Van of Ann'])
  expect((await planner(app.countResourceRecords, { query: {} })).expiring).toBe(1)
  await add(truck.id, 'FUEL_CARD', inDays(90), inDays(10))
  expect(namesOf(await planner(app.listResourceRecords, { query }))).toEqual(['Big truck', 'Van of Ann'])
  const record = await planner(getResourceRecord, { params: { resource_id: truck.id } })
  expect(record.next_expiry?.type).toBe('FUEL_CARD')
})

test('RES-11: an archived resource is listed separately and changes are refused', async () => {
  const { tenant, planner, van } = await fleet()
  await tenant.call(archiveResource, { params: { resource_id: van.id } })
  expect(namesOf(await planner(app.listResourceRecords, { query: {} }))).toEqual(['Ann Peeters', 'Big truck'])
  const archived = await planner(app.listResourceRecords, { query: { archived: 'true', q: '1-abc' } })
  expect(namesOf(archived)).toEqual(['Van of Ann'])
  const change = planner(app.changeResourceRecord, { params: { resource_id: van.id }, body: { name: 'y' } })
  expect((await rejection(change)).status).toBe(400)
})

test('a resource created and changed on a screen is in its history with the person', async () => {
  const { planner } = await fleet()
  const created = await planner(createResourceRecord, { body: { name: 'New', van: {} } as never })
  const params = { resource_id: (created as { id: string }).id }
  await planner(app.changeResourceRecord, { params, body: { name: 'Newer' } })
  const { items } = await planner(listResourceHistory, { params })
  expect(items.map(({ action, actor }) => [action, actor.kind])).toEqual([
    ['updated', 'user'],
    ['created', 'user'],
  ])
  expect(items[0]!.changes.name).toEqual({ before: 'New', after: 'Newer' })
})

test('the palette finds resources by plate and by name', async () => {
  const { planner } = await fleet()
  await server.drain()
  const find = async (q: string) =>
    (await planner(search, { query: { q } })).items.map(({ kind, title }) => [kind, title])
  expect(await find('1abc')).toEqual([['resource', 'Van of Ann']])
  expect(await find('BIG')).toEqual([['resource', 'Big truck']])
})

test('a viewer reads resources and cannot change them', async () => {
  const { tenant, van } = await fleet()
  const viewer = await tenant.user('VIEWER')
  expect((await viewer(app.listResourceRecords, { query: {} })).total).toBe(3)
  const change = viewer(app.changeResourceRecord, { params: { resource_id: van.id }, body: { name: 'y' } })
  expect((await rejection(change)).status).toBe(403)
})
