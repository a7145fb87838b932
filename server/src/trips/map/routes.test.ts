import { updateTracking } from '@cartage/contract/inbound/tracking-update'
import { listPositions } from '@cartage/contract/positions/app/fleet'
import { listMapVehicles } from '@cartage/contract/trips/app/map'
import { afterAll, describe, expect, test } from 'vitest'
import { resourceOf } from '../../testing/data/fleet.ts'
import { change, plannedTrip, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const minute = 60_000
const now = Math.floor(Date.now() / minute) * minute
const iso = (minutes: number) => new Date(now + minutes * minute).toISOString()

const send = (tenant: TestTenant, name: string, minutes: readonly number[]) =>
  tenant.webhook(updateTracking, {
    body: {
      updates: [
        {
          tracking_match: { matches_any: [{ resource: { vehicle: { generic_id: { matches_any: [name] } } } }] },
          tracking_update_data: minutes.map((at) => ({
            position: { timestamp: iso(at), latitude: 51 + at / 1_000, longitude: 4 },
          })),
        },
      ],
    },
  })

describe('the live map', () => {
  test('shows vehicles with a position, an earlier one for direction, their trip, its next stop and its driver', async () => {
    const tenant = await tripTenant(server)
    const planner = await tenant.user('PLANNER')
    const viewer = await tenant.user('VIEWER')
    const phone = { driver: { last_name: 'Ann', phone_number: '+31 6 1234' } }
    const { tripId, orders } = await plannedTrip(server, tenant, {
      resources: [
        { name: 'T', external_id: 'T', tractor: { license_plate: '11-BBB-1' } },
        { name: 'Ann', ...phone },
      ],
    })
    const shifted = (at: number) => ({ planned_start_at: iso(at), planned_end_at: iso(at + 30) })
    await change(server, tenant, [tripId], ([trip]) => [
      { ...trip!, stops: trip!.stops.map((stop, index) => ({ ...stop, ...shifted(30 + index * 120) })) },
    ])
    await resourceOf(tenant, { name: 'Silent' })
    await resourceOf(tenant, { name: 'Free', external_id: 'Free' })
    await send(tenant, 'Free', [-90])
    await send(tenant, 'T', [-20, -6, -1])
    const { version, items } = await planner(listMapVehicles, {})
    expect(items.map(({ name }) => name)).toEqual(['T', 'Free'])
    expect(items[0]).toMatchObject({
      ...{ license_plate: '11-BBB-1', resource_type: 'TRACTOR', resource_group_ids: [] },
      position: { latitude: 50.999, longitude: 4 },
      before: { latitude: 50.994, longitude: 4 },
      trip: {
        ...{ trip_id: tripId, status: 'PLANNED', stop_count: 2, done_count: 0, from_city: 'Gent' },
        ...{ driver_name: 'Ann', driver_phone: '+31 6 1234' },
        next_stop: { status: 'PLANNED', city: 'Gent', planned_start_at: iso(30).replace('.000', '') },
      },
    })
    expect(items[1]).toMatchObject({ before: null, trip: null })
    expect(orders).toHaveLength(1)
    // Driver data that the viewer may not read is not sent.
    const seen = (await viewer(listMapVehicles, {})).items[0]!.trip!
    expect([seen.driver_name, seen.driver_phone]).toEqual(['Ann', null])
    await send(tenant, 'Free', [-1])
    const changed = await planner(listPositions, { query: { since: version } })
    expect(changed.items.map(({ name }) => name)).toContain('Free')
  })
})
