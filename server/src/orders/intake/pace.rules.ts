/** Few enough that the next ones are read and checked while PostgreSQL stores these, and not only after. */
const mostPerCommit = 48

/**
 * Takes what the next commit stores: up to a quarter of it from the tenant that has waited longest, then from the next
 * and the next. Each tenant costs a statement whatever its number of uploads, and none may keep the others waiting.
 * @param waiting oldest first
 * @returns what is taken, and the rest; both keep the order of each tenant
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

/** Uploads that wait at most this long do not slow callers down. */
const patienceMs = 500
/** The longest a commit of accepted uploads is held up: callers wait a little, and are never turned away. */
const longestPauseMs = 20
/** Each so many milliseconds of waiting beyond the patience make the pause one longer. */
const perPauseMs = 40

/** How long the next commit of accepted uploads is held up, in milliseconds. */
export function pauseAfter(waitedMs: number): number {
  return Math.min(longestPauseMs, Math.max(0, waitedMs - patienceMs) / perPauseMs)
}
