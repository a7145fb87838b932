import type { BookingDetails } from '@cartage/contract/bookings/app'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instantInMs, sentRows } from '../db/texts.ts'
import type { BookingStatus, ExecutionStatus } from './rules.ts'

/** A stored main leg. Instants are ISO 8601 in UTC. */
export interface IntermodalBooking {
  intermodal_booking_id: string
  trip_id: string
  name: string
  account_code: string | null
  status: BookingStatus
  reported_at: string | null
  booking_reference: string | null
  departure_reference_number: string | null
  arrival_reference_number: string | null
  start_location_id: string
  end_location_id: string
  departs_at: string | null
  arrives_at: string | null
  trailer_id: string | null
  container_id: string | null
  vehicle_id: string | null
  details: BookingDetails
  execution_statuses: ExecutionStatus[]
  skip_dispatch: boolean
  failure: { error_type: string; error_message?: string | null | undefined } | null
}

/** SQL columns of booking `b` as `IntermodalBooking`. */
export const intermodalBookingColumns = `b.intermodal_booking_id, b.trip_id, b.name, b.account_code, b.status,
  ${instantInMs('b.reported_at')} as reported_at, b.booking_reference, b.departure_reference_number,
  b.arrival_reference_number, b.start_location_id, b.end_location_id, ${instantInMs('b.departs_at')} as departs_at,
  ${instantInMs('b.arrives_at')} as arrives_at, b.trailer_id, b.container_id, b.vehicle_id, b.details, b.execution_statuses,
  b.skip_dispatch, b.failure`

const lockRows = statement(
  'bookings.lock_intermodal_bookings',
  `select ${intermodalBookingColumns} from intermodal_booking b
    where b.tenant_id = $1 and b.intermodal_booking_id = any ($2::uuid[])
    order by b.intermodal_booking_id for update`,
)

/** Bookings locked until the transaction ends, in the order of their ids; unknown ids are left out. */
export async function intermodalBookingsForUpdate(tx: Tx, ids: readonly string[]): Promise<IntermodalBooking[]> {
  if (ids.length === 0) return []
  return await tx.query<IntermodalBooking>(lockRows, ids)
}

const sent = sentRows<IntermodalBooking>({
  intermodal_booking_id: 'uuid',
  trip_id: 'uuid',
  name: 'text',
  account_code: 'text',
  status: 'text',
  reported_at: 'timestamptz',
  booking_reference: 'text',
  departure_reference_number: 'text',
  arrival_reference_number: 'text',
  start_location_id: 'uuid',
  end_location_id: 'uuid',
  departs_at: 'timestamptz',
  arrives_at: 'timestamptz',
  trailer_id: 'uuid',
  container_id: 'uuid',
  vehicle_id: 'uuid',
  details: 'json',
  execution_statuses: 'json',
  skip_dispatch: 'boolean',
  failure: 'json',
})

const insertRow = statement(
  'bookings.insert_intermodal_booking',
  `insert into intermodal_booking (tenant_id, ${sent.names})
   select $1::uuid, ${sent.values} from ${sent.from}
   returning tenant_id`,
)

/** Stores a booking. */
export async function insertIntermodalBooking(tx: Tx, booking: IntermodalBooking): Promise<void> {
  await tx.query(insertRow, ...sent.arrays([booking]))
}

const updateRows = statement(
  'bookings.update_intermodal_bookings',
  `update intermodal_booking b
      set ${sent.setsExcept('intermodal_booking_id', 'trip_id')}, updated_at = now()
     from ${sent.from}
    where b.tenant_id = $1 and b.intermodal_booking_id = g.intermodal_booking_id`,
)

/** Updates bookings, which are already locked. */
export async function updateIntermodalBookings(tx: Tx, bookings: readonly IntermodalBooking[]): Promise<void> {
  if (bookings.length === 0) return
  await tx.query(updateRows, ...sent.arrays(bookings))
}
