import { changeCompanyRecord } from '@cartage/contract/companies/app/record'
import { listPlanCandidates } from '@cartage/contract/planning/app/candidates'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { createResourceValidity } from '@cartage/contract/validities/endpoints'
import { afterAll, expect, test } from 'vitest'
import { addCompany, resourceOf } from '../../testing/data/fleet.ts'
import { rejection } from '../../testing/data/orders.ts'
import { addOrder, plannedTrip, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** A trip with tractor, trailer and driver, and three more drivers: free, on another trip, with an expired licence. */
async function desk() {
  const tenant = await tripTenant(server)
  const [planner, director] = [await tenant.user('PLANNER'), await tenant.user('SUPER_ADMIN')]
  const { tripId, resourceIds } = await plannedTrip(server, tenant)
  const params = { trip_id: tripId }
  return { tenant, planner, director, tripId, params, resourceIds }
}

test('FIT-8: suitable drivers come first; the others have the reason from the verdict, and a command gives the same reason', async () => {
  const { tenant, planner, params, tripId, resourceIds } = await desk()
  const driver = (name: string) => resourceOf(tenant, { name, driver: { first_name: name, last_name: 'Driver' } })
  const [busy, ended] = [await driver('Abe'), await driver('Bea'), await driver('Zed')]
  await plannedTrip(server, tenant, {
    orders: [await addOrder(server, tenant)],
    resources: [],
    members: withDriver(busy.id),
  })
  const validity = {
    type: 'DRIVER_DRIVING_LICENSE' as const,
    start_time: '2020-01-01T00:00:00Z',
    legal_end_time: '2026-01-01T00:00:00Z',
  }
  await tenant.call(createResourceValidity, { params: { resource_id: ended.id }, body: validity })
  const now = resourceIds[2]!
  const { items } = await planner(listPlanCandidates, { params, query: { kind: 'DRIVER', instead_of: now } })
  expect(items.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['Ann Driver', 'OK'],
    ['Zed', 'OK'],
    ['Abe', 'HARD'],
    ['Bea', 'HARD'],
  ])
  expect(items.map(({ message }) => message)).toEqual([
    null,
    null,
    expect.stringMatching(/^Abe is on .* until/),
    expect.stringMatching(/^Driving licence of Bea legally expires/),
  ])
  for (const { id, message } of items.slice(2)) {
    const body = { trip_id: tripId, resource_ids: [...resourceIds.slice(0, 2), id] }
    const refused = await rejection(planner(givePlanningCommand, { body: { kind: 'PLACE', ...body } }))
    expect(refused).toMatchObject({ status: 409, body: { code: 'plan_refused' } })
    expect(JSON.stringify(refused.body)).toContain(message)
  }
})

const withDriver = (resource_id: string) => ({
  resources: [{ resource_id, name: null, license_plate: null, container_number: null }],
})

test('FIT-8: a resource is judged together with the other assigned ones, and a search finds resources with its text', async () => {
  const { tenant, planner, params, resourceIds } = await desk()
  await resourceOf(tenant, { name: 'Trailer 2', trailer: { license_plate: '1-QQQ-222' } })
  const add = await planner(listPlanCandidates, { params, query: { q: 'trail' } })
  expect(add.items.map(({ name, verdict, side }) => [name, verdict, side])).toEqual([
    ['Trailer 1', 'OK', '1-QQQ-111'],
    ['Trailer 2', 'SOFT', '1-QQQ-222'],
  ])
  const swap = { kind: 'TRAILER', instead_of: resourceIds.join(','), with: resourceIds.slice(0, 1).join(',') } as const
  const { items } = await planner(listPlanCandidates, { params, query: swap })
  expect(items.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['Trailer 1', 'OK'],
    ['Trailer 2', 'OK'],
  ])
})

test('FIT-8: a blocked carrier is refused, except for users who may override it; another tenant finds no trip', async () => {
  const { tenant, planner, director, params } = await desk()
  const company_id = await addCompany(tenant)
  const change = { params: { company_id }, body: { purchase: { status: 'BLOCKED' as const } } }
  await director(changeCompanyRecord, change)
  const query = { kind: 'CARRIER', only: company_id } as const
  const message = 'Subco is blocked as a carrier. Choose another one.'
  const one = { id: company_id, name: 'Subco', side: null, message }
  expect(await planner(listPlanCandidates, { params, query })).toEqual({
    items: [{ ...one, verdict: 'HARD' }],
    is_cut: false,
  })
  expect((await director(listPlanCandidates, { params, query })).items).toEqual([{ ...one, verdict: 'SOFT' }])
  const stranger = await (await server.tenant()).user('PLANNER')
  expect(await rejection(stranger(listPlanCandidates, { params, query }))).toMatchObject({ status: 404 })
})
