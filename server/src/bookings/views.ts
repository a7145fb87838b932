import type { BookingPlace } from '@cartage/contract/bookings/app'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { findLocationOutputs } from '../locations/views.ts'
import { type IntermodalBooking, intermodalBookingColumns } from './intermodal.store.ts'
import { type LocationBooking, locationBookingColumns } from './location.store.ts'

const locationById = statement(
  'bookings.select_location_bookings',
  `select ${locationBookingColumns} from location_booking b
    where b.tenant_id = $1 and b.location_booking_id = any ($2::uuid[]) order by b.location_booking_id`,
)
const intermodalById = statement(
  'bookings.select_intermodal_bookings',
  `select ${intermodalBookingColumns} from intermodal_booking b
    where b.tenant_id = $1 and b.intermodal_booking_id = any ($2::uuid[]) order by b.intermodal_booking_id`,
)

/** Time slots by their ids; unknown ids are left out. */
export async function locationBookingsById(tx: Tx, ids: readonly string[]): Promise<LocationBooking[]> {
  return await tx.query<LocationBooking>(locationById, ids)
}

/** Main legs by their ids; unknown ids are left out. */
export async function intermodalBookingsById(tx: Tx, ids: readonly string[]): Promise<IntermodalBooking[]> {
  return await tx.query<IntermodalBooking>(intermodalById, ids)
}

const locationByTrip = statement(
  'bookings.location_bookings_of_trip',
  `select ${locationBookingColumns} from location_booking b
    where b.tenant_id = $1 and b.trip_id = $2 order by b.created_at, b.location_booking_id`,
)
const intermodalByTrip = statement(
  'bookings.intermodal_bookings_of_trip',
  `select ${intermodalBookingColumns} from intermodal_booking b
    where b.tenant_id = $1 and b.trip_id = $2 order by b.created_at, b.intermodal_booking_id`,
)

/** Every time slot of a trip, oldest first. */
export async function locationBookingsOfTrip(tx: Tx, tripId: string): Promise<LocationBooking[]> {
  return await tx.query<LocationBooking>(locationByTrip, tripId)
}

/** Every main leg of a trip, oldest first. */
export async function intermodalBookingsOfTrip(tx: Tx, tripId: string): Promise<IntermodalBooking[]> {
  return await tx.query<IntermodalBooking>(intermodalByTrip, tripId)
}

const tripsOfSlot = statement(
  'bookings.trips_of_slot',
  `(select s.trip_id from trip_stop s where s.tenant_id = $1 and s.stop_id = $2 limit 1)
   union all
   (select s.trip_id from trip_stop s where s.tenant_id = $1 and s.stop_group_id = $3 order by s.sequence limit 1)`,
)

/** The current trip of a time slot's stops; undefined when they are unplanned. */
export async function findTripOfSlot(tx: Tx, booking: LocationBooking): Promise<string | undefined> {
  const rows = await tx.query<{ trip_id: string }>(tripsOfSlot, booking.stop_id, booking.stop_group_id)
  return rows[0]?.trip_id
}

/** The locations of bookings, by the ids in the bookings. */
export async function placesOfBookings(
  tx: Tx,
  slots: readonly LocationBooking[],
  legs: readonly IntermodalBooking[],
): Promise<BookingPlace[]> {
  const ids = new Set([
    ...slots.map(({ location_id }) => location_id),
    ...legs.flatMap(({ start_location_id, end_location_id }) => [start_location_id, end_location_id]),
  ])
  const found = await findLocationOutputs(tx, [...ids])
  return [...found].map(([location_id, { name, city }]) => ({ location_id, name: name ?? null, city: city ?? null }))
}
