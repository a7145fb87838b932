import type { AppIntermodalBooking, AppLocationBooking } from '@cartage/contract/bookings/app'
import type { IntermodalBooking } from './intermodal.store.ts'
import type { LocationBooking } from './location.store.ts'

/** A time slot for screens. */
export function locationBookingOutput(booking: LocationBooking): AppLocationBooking {
  return {
    ...booking,
    reported_at: seconds(booking.reported_at),
    requested_start_at: seconds(booking.requested_start_at),
    requested_end_at: seconds(booking.requested_end_at),
    confirmed_start_at: seconds(booking.confirmed_start_at),
    confirmed_end_at: seconds(booking.confirmed_end_at),
    execution_statuses: booking.execution_statuses.map((step) => ({ ...step })),
  }
}

/** A main leg for screens. */
export function intermodalBookingOutput(booking: IntermodalBooking): AppIntermodalBooking {
  return {
    ...booking,
    reported_at: seconds(booking.reported_at),
    departs_at: seconds(booking.departs_at),
    arrives_at: seconds(booking.arrives_at),
    execution_statuses: booking.execution_statuses.map((step) => ({ ...step })),
  }
}

function seconds(instant: string | null): string | null {
  return instant === null ? null : `${new Date(instant).toISOString().slice(0, 19)}Z`
}
