import {
  type DoorLogo,
  getCarrierLogo,
  getDriverLogo,
  getPortalLogo,
  getTrackingLogo,
} from '@cartage/contract/doors/app/logos'
import { getPortalOrder, type PortalOrder } from '@cartage/contract/doors/app/portal'
import { getTrackedOrder, type TrackedOrder } from '@cartage/contract/doors/app/tracking'
import { putOrganisationLogo } from '@cartage/contract/tenants/app/organisation'
import { afterAll, expect, test } from 'vitest'
import { bySystem } from '../../audit/rules.ts'
import { statement } from '../../db/statement.ts'
import { linkTo } from '../../testing/data/doors.ts'
import { pngOf } from '../../testing/data/logos.ts'
import { plannedTrip } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { reportStops } from '../../trips/report.commands.ts'
import { promiseOf, trackedState, trackedStopState } from './rules.ts'

const putPosition = statement(
  'test.put_position',
  `insert into resource_state (tenant_id, resource_id, kind, recorded_at, doc)
   values ($1, $2, 'POSITION', $3::timestamptz, $4::jsonb)
   on conflict (tenant_id, resource_id, kind) do update set recorded_at = excluded.recorded_at, doc = excluded.doc`,
)
const customerOf = statement(
  'test.customer_behind_link',
  'select o.company_id from transport_order o where o.tenant_id = $1 and o.order_id = $2',
)

const server = await startTestServer()
afterAll(() => server.close())

test('LINK-4: a tracking page has towns and current times, and no name, street, resource or price', async () => {
  const tenant = await server.tenant({ create_missing_companies: true })
  const { tripId, orders } = await plannedTrip(server, tenant, {
    resources: [{ name: 'Secret truck', driver: { last_name: 'Secret driver' } }],
    members: { name: 'Secret trip', note: 'Secret note' },
  })
  expect(tripId).toBeTruthy()
  const [{ orderId, stops }] = orders as [(typeof orders)[number]]
  const { headers } = await linkTo(server, tenant, { door: 'TRACKING', order_id: orderId })
  const read = async () => {
    const answer = await server.app.inject({ method: 'GET', url: getTrackedOrder.path, headers })
    expect(answer.statusCode).toBe(200)
    return { text: answer.body, order: answer.json<TrackedOrder>() }
  }
  const before = await read()
  expect(before.order).toMatchObject({
    state: 'PLANNED',
    stops: [{ role: 'PICKUP', state: 'EXPECTED' }, { role: 'DELIVERY' }],
  })
  expect(before.order.stops[0]).toMatchObject({ town: expect.any(String), arrived_at: null, left_at: null })
  const arrival = new Date(Date.now() - 60_000).toISOString()
  const report = { stop_id: stops[0]!.stop_id, status: 'AT_STOP', event_at: arrival } as const
  await tenant.asTenant((tx) => reportStops(server.ctx, tx, [report], 'user', bySystem))
  const after = await read()
  expect(after.order).toMatchObject({ state: 'UNDER_WAY', stops: [{ state: 'AT_STOP' }, { state: 'EXPECTED' }] })
  expect(after.order.stops[0]!.arrived_at).toBe(`${arrival.slice(0, 19)}Z`)
  expect(after.text).not.toMatch(/secret|address|phone|amount/i)
})

test('every state of an order and of a stop is meaningful to customers', () => {
  const of = (statuses: string[], word: (status: string) => string) => statuses.map(word).join(' ')
  expect(of(['QUOTE', 'TO_PLAN', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'REJECTED'], trackedState)).toBe(
    'RECEIVED RECEIVED PLANNED UNDER_WAY DELIVERED CANCELLED CANCELLED',
  )
  expect(
    of(['TO_PLAN', 'PLANNED', 'DISPATCHED', 'ROUTE_TO_STOP', 'AT_STOP', 'COMPLETED', 'CANCELLED'], trackedStopState),
  ).toBe('EXPECTED EXPECTED EXPECTED EXPECTED AT_STOP DONE CANCELLED')
})

const promised = {
  ...{ state: 'EXPECTED' as const, time_zone: 'Europe/Brussels', requested_date: '2026-05-04' },
  ...{ requested_from: '08:00', requested_to: '12:00' },
  ...{ planned_at: '2026-05-04T09:00:00Z', expected_at: '2026-05-04T09:30:00Z', arrived_at: null, left_at: null },
}
const promise = (members: Partial<Parameters<typeof promiseOf>[0]>, now = '2026-05-04T07:00:00Z') =>
  promiseOf({ ...promised, ...members }, Date.parse(now))

test('DOOR-9: a stop is on time or late for its window, and an expected time in the past is not shown', () => {
  const { expected_at } = promised
  const onTime = { punctuality: 'ON_TIME', late_minutes: null }
  expect(promise({})).toEqual({ expected_at, ...onTime })
  expect(promise({ expected_at: '2026-05-04T16:21:00Z' })).toMatchObject({ punctuality: 'LATE', late_minutes: 381 })
  expect(promise({}, '2026-05-04T09:45:00Z')).toEqual({ expected_at: null, ...onTime })
  expect(promise({}, '2026-05-04T11:00:00Z')).toEqual({ expected_at: null, punctuality: 'LATE', late_minutes: 60 })
  expect(promise({ state: 'AT_STOP', arrived_at: '2026-05-04T05:00:00Z' })).toMatchObject({ punctuality: 'EARLY' })
  expect(promise({ requested_date: null })).toEqual({ expected_at, punctuality: null, late_minutes: null })
  expect(promise({ planned_at: null, expected_at: null })).toMatchObject({ punctuality: null })
  expect(promise({ state: 'CANCELLED' })).toMatchObject({ punctuality: null })
})

test('LINK-6: a position is shown from the first stop until the last is done, approximately, and never the position of a driver', async () => {
  const tenant = await server.tenant({ create_missing_companies: true })
  const { orders, resourceIds } = await plannedTrip(server, tenant, {
    resources: [
      { name: 'Driver', driver: { last_name: 'Driver' } },
      { name: 'Truck', tractor: {} },
    ],
  })
  const [{ orderId, stops }] = orders as [(typeof orders)[number]]
  const { headers } = await linkTo(server, tenant, { door: 'TRACKING', order_id: orderId })
  const [customer] = await tenant.asTenant((tx) => tx.query<{ company_id: string }>(customerOf, orderId))
  const portal = await linkTo(server, tenant, { door: 'CUSTOMER', company_id: customer!.company_id })
  const read = async () => {
    const tracked = await server.app.inject({ method: 'GET', url: getTrackedOrder.path, headers })
    const url = getPortalOrder.path.replace('{order_id}', orderId)
    const shown = await server.app.inject({ method: 'GET', url, headers: portal.headers })
    expect(shown.json<PortalOrder>().position).toEqual(tracked.json<TrackedOrder>().position)
    return tracked.json<TrackedOrder>().position
  }
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const put = async (resource_id: string, place: { latitude: number; longitude: number }, minutes: number) =>
    await tenant.asTenant((tx) => tx.query(putPosition, resource_id, at(minutes), JSON.stringify(place)))
  const report = async (stop: number, status: 'AT_STOP' | 'COMPLETED', minutes: number) => {
    const one = { stop_id: stops[stop]!.stop_id, status, event_at: at(minutes) }
    await tenant.asTenant((tx) => reportStops(server.ctx, tx, [one], 'user', bySystem))
  }
  await put(resourceIds[0]!, { latitude: 1, longitude: 1 }, -1)
  await put(resourceIds[1]!, { latitude: 51.05432, longitude: 3.72987 }, -5)
  expect(await read()).toBeNull()
  await report(0, 'COMPLETED', -30)
  expect(await read()).toEqual({ latitude: 51.05, longitude: 3.73, at: expect.stringMatching(/T\d\d:\d\d:\d\dZ$/) })
  await put(resourceIds[1]!, { latitude: 51.05432, longitude: 3.72987 }, -60 * 5)
  expect(await read()).toBeNull()
  await put(resourceIds[1]!, { latitude: 50.63, longitude: 3.06 }, -1)
  await report(1, 'COMPLETED', -1)
  expect(await read()).toBeNull()
})

test('LINK-7: each page behind a link shows the logo of its own haulier, and no other link can read it', async () => {
  const [tenant, other] = [await server.tenant({ create_missing_companies: true }), await server.tenant()]
  const { tripId, orders, resourceIds } = await plannedTrip(server, tenant)
  const [{ orderId }] = orders as [(typeof orders)[number]]
  const [customer] = await tenant.asTenant((tx) => tx.query<{ company_id: string }>(customerOf, orderId))
  const { company_id } = customer!
  const links = [
    [getTrackingLogo, await linkTo(server, tenant, { door: 'TRACKING', order_id: orderId })],
    [getCarrierLogo, await linkTo(server, tenant, { door: 'CARRIER', trip_id: tripId, company_id })],
    [getPortalLogo, await linkTo(server, tenant, { door: 'CUSTOMER', company_id })],
    [getDriverLogo, await linkTo(server, tenant, { door: 'DRIVER', resource_id: resourceIds.at(-1)! })],
  ] as const
  const read = async (url: string, headers: object) => {
    const answer = await server.app.inject({ method: 'GET', url, headers: headers as Record<string, string> })
    return answer.statusCode === 200 ? answer.json<DoorLogo>().image : answer.statusCode
  }
  for (const [{ path }, { headers }] of links) expect(await read(path, headers)).toBeNull()
  const logo = { content: pngOf(64, 64).toString('base64') }
  await (await other.user('SUPER_ADMIN'))(putOrganisationLogo, { body: { content: pngOf(80, 80).toString('base64') } })
  await (await tenant.user('SUPER_ADMIN'))(putOrganisationLogo, { body: logo })
  for (const [{ path }, { headers }] of links) {
    expect(await read(path, headers)).toBe(`data:image/png;base64,${logo.content}`)
    for (const [another] of links.filter(([one]) => one.path !== path))
      expect(await read(another.path, headers)).toBe(401)
  }
})
