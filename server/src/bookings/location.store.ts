import type { LocationScenario } from '@cartage/contract/outbound/location-booking'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instantInMs } from '../db/texts.ts'
import type { BookingStatus, ExecutionStatus } from './rules.ts'

/** A stored time slot at a location. Instants are ISO 8601 in UTC. */
export interface LocationBooking {
  location_booking_id: string
  trip_id: string
  location_id: string
  /** Exactly one of `stop_id` and `stop_group_id` is set. */
  stop_id: string | null
  stop_group_id: string | null
  name: string
  scenario: LocationScenario
  status: BookingStatus
  reported_at: string | null
  booking_reference: string | null
  requested_start_at: string | null
  requested_end_at: string | null
  confirmed_start_at: string | null
  confirmed_end_at: string | null
  note: string
  execution_statuses: ExecutionStatus[]
}

/** SQL columns of booking `b` as `LocationBooking`. */
export const locationBookingColumns = `b.location_booking_id, b.trip_id, b.location_id, b.stop_id, b.stop_group_id,
  b.name, b.scenario, b.status, ${instantInMs('b.reported_at')} as reported_at, b.booking_reference,
  ${instantInMs('b.requested_start_at')} as requested_start_at, ${instantInMs('b.requested_end_at')} as requested_end_at,
  ${instantInMs('b.confirmed_start_at')} as confirmed_start_at, ${instantInMs('b.confirmed_end_at')} as confirmed_end_at,
  b.note, b.execution_statuses`

const lockRows = statement(
  'bookings.lock_location_bookings',
  `select ${locationBookingColumns} from location_booking b
    where b.tenant_id = $1 and b.location_booking_id = any ($2::uuid[]) order by b.location_booking_id for update`,
)

/** Bookings locked until the transaction ends, in the order of their ids; unknown ids are left out. */
export async function locationBookingsForUpdate(tx: Tx, ids: readonly string[]): Promise<LocationBooking[]> {
  if (ids.length === 0) return []
  return await tx.query<LocationBooking>(lockRows, ids)
}

const rowsSent = `unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[],
  $10::timestamptz[], $11::text[], $12::timestamptz[], $13::timestamptz[], $14::timestamptz[], $15::timestamptz[],
  $16::text[], $17::text[])
  as g (location_booking_id, trip_id, location_id, stop_id, stop_group_id, name, scenario, status, reported_at,
        booking_reference, requested_start_at, requested_end_at, confirmed_start_at, confirmed_end_at, note,
        execution_statuses)`

const insertRow = statement(
  'bookings.insert_location_booking',
  `insert into location_booking (tenant_id, location_booking_id, trip_id, location_id, stop_id, stop_group_id, name,
     scenario, status, reported_at, booking_reference, requested_start_at, requested_end_at, confirmed_start_at,
     confirmed_end_at, note, execution_statuses)
   select $1::uuid, g.location_booking_id, g.trip_id, g.location_id, g.stop_id, g.stop_group_id, g.name, g.scenario,
          g.status, g.reported_at, g.booking_reference, g.requested_start_at, g.requested_end_at,
          g.confirmed_start_at, g.confirmed_end_at, g.note, g.execution_statuses::jsonb
     from ${rowsSent}
   returning tenant_id`,
)

/** Stores a booking. */
export async function insertLocationBooking(tx: Tx, booking: LocationBooking): Promise<void> {
  await tx.query(insertRow, ...columnsOf([booking]))
}

const updateRows = statement(
  'bookings.update_location_bookings',
  `update location_booking b
      set trip_id = g.trip_id, location_id = g.location_id, stop_id = g.stop_id, stop_group_id = g.stop_group_id,
          name = g.name, scenario = g.scenario, status = g.status, reported_at = g.reported_at,
          booking_reference = g.booking_reference, requested_start_at = g.requested_start_at,
          requested_end_at = g.requested_end_at, confirmed_start_at = g.confirmed_start_at,
          confirmed_end_at = g.confirmed_end_at, note = g.note, execution_statuses = g.execution_statuses::jsonb,
          updated_at = now()
     from ${rowsSent}
    where b.tenant_id = $1 and b.location_booking_id = g.location_booking_id`,
)

/** Updates bookings, which are already locked. */
export async function updateLocationBookings(tx: Tx, bookings: readonly LocationBooking[]): Promise<void> {
  if (bookings.length === 0) return
  await tx.query(updateRows, ...columnsOf(bookings))
}

function columnsOf(bookings: readonly LocationBooking[]): unknown[] {
  const column = (name: keyof LocationBooking) => bookings.map((booking) => booking[name])
  return [
    column('location_booking_id'),
    column('trip_id'),
    column('location_id'),
    column('stop_id'),
    column('stop_group_id'),
    column('name'),
    column('scenario'),
    column('status'),
    column('reported_at'),
    column('booking_reference'),
    column('requested_start_at'),
    column('requested_end_at'),
    column('confirmed_start_at'),
    column('confirmed_end_at'),
    column('note'),
    bookings.map(({ execution_statuses }) => JSON.stringify(execution_statuses)),
  ]
}
