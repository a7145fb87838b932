import { addResourceGroup } from '@cartage/contract/resources/app/groups'
import { updateResource } from '@cartage/contract/resources/endpoints'
import { addUnavailability } from '@cartage/contract/unavailabilities/app/calendar'
import { afterAll, expect, test } from 'vitest'
import { permissionsOf } from '../auth/permissions.rules.ts'
import { firstStart, plannedTrip, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { readDay } from './day.views.ts'

const server = await startTestServer()
afterAll(() => server.close())

const hour = 3_600_000
const at = (hours: number) => `${new Date(firstStart + hours * hour).toISOString().slice(0, 19)}Z`

test('FIT-13: a trip whose driver is away during it is an exception on Today, and otherwise not', async () => {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const { tripId, resourceIds } = await plannedTrip(server, tenant)
  const driver = resourceIds[2]!
  const reader = { permissions: permissionsOf('PLANNER'), group: undefined }
  const shown = async (now: number) => {
    const { exceptions } = await tenant.asTenant((tx) => readDay(tx, reader, now))
    return exceptions.filter(({ kind }) => kind === 'DRIVER_AWAY')
  }
  const away = (start_time: string, end_time: string) =>
    planner(addUnavailability, {
      params: { resource_id: driver },
      body: { start_time, end_time, reason: 'DRIVER_SICKNESS', description: '', external_id: null },
    })
  await away(at(-48), at(-24))
  await away(at(24), at(48))
  expect(await shown(firstStart - 12 * hour)).toEqual([])
  await away(at(-1), at(12))
  expect(await shown(firstStart - 12 * hour)).toMatchObject([
    { trip_id: tripId, severity: 'SLIGHT', damage_at: at(0), away: { resource_id: driver, name: 'Ann Driver' } },
  ])
  expect(await shown(firstStart - hour)).toMatchObject([{ severity: 'SEVERE' }])
  expect(await shown(firstStart + 24 * hour)).toEqual([])
})

test('FIT-13: planners of a group see it if the truck of the trip is in the group, and otherwise not', async () => {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const { tripId, resourceIds } = await plannedTrip(server, tenant)
  await planner(addUnavailability, {
    params: { resource_id: resourceIds[2]! },
    body: { start_time: at(-1), end_time: at(12), reason: 'DRIVER_SICKNESS', description: '', external_id: null },
  })
  const [north, south] = await Promise.all(
    ['North', 'South'].map((name) => planner(addResourceGroup, { body: { name, code: name } })),
  )
  await tenant.call(updateResource, {
    params: { resource_id: resourceIds[0]! },
    body: { resource_group: { id: north!.id } },
  })
  const tripsOf = async (group: string) => {
    const reader = { permissions: permissionsOf('PLANNER'), group }
    const { exceptions } = await tenant.asTenant((tx) => readDay(tx, reader, firstStart - hour))
    return exceptions.flatMap(({ kind, trip_id }) => (kind === 'DRIVER_AWAY' ? [trip_id] : []))
  }
  expect(await tripsOf(north!.id)).toEqual([tripId])
  expect(await tripsOf(south!.id)).toEqual([])
})
