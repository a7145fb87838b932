import type { BookingDetails } from '@cartage/contract/bookings/app'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instantInMs } from '../db/texts.ts'
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

const names = `intermodal_booking_id, trip_id, name, account_code, status, reported_at, booking_reference,
  departure_reference_number, arrival_reference_number, start_location_id, end_location_id, departs_at, arrives_at,
  trailer_id, container_id, vehicle_id, details, execution_statuses, skip_dispatch, failure`

const rowsSent = `unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[],
  $9::text[], $10::text[], $11::uuid[], $12::uuid[], $13::timestamptz[], $14::timestamptz[], $15::uuid[], $16::uuid[],
  $17::uuid[], $18::text[], $19::text[], $20::boolean[], $21::text[]) as g (${names})`

const insertRow = statement(
  'bookings.insert_intermodal_booking',
  `insert into intermodal_booking (tenant_id, ${names})
   select $1::uuid, g.intermodal_booking_id, g.trip_id, g.name, g.account_code, g.status, g.reported_at,
          g.booking_reference, g.departure_reference_number, g.arrival_reference_number, g.start_location_id,
          g.end_location_id, g.departs_at, g.arrives_at, g.trailer_id, g.container_id, g.vehicle_id, g.details::jsonb,
          g.execution_statuses::jsonb, g.skip_dispatch, g.failure::jsonb
     from ${rowsSent}
   returning tenant_id`,
)

/** Stores a booking. */
export async function insertIntermodalBooking(tx: Tx, booking: IntermodalBooking): Promise<void> {
  await tx.query(insertRow, ...columnsOf([booking]))
}

const updateRows = statement(
  'bookings.update_intermodal_bookings',
  `update intermodal_booking b
      set name = g.name, account_code = g.account_code, status = g.status, reported_at = g.reported_at,
          booking_reference = g.booking_reference, departure_reference_number = g.departure_reference_number,
          arrival_reference_number = g.arrival_reference_number, start_location_id = g.start_location_id,
          end_location_id = g.end_location_id, departs_at = g.departs_at, arrives_at = g.arrives_at,
          trailer_id = g.trailer_id, container_id = g.container_id, vehicle_id = g.vehicle_id,
          details = g.details::jsonb, execution_statuses = g.execution_statuses::jsonb,
          skip_dispatch = g.skip_dispatch, failure = g.failure::jsonb, updated_at = now()
     from ${rowsSent}
    where b.tenant_id = $1 and b.intermodal_booking_id = g.intermodal_booking_id`,
)

/** Updates bookings, which are already locked. */
export async function updateIntermodalBookings(tx: Tx, bookings: readonly IntermodalBooking[]): Promise<void> {
  if (bookings.length === 0) return
  await tx.query(updateRows, ...columnsOf(bookings))
}

function columnsOf(bookings: readonly IntermodalBooking[]): unknown[] {
  const column = (name: keyof IntermodalBooking) => bookings.map((booking) => booking[name])
  return [
    column('intermodal_booking_id'),
    column('trip_id'),
    column('name'),
    column('account_code'),
    column('status'),
    column('reported_at'),
    column('booking_reference'),
    column('departure_reference_number'),
    column('arrival_reference_number'),
    column('start_location_id'),
    column('end_location_id'),
    column('departs_at'),
    column('arrives_at'),
    column('trailer_id'),
    column('container_id'),
    column('vehicle_id'),
    bookings.map(({ details }) => JSON.stringify(details)),
    bookings.map(({ execution_statuses }) => JSON.stringify(execution_statuses)),
    column('skip_dispatch'),
    bookings.map(({ failure }) => failure && JSON.stringify(failure)),
  ]
}
