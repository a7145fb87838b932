import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { intermodalBookingsForUpdate, updateIntermodalBookings } from './intermodal.store.ts'
import { locationBookingsForUpdate, updateLocationBookings } from './location.store.ts'
import { insertReports, type NewReport } from './reports.store.ts'
import { type BookingStatus, decideReport, type ExecutionStatus, withSteps } from './rules.ts'

/** A report on a time slot whose booking was matched already (LB-2). Absent members change nothing. */
export interface LocationBookingReport {
  location_booking_id: string
  /** Time of the event, ISO 8601 in UTC; the time of receipt when absent. */
  event_at?: string | undefined
  status?: BookingStatus | undefined
  execution_statuses?: readonly ExecutionStatus[] | undefined
  booking_reference?: string | null | undefined
}

/** A report on a main leg whose booking was matched already (IM-1). Absent members change nothing. */
export interface IntermodalBookingReport {
  intermodal_booking_id: string
  /** Time of the event, ISO 8601 in UTC; the time of receipt when absent. */
  event_at?: string | undefined
  status?: BookingStatus | undefined
  execution_statuses?: readonly ExecutionStatus[] | undefined
  failure?: { error_type: string; error_message?: string | null | undefined } | null | undefined
  booking_reference?: string | null | undefined
  references?:
    | { arrival_reference_number?: string | null | undefined; departure_reference_number?: string | null | undefined }
    | null
    | undefined
  /** The carrier has finalised it: no more messages are sent. */
  skip_dispatch?: boolean | null | undefined
}

/** Result of one report. */
export interface BookingOutcome {
  booking_id: string
  status: BookingStatus
  /** Whether the status changed. */
  is_applied: boolean
}

/**
 * Applies reports on time slots, in the order given. A status never moves back: late reports are stored as history.
 * @param source kind of the webhook, for the history
 * @returns one outcome for each report on an existing booking; others are skipped
 */
export async function reportLocationBookings(
  ctx: Context,
  tx: Tx,
  reports: readonly LocationBookingReport[],
  source = 'location-booking-update',
): Promise<BookingOutcome[]> {
  const received = ctx.now().toISOString()
  const ids = reports.map(({ location_booking_id }) => location_booking_id)
  const bookings = new Map((await locationBookingsForUpdate(tx, ids)).map((row) => [row.location_booking_id, row]))
  const outcomes: BookingOutcome[] = []
  const history: NewReport[] = []
  for (const report of reports) {
    const { location_booking_id: id, event_at = received, ...content } = report
    const before = bookings.get(id)
    if (!before) continue
    const { booking, isApplied } = decideReport(before, report.status, event_at)
    bookings.set(id, {
      ...booking,
      booking_reference: report.booking_reference ?? booking.booking_reference,
      execution_statuses: withSteps(booking.execution_statuses, report.execution_statuses ?? []),
    })
    outcomes.push({ booking_id: id, status: booking.status, is_applied: isApplied })
    history.push(reportOf(ctx, 'LOCATION', id, { event_at, content, source, isApplied, status: report.status }))
  }
  await Promise.all([updateLocationBookings(tx, [...bookings.values()]), insertReports(tx, history)])
  return outcomes
}

/**
 * Applies reports on main legs, in the order given. A status never moves back: late reports are stored as history.
 * @param source kind of the webhook, for the history
 * @returns one outcome for each report on an existing booking; others are skipped
 */
export async function reportIntermodalBookings(
  ctx: Context,
  tx: Tx,
  reports: readonly IntermodalBookingReport[],
  source = 'intermodal-status',
): Promise<BookingOutcome[]> {
  const received = ctx.now().toISOString()
  const ids = reports.map(({ intermodal_booking_id }) => intermodal_booking_id)
  const found = await intermodalBookingsForUpdate(tx, ids)
  const bookings = new Map(found.map((row) => [row.intermodal_booking_id, row]))
  const outcomes: BookingOutcome[] = []
  const history: NewReport[] = []
  for (const report of reports) {
    const { intermodal_booking_id: id, event_at = received, ...content } = report
    const before = bookings.get(id)
    if (!before) continue
    const { booking, isApplied } = decideReport(before, report.status, event_at)
    const { references } = report
    bookings.set(id, {
      ...booking,
      booking_reference: report.booking_reference ?? booking.booking_reference,
      departure_reference_number: references?.departure_reference_number ?? booking.departure_reference_number,
      arrival_reference_number: references?.arrival_reference_number ?? booking.arrival_reference_number,
      skip_dispatch: report.skip_dispatch ?? booking.skip_dispatch,
      // A failure stays until the status of the booking advances.
      failure: report.failure ?? (isApplied ? null : booking.failure),
      execution_statuses: withSteps(booking.execution_statuses, report.execution_statuses ?? []),
    })
    outcomes.push({ booking_id: id, status: booking.status, is_applied: isApplied })
    history.push(reportOf(ctx, 'INTERMODAL', id, { event_at, content, source, isApplied, status: report.status }))
  }
  await Promise.all([updateIntermodalBookings(tx, [...bookings.values()]), insertReports(tx, history)])
  return outcomes
}

interface ReportContent {
  event_at: string
  content: object
  source: string
  isApplied: boolean
  status: BookingStatus | undefined
}

function reportOf(ctx: Context, type: NewReport['booking_type'], id: string, reported: ReportContent): NewReport {
  return {
    booking_report_id: ctx.newId(),
    booking_type: type,
    booking_id: id,
    event_at: reported.event_at,
    status: reported.status ?? null,
    content: reported.content,
    source: reported.source,
    is_applied: reported.isApplied,
  }
}
