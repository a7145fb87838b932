import { decideAdmission, historyLength, type RateWindow } from '../rate-limit.rules.ts'
import { type Beginning, type Block, type Judgement, openBlock, permitsToLend, stretchesOf } from './block.rules.ts'
import type { CounterState, LockedCounter } from './counter.store.ts'

/** Judgement of the database about a request. */
export interface Judged extends Judgement {
  /** Permits lent to this process, and the clock of their times. */
  readonly lent?: { readonly block: Block; readonly clock: BlockClock }
  /** Permits would have been lent if this process had a known heartbeat. */
  readonly wouldLend: boolean
}

/** Derives the database clock while a block lasts, from differences of the process's monotonic clock. */
export interface BlockClock {
  /** Monotonic time of the database's answer. */
  readonly since: number
  /** Minimum offset from monotonic time. */
  readonly offset: number
  /** Uncertainty of the offset. */
  readonly spread: number
}

/** The block is held by another process. */
export interface Elsewhere {
  readonly heldBy: string
}

/** While several processes use a counter, and this long after, each request is counted in the database. */
const apartMs = 10_000
/** Lending pays off only for frequent requests: the two writes of a block must not exceed one write per request. */
const seldomMs = 20_000

/**
 * Reads a counter without outstanding blocks. Permits of a dead process count as used at the end of its last heartbeat
 * period.
 */
export async function readHome(
  counter: LockedCounter,
  windows: readonly RateWindow[],
  processId: string,
): Promise<CounterState | Elsewhere> {
  const state = await counter.read(windows)
  const { holderId, now, history } = state
  if (holderId === null) return state
  // Our own block that is not in memory: it was lent, but the answer was lost.
  const until = holderId === processId ? 0 : await counter.aliveUntil(holderId)
  if (until > now) return { heldBy: holderId }
  await counter.forfeit(state, Math.max(until === 0 ? now : until, history(1) ?? 0))
  return await counter.read(windows)
}

/**
 * Judges and counts one request on the locked counter, and lends a block for the following requests if suitable.
 * @param lending whether this process may have a block now
 */
export async function judgeCounter(
  counter: LockedCounter,
  windows: readonly RateWindow[],
  fingerprint: string,
  { processId, lending, monotonic }: { processId: string; lending: boolean; monotonic: () => number },
): Promise<Judged | Elsewhere> {
  const sent = monotonic()
  const state = await readHome(counter, windows, processId)
  if ('heldBy' in state) return state
  const since = monotonic()
  const clock = { since, offset: state.now - since, spread: since - sent }
  const { history, used, now, tickets, requestedBy } = state
  const verdict = decideAdmission(windows, { history, tickets }, fingerprint, now)
  const judgement = { verdict, history, used, now, wouldLend: false }
  if (!verdict.admitted) {
    if (verdict.tickets !== tickets) await counter.keepTickets(verdict.tickets)
    return judgement
  }
  const isShared = requestedBy !== null && requestedBy !== processId
  const apartUntil = isShared ? now + apartMs : state.apartUntil
  const fits = isShared || now < apartUntil || !isFrequent(state, processId) ? 0 : permitsToLend(windows, used)
  const permits = lending ? fits : 0
  const number = state.number + 1
  const { at } = verdict
  const length = historyLength(windows)
  const counted = { number, at, tickets: verdict.tickets, length, requestedBy: processId, apartUntil, lent: permits }
  const beginning: Beginning = { windows, permits, newest: number, at, used }
  const wanted = permits > 0 ? stretchesOf(beginning) : []
  const [log] = await Promise.all([wanted.length > 0 ? counter.stretches(wanted) : [], counter.count(counted)])
  if (permits === 0) return { ...judgement, wouldLend: fits > 0 }
  return { ...judgement, lent: { block: openBlock(beginning, verdict.tickets, log), clock } }
}

function isFrequent({ requestedBy, history, now, isAhead }: CounterState, processId: string): boolean {
  const before = history(1)
  return requestedBy === processId && !isAhead && before !== undefined && before > now - seldomMs
}
