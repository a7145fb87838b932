import type { LocationScenario } from '@cartage/contract/outbound/location-booking'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instantInMs, sentRows } from '../db/texts.ts'
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

const sent = sentRows<LocationBooking>({
  location_booking_id: 'uuid',
  trip_id: 'uuid',
  location_id: 'uuid',
  stop_id: 'uuid',
  stop_group_id: 'uuid',
  name: 'text',
  scenario: 'text',
  status: 'text',
  reported_at: 'timestamptz',
  booking_reference: 'text',
  requested_start_at: 'timestamptz',
  requested_end_at: 'timestamptz',
  confirmed_start_at: 'timestamptz',
  confirmed_end_at: 'timestamptz',
  note: 'text',
  execution_statuses: 'json',
})

const insertRow = statement(
  'bookings.insert_location_booking',
  `insert into location_booking (tenant_id, ${sent.names})
   select $1::uuid, ${sent.values} from ${sent.from}
   returning tenant_id`,
)

/** Stores a booking. */
export async function insertLocationBooking(tx: Tx, booking: LocationBooking): Promise<void> {
  await tx.query(insertRow, ...sent.arrays([booking]))
}

const updateRows = statement(
  'bookings.update_location_bookings',
  `update location_booking b
      set ${sent.setsExcept('location_booking_id')}, updated_at = now()
     from ${sent.from}
    where b.tenant_id = $1 and b.location_booking_id = g.location_booking_id`,
)

/** Updates bookings, which are already locked. */
export async function updateLocationBookings(tx: Tx, bookings: readonly LocationBooking[]): Promise<void> {
  if (bookings.length === 0) return
  await tx.query(updateRows, ...sent.arrays(bookings))
}
