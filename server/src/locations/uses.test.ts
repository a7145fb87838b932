import { createCompany } from '@cartage/contract/companies/endpoints'
import {
  createLocation,
  getLocationUses,
  listLocationHistory,
  mergeLocation,
  updateLocation,
} from '@cartage/contract/locations/app/record'
import { listFences } from '@cartage/contract/positions/app/fences'
import { getLocationFence, getResourceState, setLocationFence } from '@cartage/contract/positions/app/fleet'
import { afterAll, expect, test } from 'vitest'
import { customer } from '../testing/data/companies.ts'
import { resourceOf } from '../testing/data/fleet.ts'
import { at, uploadedLocation, yard } from '../testing/data/locations.ts'
import { orderTenant, rejection } from '../testing/data/orders.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('records that use a location are listed with it, also through a location merged into it', async () => {
  const tenant = await orderTenant(server)
  const call = await tenant.user('PLANNER')
  const old = await uploadedLocation(server, tenant, { ...yard, name: 'Old name' })
  const stays = await call(createLocation, { body: yard })
  await resourceOf(tenant, { name: 'Ann', driver: { start_stop_location: { id: stays.id } } })
  const { id: _, ...billing } = { id: '', ...yard }
  await tenant.call(createCompany, { body: customer({ name: 'Yard Ltd', billing_location: billing }) })
  await call(mergeLocation, { ...at(old), body: { into: stays.id } })

  const uses = await call(getLocationUses, at(stays.id))
  expect(uses.drivers).toMatchObject([{ name: 'Ann' }])
  expect(uses.companies).toMatchObject([{ name: 'Yard Ltd' }])
  expect(uses.merged).toEqual([{ id: old, name: 'Old name' }])
  expect(uses.order_count).toBeGreaterThan(0)
  expect(uses.orders[0]).toMatchObject({ name: expect.any(String), customer: expect.any(String) })
})

test('the history of a location shows who changed what, newest first', async () => {
  const tenant = await server.tenant()
  const call = await tenant.user('PLANNER')
  const { id } = await call(createLocation, { body: yard })
  await call(updateLocation, { ...at(id), body: { code: 'Y1' } })
  const { items } = await call(listLocationHistory, at(id))
  expect(items.map(({ action }) => action)).toEqual(['updated', 'created'])
  expect(items[0]!.changes).toMatchObject({ code: { before: null, after: 'Y1' } })
})

test('the radius of a location is the default until another is set; a resource without data has no state', async () => {
  const tenant = await server.tenant()
  const call = await tenant.user('PLANNER')
  const { id } = await call(createLocation, { body: yard })
  const { radius_m, usual_radius_m } = await call(getLocationFence, at(id))
  expect([radius_m, usual_radius_m > 0]).toEqual([null, true])
  await call(setLocationFence, { ...at(id), body: { radius_m: 450 } })
  expect((await call(getLocationFence, at(id))).radius_m).toBe(450)
  // Setting the same value changes nothing; the author of a change is in the history.
  await call(setLocationFence, { ...at(id), body: { radius_m: 450 } })
  const { items } = await call(listLocationHistory, at(id))
  expect(items.map(({ action }) => action)).toEqual(['updated', 'created'])
  expect(items[0]).toMatchObject({ changes: { radius_m: { before: null, after: 450 } }, actor: { kind: 'user' } })

  const van = await resourceOf(tenant)
  expect(await call(getResourceState, { params: { resource_id: van.id } })).toMatchObject({ states: [] })
  const unknown = call(getResourceState, { params: { resource_id: id } })
  expect((await rejection(unknown)).status).toBe(404)
})

test('the map shows exact locations in view with their effective circle, and no others', async () => {
  const [tenant, other] = await Promise.all([server.tenant(), server.tenant()])
  const call = await tenant.user('PLANNER')
  const place = { name: 'Gate', latitude: 51.9, longitude: 4.3 }
  const gate = await call(createLocation, { body: place })
  await call(createLocation, { body: { name: 'Far', latitude: 48, longitude: 2 } })
  await call(createLocation, { body: { name: 'Town only', city: 'Rotterdam', country: 'NL' } })
  await (await other.user('PLANNER'))(createLocation, { body: place })
  await server.drain()
  const query = { west: 4, south: 51, east: 5, north: 52 }
  const usual = await call(listFences, { query })
  expect(usual).toMatchObject({ items: [{ location_id: gate.id, name: 'Gate', is_own: false }], is_cut: false })
  await call(setLocationFence, { ...at(gate.id), body: { radius_m: 75 } })
  expect((await call(listFences, { query })).items).toMatchObject([{ radius_m: 75, is_own: true }])
})
