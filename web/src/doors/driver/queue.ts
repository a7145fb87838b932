import type { DriverActResult, DriverDay } from '@cartage/contract/doors/app/driver'
import type { KeptAct, QueuedAct } from './acts.ts'

/** Maximum number of acts per request. */
const mostAtOnce = 50

/** Adds an act to the queue as waiting. An act already in it changes nothing. */
export function withAct(queue: readonly QueuedAct[], act: KeptAct): QueuedAct[] {
  if (queue.some((one) => one.act.act_id === act.act_id)) return [...queue]
  return [...queue, { act, state: 'WAITING', reason: null }]
}

/** Waiting acts in the order they were made: the phone's clock may have been set back in between (DOOR-3). */
function inOrder(queue: readonly QueuedAct[]): QueuedAct[] {
  const orderOf = ({ order }: QueuedAct) => order ?? 0
  return queue
    .filter(({ state }) => state === 'WAITING')
    .toSorted((one, other) => orderOf(one) - orderOf(other) || one.act.happened_at.localeCompare(other.act.happened_at))
}

function hasFile({ act }: QueuedAct): boolean {
  return 'sha256' in act
}

/** Next acts without a file to send, in the order they were made (DOOR-1). */
export function nextBatch(queue: readonly QueuedAct[]): QueuedAct[] {
  return inOrder(queue.filter((queued) => !hasFile(queued))).slice(0, mostAtOnce)
}

/** Waiting acts with a file, fewest failures first, so that a failing one does not block the others (DOOR-1). */
export function nextFiles(queue: readonly QueuedAct[]): QueuedAct[] {
  return inOrder(queue.filter(hasFile)).toSorted((one, other) => (one.attempts ?? 0) - (other.attempts ?? 0))
}

/** Queue position of a new act. */
export function nextOrder(queue: readonly QueuedAct[]): number {
  return Math.max(0, ...queue.map(({ order }) => order ?? 0)) + 1
}

/**
 * Whether an act belongs to the driver of the open link: made under it, or under an earlier link of the same driver
 * (DOOR-4). Acts without an owner predate queues per link.
 */
export function isOwnOf(token: string, driverId: string | undefined): (queued: QueuedAct) => boolean {
  return ({ owner }) =>
    owner === undefined || owner.token === token || (driverId !== undefined && owner.driver_id === driverId)
}

/**
 * Queue after the server's results. An act is confirmed once the server has it, and one with a file only once the
 * server has that exact file; otherwise the file is uploaded again. Acts without a result or with a temporary failure
 * stay waiting.
 */
export function afterResults(queue: readonly QueuedAct[], results: readonly DriverActResult[]): QueuedAct[] {
  const byId = new Map(results.map((result) => [result.act_id, result]))
  return queue.map((queued) => {
    const result = byId.get(queued.act.act_id)
    return result && queued.state === 'WAITING' ? afterResult(queued, result) : queued
  })
}

function afterResult(queued: QueuedAct, result: DriverActResult): QueuedAct {
  if (result.outcome === 'REFUSED') return { ...queued, state: 'REFUSED', reason: result.reason }
  if (result.outcome !== 'APPLIED' && result.outcome !== 'KEPT') return queued
  if ('sha256' in queued.act && queued.act.sha256 !== result.sha256) {
    const { upload_id: _lost, ...act } = queued.act
    return { ...queued, act }
  }
  return { ...queued, state: 'SENT', reason: null }
}

/**
 * Queue after a plan refresh. Acts that the server's day includes are dropped; a refused act leaves the queue once the
 * planner ran it again. Waiting acts stay even if their stop left the driver's trips: they happened, and the server
 * decides where they belong.
 */
export function afterDay(queue: readonly QueuedAct[], day: DriverDay): QueuedAct[] {
  const known = new Map(day.acts.map((act) => [act.act_id, act]))
  return queue.flatMap((queued): QueuedAct[] => {
    const act = known.get(queued.act.act_id)
    if (!act || queued.state === 'WAITING') return [queued]
    if (act.outcome === 'REFUSED') return [{ ...queued, state: 'REFUSED', reason: act.reason }]
    return []
  })
}

/** Acts whose file the phone no longer needs, because the server confirmed it. */
export function filesToDrop(before: readonly QueuedAct[], after: readonly QueuedAct[]): string[] {
  const kept = new Set(after.filter(({ state }) => state !== 'SENT').map(({ act }) => act.act_id))
  return before.filter(({ act }) => 'sha256' in act && !kept.has(act.act_id)).map(({ act }) => act.act_id)
}

/**
 * Offset of the server's clock from the phone's, assuming the response was created halfway through the request.
 * @param sentAt and `gotAt` by the phone's clock, in milliseconds
 * @param serverTime ISO 8601
 */
export function clockOffset(sentAt: number, gotAt: number, serverTime: string): number {
  return Math.round(Date.parse(serverTime) - (sentAt + gotAt) / 2)
}

/** One comparison of the server's clock with the phone's. */
export interface ClockReading {
  /** Milliseconds that the server's clock was ahead. */
  offset: number
  /** Phone's clock in milliseconds since 1970, and a monotonic clock in milliseconds since the page was opened. */
  wall: number
  steady: number
}

/**
 * Current offset of the server's clock (DOOR-3). If the phone's clock was set back since the reading, it lags the
 * monotonic clock. That one stops while the phone sleeps, so a phone clock ahead of it means nothing.
 */
export function offsetNow({ offset, wall, steady }: ClockReading, wallNow: number, steadyNow: number): number {
  const ahead = wallNow - wall - (steadyNow - steady)
  return ahead < -leastJumpMs ? Math.round(offset - ahead) : offset
}

const leastJumpMs = 2_000
