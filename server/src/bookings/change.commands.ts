import type {
  IntermodalBookingChange,
  LocationBookingChange,
  NewIntermodalBooking,
  NewLocationBooking,
} from '@cartage/contract/bookings/app'
import { msg } from '@cartage/contract/message'
import type { By, Change } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { findLocationOutputs } from '../locations/views.ts'
import { stopsOfOrders } from '../orders/stops/store.ts'
import { readResources } from '../resources/views.ts'
import type { TripState, TripStop } from '../trips/state.rules.ts'
import { tripsForUpdate } from '../trips/store.ts'
import {
  type IntermodalBooking,
  insertIntermodalBooking,
  intermodalBookingsForUpdate,
  updateIntermodalBookings,
} from './intermodal.store.ts'
import {
  insertLocationBooking,
  type LocationBooking,
  locationBookingsForUpdate,
  updateLocationBookings,
} from './location.store.ts'
import { followBooking } from './notify.commands.ts'
import { changedLeg, changedSlot, checkTimes, newLeg, scenarioOf, stopsOfSlot } from './plan.rules.ts'
import { intermodalBookingsOfTrip, locationBookingsOfTrip } from './views.ts'

/**
 * Creates a time slot; nothing is sent until it is requested (LB-1).
 * @throws Problem not_found, state_conflict for a trip that is cancelled, validation_failed
 */
export async function createLocationBooking(
  ctx: Context,
  tenantId: string,
  by: By,
  input: NewLocationBooking,
): Promise<LocationBooking> {
  checkTimes(input)
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const trip = await liveTrip(tx, input.trip_id)
    const stops = stopsOfSlot(trip, { stop_id: input.stop_id ?? null, stop_group_id: input.stop_group_id ?? null })
    if (stops.length === 0) throw new Problem('not_found', { message: 'The trip has no such stop or stop group.' })
    const booking: LocationBooking = {
      location_booking_id: ctx.newId(),
      trip_id: trip.trip_id,
      location_id: stops[0]!.location_id,
      stop_id: input.stop_id ?? null,
      stop_group_id: input.stop_group_id ?? null,
      name: input.name ?? (await nextName(tx, trip, 'L')),
      scenario: input.scenario ?? scenarioOf(stops, await rolesOf(tx, stops)),
      status: 'TO_REQUEST',
      reported_at: null,
      booking_reference: null,
      requested_start_at: input.requested_start_at ?? null,
      requested_end_at: input.requested_end_at ?? null,
      confirmed_start_at: null,
      confirmed_end_at: null,
      note: input.note ?? '',
      execution_statuses: [],
    }
    await insertLocationBooking(tx, booking)
    await recordChanges(tx, by, [changeOf('location_booking', booking.location_booking_id, null, booking)])
    return booking
  })
}

/**
 * Changes a time slot; the location it was requested from is notified soon.
 * @throws Problem not_found, state_conflict for a cancelled one, validation_failed
 */
export async function changeLocationBooking(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
  change: LocationBookingChange,
): Promise<LocationBooking> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const [before] = await locationBookingsForUpdate(tx, [id])
    if (!before) throw new Problem('not_found')
    const after = changedSlot(before, change)
    await updateLocationBookings(tx, [after])
    await followBooking(ctx, tx, id, 'LOCATION')
    await recordChanges(tx, by, [changeOf('location_booking', id, before, after)])
    return after
  })
}

/**
 * Creates a booking of a main leg; nothing is sent until it is requested.
 * @throws Problem not_found for an unknown trip, location or resource; state_conflict for a trip that is cancelled
 */
export async function createIntermodalBooking(
  ctx: Context,
  tenantId: string,
  by: By,
  input: NewIntermodalBooking,
): Promise<IntermodalBooking> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const trip = await liveTrip(tx, input.trip_id)
    const name = input.name ?? (await nextName(tx, trip, 'M'))
    const booking = newLeg({ ...input, name }, ctx.newId())
    await checkReferences(tx, booking)
    await insertIntermodalBooking(tx, booking)
    await recordChanges(tx, by, [changeOf('intermodal_booking', booking.intermodal_booking_id, null, booking)])
    return booking
  })
}

/**
 * Changes a booking of a main leg; a carrier it was requested from is notified soon.
 * @throws Problem not_found, state_conflict for one that is cancelled or finalised, validation_failed
 */
export async function changeIntermodalBooking(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
  change: IntermodalBookingChange,
): Promise<IntermodalBooking> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const [before] = await intermodalBookingsForUpdate(tx, [id])
    if (!before) throw new Problem('not_found')
    const after = changedLeg(before, change)
    await checkReferences(tx, after)
    await updateIntermodalBookings(tx, [after])
    await followBooking(ctx, tx, id, 'INTERMODAL')
    await recordChanges(tx, by, [changeOf('intermodal_booking', id, before, after)])
    return after
  })
}

/** The trip, locked, so that its stops stay while a booking for them is created. */
async function liveTrip(tx: Tx, id: string): Promise<TripState> {
  const [trip] = await tripsForUpdate(tx, [id])
  if (!trip) throw new Problem('not_found')
  if (trip.status === 'CANCELLED') {
    throw new Problem('state_conflict', { message: msg`${trip.name} is cancelled, so nothing can be booked for it.` })
  }
  return trip
}

/** The name of the trip and the number among its bookings. */
async function nextName(tx: Tx, trip: TripState, kind: 'L' | 'M'): Promise<string> {
  const list = kind === 'L' ? locationBookingsOfTrip : intermodalBookingsOfTrip
  return `${trip.name}/${kind}${(await list(tx, trip.trip_id)).length + 1}`
}

/** Activity of order stops for their consignment, by stop id. */
async function rolesOf(tx: Tx, stops: readonly TripStop[]): Promise<Map<string, string>> {
  const orderIds = [...new Set(stops.flatMap(({ order_id }) => order_id ?? []))]
  const rows = orderIds.length === 0 ? [] : await stopsOfOrders(tx, orderIds)
  return new Map(rows.map(({ stop_id, role }) => [stop_id, role]))
}

async function checkReferences(tx: Tx, booking: IntermodalBooking): Promise<void> {
  const { start_location_id, end_location_id, trailer_id, container_id, vehicle_id } = booking
  const resourceIds = [trailer_id, container_id, vehicle_id].filter((id) => id !== null)
  const [places, resources] = await Promise.all([
    findLocationOutputs(tx, [start_location_id, end_location_id]),
    resourceIds.length === 0 ? [] : readResources(tx, resourceIds),
  ])
  const known = new Set([...places.keys(), ...resources.map(({ resource_id }) => resource_id)])
  const named = Object.entries({ start_location_id, end_location_id, trailer_id, container_id, vehicle_id })
  const unknown = named.filter(([, id]) => id !== null && !known.has(id))
  if (unknown.length === 0) return
  const errors = unknown.map(([name]) => errorItem(name, 'There is no such record. Check the id.', 'unknown'))
  throw new Problem('validation_failed', { errors })
}

function changeOf(noun: string, id: string, before: object | null, after: object): Change {
  return {
    entity_type: noun,
    entity_id: id,
    action: before === null ? 'created' : 'updated',
    before: before === null ? null : { ...before },
    after: { ...after },
  }
}
