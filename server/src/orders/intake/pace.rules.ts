/** Small enough that the next uploads are read and checked while PostgreSQL stores these. */
const mostPerCommit = 48

/**
 * Selects the uploads of the next commit: up to a quarter from the tenant that has waited longest, then from the next
 * ones. Each tenant costs a statement whatever its number of uploads, and none may delay the others.
 * @param waiting oldest first
 * @returns the selected uploads and the rest; both keep the order of each tenant
 */
export function ofFewTenants<One extends { tenantId: string }>(waiting: readonly One[]): [taken: One[], rest: One[]] {
  if (waiting.length <= mostPerCommit) return [[...waiting], []]
  const tenants = [...Map.groupBy(waiting, ({ tenantId }) => tenantId).values()]
  const share = mostPerCommit / 4
  const inTurn = [...tenants.flatMap((own) => own.slice(0, share)), ...tenants.flatMap((own) => own.slice(share))]
  const taken = inTurn.slice(0, mostPerCommit)
  const isTaken = new Set(taken)
  return [taken, waiting.filter((one) => !isTaken.has(one))]
}

/** Waiting time of uploads up to which callers are not slowed down. */
const patienceMs = 500
/** Longest delay of a commit of accepted uploads: callers wait a little and are never rejected. */
const longestPauseMs = 20
/** Milliseconds of waiting beyond the patience that add one millisecond of pause. */
const perPauseMs = 40

/** Delay of the next commit of accepted uploads, in milliseconds. */
export function pauseAfter(waitedMs: number): number {
  return Math.min(longestPauseMs, Math.max(0, waitedMs - patienceMs) / perPauseMs)
}
