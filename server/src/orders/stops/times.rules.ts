/** When a stop is expected and was served, as its trip knows it: UTC, second precision, null while it is unknown. */
export interface Visit {
  /** The estimate, before there is one the plan; of a plan that is not confirmed nothing is reported. */
  eta_start_at: string | null
  eta_end_at: string | null
  actual_start_at: string | null
  actual_end_at: string | null
}

/**
 * What a read shows of a visit (READ-5): the estimate until AT_STOP and then the actual arrival, likewise the end around
 * COMPLETED. An arrival that no one reported stays empty.
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
