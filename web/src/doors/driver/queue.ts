import type { DriverActResult, DriverDay } from '@cartage/contract/doors/app/driver'
import type { KeptAct, QueuedAct } from './acts.ts'

/** Most acts that are sent in one request. */
const mostAtOnce = 50

/** The queue with one more act, which waits to be sent. An act that is in it already changes nothing. */
export function withAct(queue: readonly QueuedAct[], act: KeptAct): QueuedAct[] {
  if (queue.some((one) => one.act.act_id === act.act_id)) return [...queue]
  return [...queue, { act, state: 'WAITING', reason: null }]
}

/** What is sent next: what waits, in the order it happened in. */
export function nextBatch(queue: readonly QueuedAct[]): QueuedAct[] {
  return queue
    .filter(({ state }) => state === 'WAITING')
    .toSorted((one, other) => one.act.happened_at.localeCompare(other.act.happened_at))
    .slice(0, mostAtOnce)
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
