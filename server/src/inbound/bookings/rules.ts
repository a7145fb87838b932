import type { IntermodalBookingUpdate } from '@cartage/contract/inbound/intermodal-status'
import type { BookingMatchTarget } from '@cartage/contract/inbound/matching'
import { isSensibleTime, sensibleYears } from '@cartage/contract/reading/sense'
import type { IntermodalBookingReport } from '../../bookings/report.commands.ts'

/** Criteria for looking up bookings. An empty list of values matches nothing. */
export function bookingCriteria({ matches_all }: BookingMatchTarget) {
  return (matches_all ?? []).map(({ booking_reference, name }) => ({
    ...(booking_reference && { booking_references: booking_reference.matches_any ?? [] }),
    ...(name && { names: name.matches_any ?? [] }),
  }))
}

/** SENSE-2: why the time of an update is impossible; undefined when it is possible or absent. */
export function timeFault(update: { event_time?: string | null | undefined; timestamp?: string | null | undefined }) {
  const at = update.event_time ?? update.timestamp
  if (at == null || isSensibleTime(at)) return undefined
  return `event_time ${at} is not in the years ${sensibleYears}. Check the clock of the sender.`
}

/** The booking id of an update, also under its deprecated name. */
export function namedBooking(update: { id?: string | null | undefined; booking_id?: string | null | undefined }) {
  return update.id ?? update.booking_id ?? undefined
}

/** An update of an intermodal booking in the internal format. */
export function intermodalReport(id: string, update: IntermodalBookingUpdate): IntermodalBookingReport {
  return {
    intermodal_booking_id: id,
    event_at: update.event_time ?? update.timestamp ?? undefined,
    status: update.status?.booking_status ?? undefined,
    execution_statuses: update.status?.execution_statuses ?? undefined,
    failure: update.status?.failure ?? undefined,
    booking_reference: update.booking_reference ?? undefined,
    references: update.references ?? undefined,
    skip_dispatch: update.skip_dispatch ?? undefined,
  }
}

/** Identifies equal reports; repeats have one effect (INB-1). */
export function bookingEffectKey(kind: string, id: string, update: object): string {
  const { match: _match, ...reported } = update as { match?: unknown }
  return JSON.stringify([kind, id, reported])
}
