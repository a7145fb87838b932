import {
  decideAdmission,
  type History,
  mostTickets,
  type RateWindow,
  type Ticket,
  type Verdict,
} from '../rate-limit.rules.ts'

/** Decision about one request and the data for its headers, all as it was before the request. */
export interface Judgement {
  readonly verdict: Verdict
  readonly history: History
  /** Number of admissions in each window. */
  readonly used: readonly number[]
  readonly now: number
}

/** Consecutive admissions in the log of a counter. */
export interface Stretch {
  /** Number of the first admission. */
  readonly first: number
  /** Milliseconds since 1970. */
  readonly times: readonly number[]
}

/** Maximum permits lent to a process, so that few are lost if it is killed. */
const mostPermits = 64
/** A block is this fraction of what is left. Near the limit each request is counted in the database. */
const share = 4
/** A block of one saves nothing. */
const fewestPermits = 2

/**
 * Number of permits for a block: a share of what is left in the fullest window. One-second windows are ignored, because
 * lost permits return after a second. 0 if a block is not worth it.
 */
export function permitsToLend(windows: readonly RateWindow[], used: readonly number[]): number {
  const left = windows.map(({ seconds, requests }, at) =>
    seconds > 1 ? Math.floor((requests - used[at]!) / share) : mostPermits,
  )
  const permits = Math.min(mostPermits, ...left)
  return permits < fewestPermits ? 0 : permits
}

/** Start of a block: the counter after the request that the block was lent with. */
export interface Beginning {
  readonly windows: readonly RateWindow[]
  readonly permits: number
  /** Number and time of the newest admission. */
  readonly newest: number
  readonly at: number
  /** Number of admissions in each window before that one. */
  readonly used: readonly number[]
}

/** Parts of the log needed in memory to judge all permits: the edges of each window, by number. */
export function stretchesOf(block: Beginning): { first: number; last: number }[] {
  const { windows, newest, permits } = block
  const last = newest - 1
  return windows
    .flatMap(({ requests }, at) => [
      // Read by decisions: the ranks around the size of the window.
      { first: newest - requests + 1, last: newest + permits - Math.max(1, requests - mostTickets - 1) + 1 },
      // The next admissions to leave the window.
      { first: newest - block.used[at]!, last: newest - block.used[at]! + 2 * permits },
    ])
    .map((stretch) => ({ first: Math.max(1, stretch.first), last: Math.min(last, stretch.last) }))
    .filter((stretch) => stretch.first <= stretch.last)
}

/** Permits of one counter reserved for this process, with all data to judge requests as the database would. */
export interface Block {
  readonly windows: readonly RateWindow[]
  readonly permits: number
  /** Number of the newest admission when the block was lent. */
  readonly base: number
  /** Number of the newest admission now. */
  newest: number
  tickets: readonly Ticket[]
  /** Times of admissions by number, as far as needed. */
  readonly times: Map<number, number>
  /** Number of the first admission in each window. */
  readonly inside: number[]
}

/** @param log the parts named by `stretchesOf` */
export function openBlock(beginning: Beginning, tickets: readonly Ticket[], log: readonly Stretch[]): Block {
  const { windows, permits, newest, at, used } = beginning
  const times = new Map<number, number>()
  for (const stretch of log) {
    for (const [index, time] of stretch.times.entries()) times.set(stretch.first + index, time)
  }
  times.set(newest, at)
  return { windows, permits, base: newest, newest, tickets, times, inside: used.map((count) => newest - count) }
}

/**
 * Judges a request from a block exactly as the database would, and counts it.
 * @param now database clock in milliseconds; must not be ahead of it
 * @returns undefined if the database must decide: no permits left, or more of the log is needed
 */
export function judgeFromBlock(block: Block, fingerprint: string, now: number): Judgement | undefined {
  const { windows, tickets, times, newest } = block
  if (newest - block.base >= block.permits || !moveOn(block, now)) return undefined
  const history: History = (rank) => times.get(newest - rank + 1)
  const used = block.inside.map((first) => newest - first + 1)
  const verdict = decideAdmission(windows, { history, tickets }, fingerprint, now)
  block.tickets = verdict.tickets
  if (verdict.admitted) {
    block.newest += 1
    times.set(block.newest, verdict.at)
  }
  return { verdict, history, used, now }
}

/** Advances past admissions that left all windows; false if that needs data not in memory. */
function moveOn(block: Block, now: number): boolean {
  return block.windows.every(({ seconds }, at) => {
    while (block.inside[at]! <= block.newest) {
      const time = block.times.get(block.inside[at]!)
      if (time === undefined) return false
      if (time > now - seconds * 1_000) return true
      block.inside[at]! += 1
    }
    return true
  })
}

/** Times of admissions from a block, in order. */
export function admittedFrom({ times, base, newest }: Block): number[] {
  return Array.from({ length: newest - base }, (_, index) => times.get(base + index + 1)!)
}
