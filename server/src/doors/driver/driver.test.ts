import { createHash, randomUUID } from 'node:crypto'
import {
  getDriverDay,
  getOwnHours,
  listTripDriverActs,
  mostDriverActs,
  reportDriverActs,
  uploadDriverFile,
} from '@cartage/contract/doors/app/driver'
import { listInboxItems, retryInboxItem } from '@cartage/contract/messages/app/record'
import { getOrder } from '@cartage/contract/orders/endpoints'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { getDriverHours } from '@cartage/contract/planning/app/hours'
import { listTripFiles } from '@cartage/contract/trips/app/record'
import { afterAll, expect, test } from 'vitest'
import { linkTo } from '../../testing/data/doors.ts'
import { formOf, formType } from '../../testing/data/files.ts'
import { auditOf } from '../../testing/data/fleet.ts'
import { addOrder, change, plannedStops, plannedTrip, tripOf, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { callWith, type TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const minute = 60_000
/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const digest = createHash('sha256').update(png).digest('hex')

/** A tenant with a trip that began an hour ago, and the phone of its driver. */
async function drivenTrip() {
  const tenant = await tripTenant(server)
  const order = await addOrder(server, tenant)
  const stops = plannedStops(order.stops, Date.now() - 60 * minute)
  const { tripId, resourceIds } = await plannedTrip(server, tenant, { orders: [order], members: { stops } })
  const driverId = resourceIds.at(-1)!
  const { headers, linkId } = await linkTo(server, tenant, { door: 'DRIVER', resource_id: driverId })
  const [pickup, delivery] = stops.map(({ stop_id }) => stop_id) as [string, string]
  const phone = callWith(server.app, headers)
  return { tenant, tripId, driverId, linkId, headers, orderId: order.orderId, pickup, delivery, phone }
}

const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString()

function actOf(kind: string, stop_id: string, members: object = {}) {
  return { kind, stop_id, act_id: randomUUID(), happened_at: ago(30), clock_offset_ms: 0, ...members }
}

type Phone = Awaited<ReturnType<typeof drivenTrip>>['phone']

async function report(phone: Phone, ...acts: Record<string, unknown>[]) {
  return (await phone(reportDriverActs, { body: { sent_at: new Date().toISOString(), acts } })).results
}

async function uploaded(headers: { authorization: string }, stopId: string) {
  const answer = await server.app.inject({
    ...{ method: uploadDriverFile.method, url: `${uploadDriverFile.path}?stop_id=${stopId}` },
    headers: { ...headers, 'content-type': formType },
    payload: formOf([{ bytes: png, name: 'signature.png', type: 'image/png' }]),
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ upload_id: string; sha256: string }>()
}

const inboxOf = async (tenant: TestTenant) =>
  (await (await tenant.user('PLANNER'))(listInboxItems, { query: { status: 'OPEN' } })).items

test('the day of a driver has the driver’s own stops with place and goods, and no others', async () => {
  const { tenant, phone, pickup, tripId } = await drivenTrip()
  const foreign = await addOrder(server, tenant)
  await plannedTrip(server, tenant, {
    orders: [foreign],
    resources: [],
    members: { stops: plannedStops(foreign.stops, Date.now()) },
  })
  const day = await phone(getDriverDay, {})
  expect(day).toMatchObject({
    driver_name: 'Ann Driver',
    acts: [],
    trips: [{ trip_id: tripId, vehicles: expect.any(Array) }],
  })
  expect(day.trips[0]!.vehicles).toEqual(['1-AAA-111', '1-QQQ-111'])
  expect(day.trips[0]!.stops.map(({ kind }) => kind)).toEqual(['PICKUP', 'DELIVERY'])
  expect(day.trips[0]!.stops[0]).toMatchObject({ stop_id: pickup, order_number: 'O-000001' })
  expect(day.trips[0]!.stops[0]!.goods).toHaveLength(1)
  expect(JSON.stringify(day)).not.toMatch(/Alpha|price|amount|O-000002/)
})

test('CROSS-6: the phone shows the ferry with the stop where it is boarded, and with no other', async () => {
  const { tenant, phone, tripId, delivery } = await drivenTrip()
  const planner = await tenant.user('PLANNER')
  const [quay, port] = (await tripOf(tenant, tripId))!.stops.map(({ location_id }) => location_id) as [string, string]
  const ferry = { kind: 'FERRY', minutes: 90, berth: 'CABIN', line: 'Stena Line' } as const
  const ends = { from_location_id: quay, to_location_id: port, before_stop_id: delivery }
  await planner(givePlanningCommand, {
    body: {
      kind: 'INSERT_CROSSING',
      trip_id: tripId,
      ...ends,
      crossing: ferry,
      override: { reason: 'a test says so' },
    },
  })
  const { stops } = (await phone(getDriverDay, {})).trips[0]!
  expect(stops.map(({ activity_label }) => activity_label).slice(1, 3)).toEqual(['Board ferry', 'Leave ferry'])
  const boarded = { ...ferry, departs_at: null, lands_stop_id: stops[2]!.stop_id }
  expect(stops.map(({ crossing }) => crossing)).toEqual([null, boarded, null, null])
})

test('HOURS-5: the phone shows a driver the same hours as the page of the driver, without advice for planners', async () => {
  const { tenant, phone, driverId } = await drivenTrip()
  const own = await phone(getOwnHours, {})
  const planner = await tenant.user('PLANNER')
  const { fault: _, as_of, ...hours } = await planner(getDriverHours, { params: { resource_id: driverId } })
  expect(own).toEqual({ ...hours, as_of: expect.any(String) })
  expect(own).toMatchObject({ source: 'PLAN', today: { limit_minutes: 540 }, week: { limit_minutes: 3_360 } })
  expect(Date.parse(as_of)).toBeGreaterThanOrEqual(Date.parse(own.as_of))
})

test('a trip is completed offline: both times are kept, the trail has the link, and a repeat has no second effect', async () => {
  const { tenant, phone, headers, pickup, delivery, tripId, orderId, linkId } = await drivenTrip()
  const { upload_id, sha256 } = await uploaded(headers, delivery)
  expect(sha256).toBe(digest)
  const acts = [
    actOf('ARRIVE', pickup, { happened_at: ago(50) }),
    actOf('DONE', pickup, { happened_at: ago(45) }),
    actOf('SEAL', pickup, { happened_at: ago(44), seal_numbers: ['S-1', 'S-2'] }),
    actOf('REMARK', pickup, { text: 'Two pallets are wet.' }),
    // The phone's clock is an hour slow.
    actOf('LEAVE', pickup, { happened_at: ago(100), clock_offset_ms: 60 * minute }),
    actOf('ARRIVE', delivery, { happened_at: ago(20) }),
    actOf('SIGNATURE', delivery, { happened_at: ago(19), upload_id, sha256, signed_by: 'J. Peeters' }),
    actOf('LEAVE', delivery, { happened_at: ago(10) }),
  ]
  const first = await report(phone, ...acts)
  expect(first.map(({ outcome }) => outcome)).toEqual(acts.map(() => 'APPLIED'))
  expect(first[6]!.sha256).toBe(digest)
  expect(await report(phone, ...acts)).toEqual(first)

  const trip = await tripOf(tenant, tripId)
  expect(trip!.status).toBe('COMPLETED')
  const near = (text: string | null, minutes: number) =>
    expect(Date.parse(text!)).toBeCloseTo(Date.parse(ago(minutes)), -5)
  near(trip!.stops[0]!.actual_start_at, 50)
  near(trip!.stops[0]!.actual_end_at, 40)
  near(trip!.stops[1]!.actual_end_at, 10)

  const planner = await tenant.user('PLANNER')
  const { items } = await planner(listTripDriverActs, { params: { trip_id: tripId } })
  expect(items).toHaveLength(acts.length)
  const left = items.find(({ act_id }) => act_id === acts[4]!.act_id)!
  expect(left).toMatchObject({ driver_name: 'Ann Driver', clock_offset_ms: 60 * minute })
  expect(Date.parse(left.happened_at) - Date.parse(left.device_at)).toBeCloseTo(60 * minute, -4)
  expect(Date.parse(left.received_at)).toBeGreaterThan(Date.parse(left.happened_at))
  const files = (await planner(listTripFiles, { params: { trip_id: tripId } })).items
  expect(files.map(({ type }) => type)).toEqual(['PROOF_OF_DELIVERY_SIGNED'])
  const stop = (await tenant.call(getOrder, { params: { order_id: orderId } })).consignments![0]!.pickup_stop
  expect(stop!.custom_fields).toMatchObject({ seal_number: 'S-1, S-2' })
  const trail = await tenant.asTenant((tx) => tx.query<{ kind: string; id: string }>(actors, tripId))
  expect(trail).toContainEqual({ kind: 'link', id: linkId })
  expect((await tenant.asTenant((tx) => auditOf(tx, tripId))).length).toBeGreaterThan(0)
  expect((await phone(getDriverDay, {})).acts).toHaveLength(acts.length)
})

const actors = {
  name: 'testing.actors_of_driver_trip',
  text: 'select distinct actor_kind as kind, actor_id as id from audit_record where tenant_id = $1 and entity_id = $2',
}

test('the planner moved the stop meanwhile: the act waits in the inbox, and its second run resolves it for the phone', async () => {
  const { tenant, phone, tripId, driverId, pickup } = await drivenTrip()
  const without = (id: string) =>
    change(server, tenant, [tripId], ([trip]) => [
      { ...trip!, resources: trip!.resources.filter(({ resource_id }) => resource_id !== id) },
    ])
  await without(driverId)
  const arrival = actOf('ARRIVE', pickup)
  const [refused] = await report(phone, arrival)
  expect(refused).toMatchObject({ outcome: 'REFUSED', reason: expect.stringContaining('another driver') })
  expect((await tripOf(tenant, tripId))!.stops[0]!.status).toBe('PLANNED')
  expect((await phone(getDriverDay, {})).acts).toMatchObject([{ act_id: arrival.act_id, outcome: 'REFUSED' }])
  // Sent again, it is refused again, with only one inbox item.
  expect(await report(phone, arrival)).toEqual([refused])
  const [item, ...others] = await inboxOf(tenant)
  expect(others).toEqual([])
  expect(item).toMatchObject({ kind: 'driver-report', reason: refused!.reason })

  const planner = await tenant.user('PLANNER')
  const settled = await planner(retryInboxItem, { params: { inbox_item_id: item!.id } })
  expect(settled.status).toBe('RESOLVED')
  expect((await tripOf(tenant, tripId))!.stops[0]!.status).toBe('AT_STOP')
  expect((await phone(getDriverDay, {})).acts).toMatchObject([
    { act_id: arrival.act_id, outcome: 'APPLIED', reason: null },
  ])
})

test('one wrong act blocks no others, and a contradiction is refused with the reason', async () => {
  const { tenant, phone, headers, pickup, tripId } = await drivenTrip()
  const { upload_id } = await uploaded(headers, pickup)
  const results = await report(
    phone,
    actOf('DANCE', pickup),
    actOf('ARRIVE', pickup, { happened_at: ago(20) }),
    actOf('ARRIVE', randomUUID()),
    actOf('PHOTO', pickup, { upload_id, sha256: 'b'.repeat(64), document_type: 'CMR' }),
    actOf('PHOTO', pickup, { upload_id: randomUUID(), sha256: digest, document_type: 'CMR' }),
    actOf('ANSWERS', pickup, { answers: { unknown_key: 'x' } }),
  )
  const refused = 'REFUSED'
  expect(results.map(({ outcome }) => outcome)).toEqual([refused, 'APPLIED', ...Array(4).fill(refused)])
  expect(results[2]!.reason).toMatch(/not planned/)
  expect(results[3]!.reason).toMatch(/not the one that was taken/)
  expect(results[5]!.reason).toMatch(/unknown_key/)
  expect((await tripOf(tenant, tripId))!.stops[0]!.status).toBe('AT_STOP')
  expect(await inboxOf(tenant)).toHaveLength(5)
})

test('DOOR-3: a clock change between two acts refuses neither: both count in order, and the planner sees that a time is estimated', async () => {
  const { tenant, phone, pickup, tripId } = await drivenTrip()
  const results = await report(
    phone,
    actOf('ARRIVE', pickup, { happened_at: ago(20) }),
    // The clock was 40 minutes slow and set after the offset was read: that offset would place the act in the future.
    actOf('REMARK', pickup, { text: 'x', happened_at: ago(15), clock_offset_ms: 40 * minute }),
    // And 40 minutes fast: it would precede the arrival.
    actOf('LEAVE', pickup, { happened_at: ago(10), clock_offset_ms: -40 * minute }),
  )
  expect(results.map(({ outcome }) => outcome)).toEqual(['APPLIED', 'APPLIED', 'APPLIED'])
  const planner = await tenant.user('PLANNER')
  const { items } = await planner(listTripDriverActs, { params: { trip_id: tripId } })
  expect(items.map(({ kind, detail }) => [kind, detail.is_time_uncertain ?? false])).toEqual([
    ['ARRIVE', false],
    ['REMARK', true],
    ['LEAVE', true],
  ])
  expect(Date.parse((await tripOf(tenant, tripId))!.stops[0]!.actual_end_at!)).toBeCloseTo(Date.parse(ago(10)), -4)
})

test('acts that waited in the phone are sent through a renewed link as the same acts', async () => {
  const { tenant, phone, driverId, pickup, tripId } = await drivenTrip()
  const remark = actOf('REMARK', pickup, { text: 'Gate 4' })
  await report(phone, remark)
  const { headers } = await linkTo(server, tenant, { door: 'DRIVER', resource_id: driverId })
  const renewed = callWith(server.app, headers)
  expect(await report(renewed, remark)).toMatchObject([{ outcome: 'APPLIED' }])
  const planner = await tenant.user('PLANNER')
  expect((await planner(listTripDriverActs, { params: { trip_id: tripId } })).items).toHaveLength(1)
  await expect(report(phone, ...Array.from({ length: mostDriverActs + 1 }, () => remark))).rejects.toThrow(/422/)
})
