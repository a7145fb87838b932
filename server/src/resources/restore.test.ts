import { addResourceAllocation, addResourceGroup, listGroupMembers } from '@cartage/contract/resources/app/groups'
import * as app from '@cartage/contract/resources/app/record'
import { archiveResource, listResources } from '@cartage/contract/resources/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourceOf } from '../testing/data/fleet.ts'
import { rejection } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function garage() {
  const tenant = await server.tenant()
  const planner = await tenant.user('PLANNER')
  const van = await resourceOf(tenant, { name: 'Van', van: { license_plate: '1-ABC-234' } })
  return { tenant, planner, van, params: { resource_id: van.id } }
}

test('RES-11: an archived resource is restored unchanged, can be edited again, and the trail has the person', async () => {
  const { tenant, planner, van, params } = await garage()
  await tenant.call(archiveResource, { params })
  const refused = planner(app.changeResourceRecord, { params, body: { name: 'New' } })
  expect((await rejection(refused)).body.code).toBe('resource_archived')

  await planner(app.restoreResourceRecord, { params })
  const { items: inUse } = await tenant.call(listResources, {})
  expect(inUse).toMatchObject([{ id: van.id, name: 'Van', is_active: true }])
  await planner(app.changeResourceRecord, { params, body: { name: 'New' } })
  const { items } = await planner(app.listResourceHistory, { params })
  expect(items.map(({ action }) => action)).toEqual(['updated', 'restored', 'archived', 'created'])
})

test('an active one stays unchanged, and only planners restore one', async () => {
  const { tenant, planner, params } = await garage()
  await planner(app.restoreResourceRecord, { params })
  expect((await planner(app.listResourceHistory, { params })).items).toHaveLength(1)
  const viewer = await tenant.user('VIEWER')
  expect((await rejection(viewer(app.restoreResourceRecord, { params }))).status).toBe(403)
})

test('a kind is not changed: the response explains the alternative', async () => {
  const { planner, params } = await garage()
  const { status, body } = await rejection(planner(app.changeResourceRecord, { params, body: { driver: {} } as never }))
  expect(status).toBe(422)
  expect(body.message).toContain('Create a new resource instead')
})

test('members of a group are listed by name with their dates; archived and removed ones are not', async () => {
  const { tenant, planner, van } = await garage()
  const driver = await resourceOf(tenant, { name: 'Ann', driver: {} })
  const gone = await resourceOf(tenant, { name: 'Gone', driver: {} })
  const { id } = await planner(addResourceGroup, { body: { name: 'North' } })
  const put = (resource_id: string, days: object = {}) =>
    planner(addResourceAllocation, { body: { kind: 'FIXED', resource_id, resource_group_id: id, ...days } })
  await put(van.id, { starts_on: '2026-01-01', ends_on: '2026-06-30' })
  await put(driver.id)
  await put(gone.id)
  await tenant.call(archiveResource, { params: { resource_id: gone.id } })
  const { items } = await planner(listGroupMembers, { params: { resource_group_id: id } })
  expect(items).toMatchObject([
    { resource_name: 'Ann', resource_type: 'DRIVER', starts_on: null, ends_on: null },
    { resource_name: 'Van', license_plate: '1-ABC-234', starts_on: '2026-01-01', ends_on: '2026-06-30' },
  ])
})
