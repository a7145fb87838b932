/** The status of a booking (LB-1). It only advances in this order, or changes to CANCELLED. */
export type BookingStatus = 'TO_REQUEST' | 'REQUESTED' | 'BOOKED' | 'CANCELLED'

/** A step in the execution of a booked transport. Instants are ISO 8601 in UTC. */
export interface ExecutionStatus {
  event_time: string
  ok: boolean
  type: string
  remark?: string | null | undefined
}

const ranks: Readonly<Record<BookingStatus, number>> = { TO_REQUEST: 0, REQUESTED: 1, BOOKED: 2, CANCELLED: 3 }

/**
 * Whether a booking may change from one status to the other: TO_REQUEST, REQUESTED, BOOKED, and CANCELLED from each.
 */
export function isLater(from: BookingStatus, to: BookingStatus): boolean {
  return ranks[to] > ranks[from]
}

/** Members of a booking that decide whether a report changes it. */
export interface Reported {
  status: BookingStatus
  /** Time of the last reported event; null without a report. */
  reported_at: string | null
}

/**
 * The booking after a report. A status that is not later, and a report older than the last, change nothing.
 * @param eventAt ISO 8601; time of the event, not of the report
 */
export function decideReport<Booking extends Reported>(
  booking: Booking,
  status: BookingStatus | undefined,
  eventAt: string,
): { booking: Booking; isApplied: boolean } {
  const isOld = booking.reported_at !== null && Date.parse(eventAt) < Date.parse(booking.reported_at)
  if (status === undefined || isOld || !isLater(booking.status, status)) return { booking, isApplied: false }
  return { booking: { ...booking, status, reported_at: eventAt }, isApplied: true }
}

/** Steps with the newly reported ones, without duplicates, oldest first. */
export function withSteps(known: readonly ExecutionStatus[], reported: readonly ExecutionStatus[]): ExecutionStatus[] {
  const seen = new Set<string>()
  return [...known, ...reported]
    .filter((step) => {
      const name = JSON.stringify([Date.parse(step.event_time), step.ok, step.type, step.remark ?? null])
      if (seen.has(name)) return false
      seen.add(name)
      return true
    })
    .sort((one, other) => Date.parse(one.event_time) - Date.parse(other.event_time))
}
