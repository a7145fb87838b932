/** Expected and actual times of a stop from its trip: UTC, second precision, null while unknown. */
export interface Visit {
  /** The estimate, else the planned time; null for a draft, which reports nothing. */
  eta_start_at: string | null
  eta_end_at: string | null
  actual_start_at: string | null
  actual_end_at: string | null
}

/**
 * The times of a visit in responses (READ-5): the estimate until AT_STOP and then the actual arrival, likewise the end
 * around COMPLETED. An arrival without a report stays empty.
 */
export function shownTimes(
  status: string,
  visit: Visit,
): { start_timestamp: string | null; end_timestamp: string | null } {
  const isReached = status === 'AT_STOP' || status === 'COMPLETED'
  return {
    start_timestamp: isReached ? visit.actual_start_at : visit.eta_start_at,
    end_timestamp: status === 'COMPLETED' ? visit.actual_end_at : visit.eta_end_at,
  }
}
