import type { DriverActResult, DriverDay } from '@cartage/contract/doors/app/driver'
import type { KeptAct, QueuedAct } from './acts.ts'

/** Most acts that are sent in one request. */
const mostAtOnce = 50

/** The queue with one more act, which waits to be sent. An act that is in it already changes nothing. */
export function withAct(queue: readonly QueuedAct[], act: KeptAct): QueuedAct[] {
  if (queue.some((one) => one.act.act_id === act.act_id)) return [...queue]
  return [...queue, { act, state: 'WAITING', reason: null }]
}

/** What waits, in the order the driver did it in: the clock of the phone may have been set back in between (DOOR-3). */
function inOrder(queue: readonly QueuedAct[]): QueuedAct[] {
  const orderOf = ({ order }: QueuedAct) => order ?? 0
  return queue
    .filter(({ state }) => state === 'WAITING')
    .toSorted((one, other) => orderOf(one) - orderOf(other) || one.act.happened_at.localeCompare(other.act.happened_at))
}

function hasFile({ act }: QueuedAct): boolean {
  return 'sha256' in act
}

/** What is sent next of what has no file, in the order it was done (DOOR-1). */
export function nextBatch(queue: readonly QueuedAct[]): QueuedAct[] {
  return inOrder(queue.filter((queued) => !hasFile(queued))).slice(0, mostAtOnce)
}

/** Acts with a file that wait, those that failed least first: one that never goes through keeps no others (DOOR-1). */
export function nextFiles(queue: readonly QueuedAct[]): QueuedAct[] {
  return inOrder(queue.filter(hasFile)).toSorted((one, other) => (one.attempts ?? 0) - (other.attempts ?? 0))
}

/** The place in the queue of an act that is made now. */
export function nextOrder(queue: readonly QueuedAct[]): number {
  return Math.max(0, ...queue.map(({ order }) => order ?? 0)) + 1
}

/**
 * Whether an act is one of the driver whose link is open: made under it, or under an earlier link of the same driver
 * (DOOR-4). What has no owner is from before queues belonged to links.
 */
export function isOwnOf(token: string, driverId: string | undefined): (queued: QueuedAct) => boolean {
  return ({ owner }) =>
    owner === undefined || owner.token === token || (driverId !== undefined && owner.driver_id === driverId)
}

/**
 * The queue after the server answered. An act is confirmed when the server has it, and one with a file only when the server
 * has that very file; else its file is uploaded again. What was not answered, or could not be taken now, waits on.
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
 * The queue after the plan was read again. What the server shows by now is not kept twice; an act that was refused leaves
 * the queue when the planner ran it again. What waits stays, also when its stop is on no trip of the driver any more: it
 * happened, and the server decides where it belongs.
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

/** Acts of the queue whose file the phone needs no longer: the server confirmed it. */
export function filesToDrop(before: readonly QueuedAct[], after: readonly QueuedAct[]): string[] {
  const kept = new Set(after.filter(({ state }) => state !== 'SENT').map(({ act }) => act.act_id))
  return before.filter(({ act }) => 'sha256' in act && !kept.has(act.act_id)).map(({ act }) => act.act_id)
}

/**
 * How far the clock of the server is ahead of the phone: half of what a request took had passed when it answered.
 * @param sentAt and `gotAt` by the clock of the phone, in milliseconds
 * @param serverTime ISO 8601
 */
export function clockOffset(sentAt: number, gotAt: number, serverTime: string): number {
  return Math.round(Date.parse(serverTime) - (sentAt + gotAt) / 2)
}

/** When the clock of the server was compared with that of the phone. */
export interface ClockReading {
  /** Milliseconds that the server was ahead. */
  offset: number
  /** Milliseconds since 1970 by the clock of the phone, and since the page was opened by one that no one sets. */
  wall: number
  steady: number
}

/**
 * How far the server is ahead now (DOOR-3): a clock that was set back since the reading shows itself, because time by the other
 * clock went on. That one stands still while the phone sleeps, so a clock that runs ahead of it says nothing.
 */
export function offsetNow({ offset, wall, steady }: ClockReading, wallNow: number, steadyNow: number): number {
  const ahead = wallNow - wall - (steadyNow - steady)
  return ahead < -leastJumpMs ? Math.round(offset - ahead) : offset
}

const leastJumpMs = 2_000
