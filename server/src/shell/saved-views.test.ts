import { changeSavedView, createSavedView, deleteSavedView, listSavedViews } from '@cartage/contract/app/saved-views'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rejection } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const query = { screen: 'orders' }
const view = { screen: 'orders', name: 'Reefers of today', search: 'is_tempered=true' }

test('a view is stored for its author, and shown to others when it is shared', async () => {
  const tenant = await server.tenant()
  const [maker, other] = [await tenant.user('PLANNER'), await tenant.user('VIEWER')]
  const { saved_view_id } = await maker(createSavedView, { body: view })
  expect((await maker(listSavedViews, { query })).items).toMatchObject([{ name: view.name, is_own: true }])
  expect((await other(listSavedViews, { query })).items).toEqual([])
  await maker(changeSavedView, { params: { saved_view_id }, body: { is_shared: true } })
  expect((await other(listSavedViews, { query })).items).toMatchObject([{ name: view.name, is_own: false }])
  expect((await other(listSavedViews, { query: { screen: 'trips' } })).items).toEqual([])
})

test('only the author of a view changes or removes it', async () => {
  const tenant = await server.tenant()
  const [maker, other] = [await tenant.user('PLANNER'), await tenant.user('SUPER_ADMIN')]
  const { saved_view_id } = await maker(createSavedView, { body: { ...view, is_shared: true } })
  const params = { saved_view_id }
  expect((await rejection(other(changeSavedView, { params, body: { name: 'Mine now' } }))).status).toBe(404)
  expect((await rejection(other(deleteSavedView, { params }))).status).toBe(404)
  await maker(changeSavedView, { params, body: { name: 'Cold' } })
  await maker(deleteSavedView, { params })
  expect((await maker(listSavedViews, { query })).items).toEqual([])
  expect((await rejection(maker(deleteSavedView, { params }))).status).toBe(404)
})

test('each user has at most 50 views of a list', async () => {
  const tenant = await server.tenant()
  const maker = await tenant.user('PLANNER')
  for (let count = 0; count < 50; count += 1) await maker(createSavedView, { body: view })
  const refused = await rejection(maker(createSavedView, { body: view }))
  expect(refused.status).toBe(409)
  expect(refused.body.message).toContain('Remove one first')
  await maker(createSavedView, { body: { ...view, screen: 'trips' } })
})
