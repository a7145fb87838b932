import { randomUUID } from 'node:crypto'
import { getDay } from '@cartage/contract/app/day'
import { getDriverDay, reportDriverActs } from '@cartage/contract/doors/app/driver'
import { dismissDriverReport } from '@cartage/contract/doors/app/driver-reports'
import { retryInboxItem } from '@cartage/contract/messages/app/record'
import { afterAll, expect, test } from 'vitest'
import { linkTo } from '../../testing/data/doors.ts'
import { addOrder, change, plannedStops, plannedTrip, tripOf, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { callWith } from '../../testing/test-tenant.ts'
import { rejectionOf } from './act.rules.ts'

const server = await startTestServer()
afterAll(() => server.close())

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** A trip that began an hour ago, the driver's phone, and the driver reports shown on Today. */
async function drivenTrip() {
  const tenant = await tripTenant(server)
  const order = await addOrder(server, tenant)
  const stops = plannedStops(order.stops, Date.now() - 3_600_000)
  const { tripId, resourceIds } = await plannedTrip(server, tenant, { orders: [order], members: { stops } })
  const driverId = resourceIds.at(-1)!
  const { headers } = await linkTo(server, tenant, { door: 'DRIVER', resource_id: driverId })
  const phone = callWith(server.app, headers)
  const planner = await tenant.user('PLANNER')
  const pickup = stops[0]!.stop_id
  const report = async (kind: string, members: object = {}) => {
    const act_id = randomUUID()
    const act = { kind, stop_id: pickup, act_id, happened_at: ago(30), clock_offset_ms: 0, ...members }
    await phone(reportDriverActs, { body: { sent_at: new Date().toISOString(), acts: [act] } })
    return act_id
  }
  const shown = async () => (await planner(getDay, {})).exceptions.filter(({ driver_report }) => driver_report !== null)
  return { tenant, tripId, driverId, orderId: order.orderId, phone, planner, report, shown }
}

test('DOOR-6: a remark of a driver is an exception on Today with stop, order and driver, until someone confirms it', async () => {
  const { tenant, tripId, orderId, planner, report, shown } = await drivenTrip()
  await report('ARRIVE')
  expect(await shown()).toEqual([])
  const actId = await report('REMARK', { text: '1 pallet damaged, receiver takes 1 of 2' })
  expect(await shown()).toMatchObject([
    {
      ...{ kind: 'DRIVER_REPORT', severity: 'SLIGHT', trip_id: tripId, order_id: orderId, carrier_name: 'Ann Driver' },
      driver_report: { act_id: actId, text: '1 pallet damaged, receiver takes 1 of 2', refusal: null },
    },
  ])
  expect((await shown())[0]!.place?.city).toBeTruthy()
  const stranger = await (await server.tenant()).user('PLANNER')
  const params = { trip_id: tripId, act_id: actId }
  await expect(stranger(dismissDriverReport, { params })).rejects.toMatchObject({ status: 404 })
  const viewer = await tenant.user('VIEWER')
  await expect(viewer(dismissDriverReport, { params })).rejects.toMatchObject({ status: 403 })
  const { seen_at } = await planner(dismissDriverReport, { params })
  expect(await planner(dismissDriverReport, { params })).toEqual({ seen_at })
  expect(await shown()).toEqual([])
})

test('DOOR-6: a refused report is accepted at its stop in one step', async () => {
  const { tenant, tripId, driverId, phone, planner, report, shown } = await drivenTrip()
  await change(server, tenant, [tripId], ([trip]) => [
    { ...trip!, resources: trip!.resources.filter(({ resource_id }) => resource_id !== driverId) },
  ])
  const actId = await report('ARRIVE')
  const [refused] = await shown()
  expect(refused).toMatchObject({
    ...{ kind: 'DRIVER_REFUSED', severity: 'SEVERE', trip_id: tripId },
    driver_report: { act_id: actId, refusal: 'OTHER_DRIVER', inbox_item_id: expect.any(String) },
  })
  expect((await phone(getDriverDay, {})).acts).toMatchObject([{ outcome: 'REFUSED', refusal: 'OTHER_DRIVER' }])
  await planner(retryInboxItem, { params: { inbox_item_id: refused!.driver_report!.inbox_item_id! } })
  expect((await tripOf(tenant, tripId))!.stops[0]!.status).toBe('AT_STOP')
  expect(await shown()).toEqual([])
})

test('a reason known only from its text has no code of its own', () => {
  expect([rejectionOf(null), rejectionOf('The stop was left before.')]).toEqual([null, 'OTHER'])
})
