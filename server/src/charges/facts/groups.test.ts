import { addResourceAllocation, addResourceGroup } from '@cartage/contract/resources/app/groups'
import { afterAll, expect, test } from 'vitest'
import { chargeTenant } from '../../testing/data/money/charges.ts'
import { plannedTrip } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { tripFacts } from './trips.rules.ts'
import { loadTripSources } from './trips.views.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('PRICE-2: the group of a rotating vehicle is that of its turn on the day the trip starts', async () => {
  const tenant = await chargeTenant(server)
  const user = await tenant.user('SUPER_ADMIN')
  const { tripId, resourceIds } = await plannedTrip(server, tenant)
  const group = (code: string) => user(addResourceGroup, { body: { name: code, code } })
  const [north, south] = [await group('NORTH'), await group('SOUTH')]
  // The trip starts on 2 February 2026: day 15 of the rotation, so the third week.
  const turns = [
    { resource_group_id: north.id, days: 7 },
    { resource_group_id: south.id, days: 7 },
  ]
  const rotation = { kind: 'ROTATING' as const, resource_id: resourceIds[0]!, starts_on: '2026-01-19', turns }
  await user(addResourceAllocation, { body: rotation })
  const groupOf = async () => {
    const [source] = await tenant.asTenant((tx) => loadTripSources(server.ctx, tx, [tripId]))
    return tripFacts(source!).values['trip.resource_group']
  }
  expect(await groupOf()).toBe('NORTH')
})
