import {
  changeIntermodalBooking,
  changeLocationBooking,
  createIntermodalBooking,
  createLocationBooking,
  listTripBookings,
} from '@cartage/contract/bookings/app'
import {
  cancelIntermodalBooking,
  cancelLocationBooking,
  listTripDispatches,
  requestIntermodalBooking,
  requestLocationBooking,
} from '@cartage/contract/dispatch/app'
import { IntermodalBookingsPushPayload } from '@cartage/contract/outbound/intermodal-booking'
import { LocationDispatchOutput } from '@cartage/contract/outbound/location-booking'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { reportIntermodalBookings, reportLocationBookings } from '../bookings/report.commands.ts'
import { addPartner, followUp } from '../testing/data/dispatch.ts'
import { addLocation } from '../testing/data/fleet.ts'
import { rejection } from '../testing/data/orders.ts'
import { change, plannedTrip, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())
afterEach(() => server.answerWith(() => ({})))

async function bookingSetup() {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const created = await plannedTrip(server, tenant)
  const cancelTrip = async () => {
    await change(server, tenant, [created.tripId], ([trip]) => [{ ...trip!, status: 'CANCELLED' }])
    await followUp(server, tenant)
  }
  return { tenant, planner, cancelTrip, ...created }
}

async function slotSetup() {
  const created = await bookingSetup()
  const { planner, trip, tripId } = created
  const tracking_link = 'https://track.example/{consignment_id}'
  const partner = await addPartner(server, planner, { kind: 'LOCATION_BOOKING', name: 'Gate', tracking_link })
  const stop_id = trip.stops[1]!.stop_id
  const slot = await planner(createLocationBooking, { body: { trip_id: tripId, stop_id } })
  const params = { location_booking_id: slot.location_booking_id }
  const read = async () => (await planner(listTripBookings, { params: { trip_id: tripId } })).location_bookings[0]!
  return { ...created, partner, slot, params, read }
}

async function legSetup() {
  const created = await bookingSetup()
  const { tenant, planner, tripId, resourceIds } = created
  const partner = await addPartner(server, planner, { kind: 'INTERMODAL', account_code: 'ACC-7' })
  const leg = await planner(createIntermodalBooking, {
    body: {
      trip_id: tripId,
      account_code: 'ACC-7',
      start_location_id: await addLocation(tenant),
      end_location_id: await addLocation(tenant),
      departs_at: '2026-02-02T20:00:00Z',
      trailer_id: resourceIds[1]!,
      details: {
        shipping_company: { name: 'North Ferries' },
        dimensions: { length: 13.6, cargo_weight: 1200 },
        vessel_name: 'Aurora',
        voyage_code: 'V12',
        seal_number: 'S-1',
      },
    },
  })
  const params = { intermodal_booking_id: leg.intermodal_booking_id }
  const read = async () => (await planner(listTripBookings, { params: { trip_id: tripId } })).intermodal_bookings[0]!
  return { ...created, partner, leg, params, read }
}

describe('a time slot at a location', () => {
  test('LB-1: it is created, requested, and sent with its scenario, stops, orders and tracking links', async () => {
    const { planner, partner, slot, params, trip, tripId } = await slotSetup()
    expect(slot).toMatchObject({ status: 'TO_REQUEST', scenario: 'INBOUND', name: `${trip.name}/L1` })
    const requested = await planner(requestLocationBooking, { params })
    expect(requested.status).toBe('REQUESTED')
    await server.drain()
    const [message] = partner.messages()
    expect(LocationDispatchOutput.parse(message)).toEqual(message)
    const { operation, payload } = LocationDispatchOutput.parse(message)
    expect(operation).toBe('CREATE')
    expect(payload).toMatchObject({ id: tripId, scenario: 'INBOUND', name: trip.name })
    expect(payload.booking).toMatchObject({
      booking_id: slot.location_booking_id,
      location: { city: 'Lille' },
      trailer: { license_plate: '1-QQQ-111' },
      vehicle: { license_plate: '1-AAA-111' },
    })
    expect(payload.booking.stops!.map(({ id }) => id)).toEqual([trip.stops[1]!.stop_id])
    expect(payload.trip_summary!.estimated_start_timestamp).toBe('2026-02-02T08:00:00Z')
    const [consignment] = payload.orders![0]!.consignments
    expect(consignment!.tracking_link).toBe(`https://track.example/${consignment!.id}`)
  })

  test('LB-1: a relevant change is reported as an UPDATE, once; an invisible one is not', async () => {
    const { tenant, planner, partner, params } = await slotSetup()
    await planner(requestLocationBooking, { params })
    const body = { requested_start_at: '2026-02-02T09:30:00Z', requested_end_at: '2026-02-02T10:00:00Z' }
    await planner(changeLocationBooking, { params, body })
    await planner(changeLocationBooking, { params, body: { note: 'Ours alone' } })
    await followUp(server, tenant)
    expect(partner.messages().map(({ operation }) => operation)).toEqual(['CREATE', 'UPDATE'])
    const { payload } = LocationDispatchOutput.parse(partner.messages()[1])
    expect(payload.booking.stops![0]).toMatchObject({ start_timestamp: body.requested_start_at })
  })

  test('LB-1: BOOKED does not go back to REQUESTED, and late reports are kept without effect', async () => {
    const { tenant, planner, params, read } = await slotSetup()
    await planner(requestLocationBooking, { params })
    const report = (status: 'REQUESTED' | 'BOOKED' | 'CANCELLED', event_at: string) =>
      tenant.asTenant((tx) => reportLocationBookings(server.ctx, tx, [{ ...params, status, event_at }]))
    expect(await report('BOOKED', '2026-02-01T10:00:00Z')).toMatchObject([{ status: 'BOOKED', is_applied: true }])
    expect(await report('REQUESTED', '2026-02-01T11:00:00Z')).toMatchObject([{ status: 'BOOKED', is_applied: false }])
    expect(await report('CANCELLED', '2026-02-01T09:00:00Z')).toMatchObject([{ status: 'BOOKED', is_applied: false }])
    expect(await read()).toMatchObject({ status: 'BOOKED', reported_at: '2026-02-01T10:00:00Z' })
  })

  test('LB-1: cancelling a requested slot notifies its location, and a slot that was never requested notifies no one', async () => {
    const request = await slotSetup()
    await request.planner(requestLocationBooking, { params: request.params })
    const gone = await request.planner(cancelLocationBooking, { params: request.params })
    expect(gone.status).toBe('CANCELLED')
    expect(await request.planner(cancelLocationBooking, { params: request.params })).toEqual(gone)
    expect(await rejection(request.planner(requestLocationBooking, { params: request.params }))).toMatchObject({
      status: 409,
    })
    const silent = await slotSetup()
    await silent.planner(cancelLocationBooking, { params: silent.params })
    await server.drain()
    expect(request.partner.messages().map(({ operation }) => operation)).toEqual(['CREATE', 'CANCEL'])
    expect(silent.partner.messages()).toEqual([])
  })

  test('a trip that was not dispatched and is cancelled takes its requested bookings with it', async () => {
    const { planner, partner, params, read, cancelTrip } = await slotSetup()
    await planner(requestLocationBooking, { params })
    await cancelTrip()
    expect(partner.messages().map(({ operation }) => operation)).toEqual(['CREATE', 'CANCEL'])
    expect(await read()).toMatchObject({ status: 'CANCELLED' })
  })

  test('a slot moves with its stop to another trip, and the location is notified', async () => {
    const { tenant, planner, partner, params, tripId, trip } = await slotSetup()
    await planner(requestLocationBooking, { params })
    const other = await plannedTrip(server, tenant, { resources: [] })
    await change(server, tenant, [tripId, other.tripId], (trips) =>
      trips.map((one) =>
        one.trip_id === tripId ? { ...one, stops: [] } : { ...one, stops: [...trip.stops, ...one.stops] },
      ),
    )
    await followUp(server, tenant)
    const [, updated] = partner.messages()
    expect(partner.messages()).toHaveLength(2)
    expect(updated).toMatchObject({ operation: 'UPDATE', payload: { id: other.tripId } })
    const { location_bookings } = await planner(listTripBookings, { params: { trip_id: other.tripId } })
    expect(location_bookings).toMatchObject([{ ...params, status: 'REQUESTED' }])
  })

  test('a trip that is withdrawn takes its requested bookings with it', async () => {
    const { tenant, planner, partner, params, tripId } = await slotSetup()
    await planner(requestLocationBooking, { params })
    await change(server, tenant, [tripId], () => [])
    await followUp(server, tenant)
    expect(partner.messages().map(({ operation }) => operation)).toEqual(['CREATE', 'CANCEL'])
  })

  test('changed planned times are reported to the location', async () => {
    const { tenant, planner, partner, params, tripId } = await slotSetup()
    await planner(requestLocationBooking, { params })
    await change(server, tenant, [tripId], ([trip]) => [
      {
        ...trip!,
        stops: trip!.stops.map((stop, at) =>
          at === 1 ? { ...stop, planned_end_at: '2026-02-02T11:00:00.000Z' } : stop,
        ),
      },
    ])
    await followUp(server, tenant)
    expect(partner.messages().map(({ operation }) => operation)).toEqual(['CREATE', 'UPDATE'])
  })

  test('a booking is for one stop or one group of the trip: others are 422 and 404', async () => {
    const { planner, tripId, trip } = await slotSetup()
    const { stop_id, stop_group_id } = trip.stops[0]!
    const make = (members: object) => planner(createLocationBooking, { body: { trip_id: tripId, ...members } })
    expect(await rejection(make({}))).toMatchObject({ status: 422 })
    expect(await rejection(make({ stop_id, stop_group_id }))).toMatchObject({ status: 422 })
    expect(await rejection(make({ stop_id: crypto.randomUUID() }))).toMatchObject({ status: 404 })
    expect(await make({ stop_group_id })).toMatchObject({ scenario: 'OUTBOUND', stop_group_id })
  })
})

describe('a main leg', () => {
  test('IM-1: it is requested with its account, route, unit and orders', async () => {
    const { planner, partner, leg, params, tripId, trip, orders } = await legSetup()
    expect(leg).toMatchObject({ status: 'TO_REQUEST', name: `${trip.name}/M1` })
    expect(await planner(requestIntermodalBooking, { params })).toMatchObject({ status: 'REQUESTED' })
    await server.drain()
    const message = JSON.parse(partner.texts()[0]!)
    expect(IntermodalBookingsPushPayload.parse(message)).toEqual(message)
    const [entry] = IntermodalBookingsPushPayload.parse(message).operations
    expect(entry).toMatchObject({ operation: 'CREATE', account_code: 'ACC-7', revision: 1 })
    expect(entry!.payload.trip_name).toBe(trip.name)
    expect(entry!.payload.orders.map(({ id }) => id)).toEqual([orders[0]!.orderId])
    expect(entry!.payload.booking).toMatchObject({
      booking_id: leg.intermodal_booking_id,
      shipping_company: { name: 'North Ferries' },
      shipping_route: { start_stop: { location: { name: 'Depot' }, timestamp: '2026-02-02T20:00:00Z' } },
      transport_type: { driver_type: 'UNACCOMPANIED' },
      trailer: { license_plate: '1-QQQ-111' },
      vessel_name: 'Aurora',
      voyage_code: 'V12',
      seal_number: 'S-1',
    })
    const { items } = await planner(listTripDispatches, { params: { trip_id: tripId } })
    expect(items).toMatchObject([{ subject_type: 'INTERMODAL_BOOKING', revisions: [{ status: 'SENT' }] }])
  })

  test('IM-1: reports of the carrier are kept and send no message back', async () => {
    const { tenant, planner, partner, params, read } = await legSetup()
    await planner(requestIntermodalBooking, { params })
    const step = { event_time: '2026-02-02T19:00:00Z', ok: true, type: 'GATE_IN' }
    await tenant.asTenant((tx) =>
      reportIntermodalBookings(server.ctx, tx, [
        {
          ...params,
          status: 'BOOKED',
          execution_statuses: [step, step],
          booking_reference: 'NF-1',
          references: { departure_reference_number: 'D-1' },
        },
      ]),
    )
    const reported = await read()
    expect(reported).toMatchObject({
      status: 'BOOKED',
      booking_reference: 'NF-1',
      departure_reference_number: 'D-1',
      execution_statuses: [step],
    })
    await planner(changeIntermodalBooking, { params, body: {} })
    await followUp(server, tenant)
    expect(partner.texts()).toHaveLength(1)
    await planner(changeIntermodalBooking, { params, body: { arrives_at: '2026-02-03T05:00:00Z' } })
    await followUp(server, tenant)
    expect(partner.texts()).toHaveLength(2)
    expect(JSON.parse(partner.texts()[1]!).operations[0]).toMatchObject({ operation: 'UPDATE', revision: 2 })
  })

  test('IM-1: a failure stays until the booking advances', async () => {
    const { tenant, params, read } = await legSetup()
    const failure = { error_type: 'USER_INPUT_ERROR', error_message: 'No room on this voyage.' }
    const report = (members: object) =>
      tenant.asTenant((tx) => reportIntermodalBookings(server.ctx, tx, [{ ...params, ...members }]))
    await report({ failure })
    expect(await read()).toMatchObject({ failure, status: 'TO_REQUEST' })
    await report({ status: 'BOOKED' })
    expect(await read()).toMatchObject({ failure: null, status: 'BOOKED' })
  })

  test('IM-1: once the carrier has finalised it, nothing more is sent', async () => {
    const { tenant, planner, partner, params, cancelTrip } = await legSetup()
    await planner(requestIntermodalBooking, { params })
    await tenant.asTenant((tx) => reportIntermodalBookings(server.ctx, tx, [{ ...params, skip_dispatch: true }]))
    expect(await rejection(planner(requestIntermodalBooking, { params }))).toMatchObject({ status: 409 })
    const body = { arrives_at: '2026-02-03T05:00:00Z' }
    expect(await rejection(planner(changeIntermodalBooking, { params, body }))).toMatchObject({ status: 409 })
    await planner(cancelIntermodalBooking, { params })
    await cancelTrip()
    expect(partner.texts()).toHaveLength(1)
  })

  test('locations and resources of a booking must exist: 422 names the member', async () => {
    const { planner, params } = await legSetup()
    const body = { trailer_id: crypto.randomUUID() }
    const error = await rejection(planner(changeIntermodalBooking, { params, body }))
    expect(error).toMatchObject({ status: 422, body: { errors: [{ field: 'trailer_id' }] } })
  })
})
