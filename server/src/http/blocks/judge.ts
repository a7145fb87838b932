import { decideAdmission, historyLength, type RateWindow } from '../rate-limit.rules.ts'
import { type Beginning, type Block, type Judgement, openBlock, permitsToLend, stretchesOf } from './block.rules.ts'
import type { CounterState, LockedCounter } from './counter.store.ts'

/** What the database said of a request. */
export interface Judged extends Judgement {
  /** What this process may let through by itself from now on, and the clock that its times are on. */
  readonly lent?: { readonly block: Block; readonly clock: BlockClock }
  /** It would have been lent more if other processes knew that this one lives. */
  readonly wouldLend: boolean
}

/** How to read the clock of the database while a block lasts: differences are those of the monotonic clock of the process. */
export interface BlockClock {
  /** Monotonic time when the database was heard. */
  readonly since: number
  /** What to add to monotonic time, at least. */
  readonly offset: number
  /** How much more it may be. */
  readonly spread: number
}

/** Another process has the counter. */
export interface Elsewhere {
  readonly heldBy: string
}

/** While several processes use a counter, each request is counted in the database, and so long after. */
const apartMs = 10_000
/** Lending is worth it where requests follow each other: two writes for a block must not be more than one for each request. */
const seldomMs = 20_000

/**
 * Reads a counter that no process has a block of any more. Permits of a process that does not live count as used when it was
 * last known to live.
 */
export async function readHome(
  counter: LockedCounter,
  windows: readonly RateWindow[],
  processId: string,
): Promise<CounterState | Elsewhere> {
  const state = await counter.read(windows)
  const { holderId, now, history } = state
  if (holderId === null) return state
  // One of our own that is not in memory: it was lent, and the answer was lost.
  const until = holderId === processId ? 0 : await counter.aliveUntil(holderId)
  if (until > now) return { heldBy: holderId }
  await counter.forfeit(state, Math.max(until === 0 ? now : until, history(1) ?? 0))
  return await counter.read(windows)
}

/**
 * Judges one request on the locked counter and counts it, with a block for the requests that follow where it fits.
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
  const { history, used, now, tickets, askedBy } = state
  const verdict = decideAdmission(windows, { history, tickets }, fingerprint, now)
  const judgement = { verdict, history, used, now, wouldLend: false }
  if (!verdict.admitted) {
    if (verdict.tickets !== tickets) await counter.keepTickets(verdict.tickets)
    return judgement
  }
  const isShared = askedBy !== null && askedBy !== processId
  const apartUntil = isShared ? now + apartMs : state.apartUntil
  const fits = isShared || now < apartUntil || !isFrequent(state, processId) ? 0 : permitsToLend(windows, used)
  const permits = lending ? fits : 0
  const number = state.number + 1
  const { at } = verdict
  const length = historyLength(windows)
  const counted = { number, at, tickets: verdict.tickets, length, askedBy: processId, apartUntil, lent: permits }
  const beginning: Beginning = { windows, permits, newest: number, at, used }
  const wanted = permits > 0 ? stretchesOf(beginning) : []
  const [log] = await Promise.all([wanted.length > 0 ? counter.stretches(wanted) : [], counter.count(counted)])
  if (permits === 0) return { ...judgement, wouldLend: fits > 0 }
  return { ...judgement, lent: { block: openBlock(beginning, verdict.tickets, log), clock } }
}

function isFrequent({ askedBy, history, now, isAhead }: CounterState, processId: string): boolean {
  const before = history(1)
  return askedBy === processId && !isAhead && before !== undefined && before > now - seldomMs
}
