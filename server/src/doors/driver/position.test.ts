import {
  getDriverDay,
  reportDriverActs,
  reportDriverPositions,
  setDriverPosition,
} from '@cartage/contract/doors/app/driver'
import { listTelematicsConnections, setDriverPositions } from '@cartage/contract/positions/app/connections'
import { listSamples } from '@cartage/contract/positions/app/fleet'
import { afterAll, expect, test } from 'vitest'
import { linkTo } from '../../testing/data/doors.ts'
import { auditOf } from '../../testing/data/fleet.ts'
import { addOrder, plannedStops, plannedTrip, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { callWith } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const minute = 60_000
const ago = (minutes: number) => new Date(Math.floor((Date.now() - minutes * minute) / 1_000) * 1_000).toISOString()
const shown = (instant: string) => instant.replace('.000Z', 'Z')

/** A driver on a trip that began an hour ago, whose organisation accepts positions or not. */
async function driving(isAllowed = true) {
  const tenant = await tripTenant(server)
  const order = await addOrder(server, tenant)
  const stops = plannedStops(order.stops, Date.now() - 60 * minute)
  const { resourceIds } = await plannedTrip(server, tenant, { orders: [order], members: { stops } })
  const driverId = resourceIds.at(-1)!
  const { headers } = await linkTo(server, tenant, { door: 'DRIVER', resource_id: driverId })
  const phone = callWith(server.app, headers)
  const admin = await tenant.user('SUPER_ADMIN')
  const allow = (is_allowed: boolean) => admin(setDriverPositions, { body: { is_allowed } })
  if (isAllowed) await allow(true)
  const decide = (is_on: boolean, minutes = 50) =>
    phone(setDriverPosition, { body: { is_on, decided_at: ago(minutes), clock_offset_ms: 0, sent_at: ago(0) } })
  // A position that is sent again has the same instant.
  const begin = Date.now()
  const recorded = (minutes: number) => ago(minutes + (Date.now() - begin) / minute)
  const send = async (...minutes: number[]) => {
    const positions = minutes.map((one) => ({
      ...{ recorded_at: recorded(one), clock_offset_ms: 0, latitude: 51 + one / 1_000, longitude: 4, accuracy_m: 15 },
    }))
    return (await phone(reportDriverPositions, { body: { sent_at: ago(0), positions } })).taken
  }
  const samples = async () => {
    const query = { from: ago(1_440), to: ago(-60) }
    return (await admin(listSamples, { params: { resource_id: driverId }, query })).items
  }
  return { tenant, admin, driverId, phone, stops, allow, decide, recorded, send, samples }
}

test('LINK-10: without the consent of the driver no position is stored, and with it they are, with their accuracy', async () => {
  const { tenant, admin, driverId, phone, decide, send, samples } = await driving()
  expect((await phone(getDriverDay, {})).own_position).toMatchObject({ is_allowed: true, is_on: false })
  await expect(send(5)).rejects.toMatchObject({ status: 409 })
  expect(await samples()).toEqual([])
  await decide(true)
  await decide(true, 1)
  expect((await phone(getDriverDay, {})).own_position).toMatchObject({ is_on: true, kept_days: expect.any(Number) })
  // The position of 55 minutes ago precedes the consent.
  expect(await send(5, 55)).toBe(1)
  expect(await send(5)).toBe(1)
  const [one, ...others] = await samples()
  expect(one!.value).toMatchObject({ longitude: 4, accuracy_m: 15 })
  expect(others).toEqual([])
  const { driver_page } = await admin(listTelematicsConnections, {})
  expect(driver_page).toMatchObject({
    is_allowed: true,
    drivers: [{ resource_id: driverId, name: 'Ann Driver', recorded_at: one!.recorded_at }],
  })
  const trail = await tenant.asTenant((tx) => auditOf(tx, driverId))
  expect(JSON.stringify(trail)).toContain('shares_position')
})

test('LINK-10: after the driver withdraws consent, or the organisation forbids it, positions are refused from the next request on', async () => {
  const { allow, decide, send, samples } = await driving()
  await decide(true)
  expect(await send(5)).toBe(1)
  await allow(false)
  await expect(send(4)).rejects.toMatchObject({ status: 409 })
  await allow(true)
  await decide(false)
  await expect(send(4)).rejects.toMatchObject({ status: 409 })
  expect((await samples()).length).toBe(1)
})

test('LINK-10: a driver cannot consent if the organisation collects no positions', async () => {
  const { decide, phone } = await driving(false)
  await expect(decide(true)).rejects.toMatchObject({ status: 409 })
  expect((await phone(getDriverDay, {})).own_position).toMatchObject({ is_allowed: false, is_on: false })
})

test('LINK-11: positions outside of the driver’s trips are ignored, and none are stored after departure from the last stop', async () => {
  const { phone, stops, decide, recorded, send, samples } = await driving()
  await decide(true, 1_000)
  expect(await send(180, 100, 20)).toBe(2)
  const act = (kind: string, stop_id: string, minutes: number) => ({
    ...{ kind, stop_id, act_id: crypto.randomUUID(), happened_at: ago(minutes), clock_offset_ms: 0 },
  })
  const acts = stops.flatMap(({ stop_id }, at) => [
    act('ARRIVE', stop_id, 40 - 10 * at),
    act('LEAVE', stop_id, 35 - 10 * at),
  ])
  const { results } = await phone(reportDriverActs, { body: { sent_at: ago(0), acts } })
  expect(results.map(({ outcome }) => outcome)).toEqual(acts.map(() => 'APPLIED'))
  // The last stop was left 25 minutes ago; earlier positions that arrive late are accepted.
  expect(await send(10, 26)).toBe(1)
  expect((await samples()).map(({ recorded_at }) => recorded_at)).toEqual(
    [100, 26, 20].map((one) => shown(recorded(one))),
  )
})
