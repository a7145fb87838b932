import {
  decideAdmission,
  type History,
  mostTickets,
  type RateWindow,
  type Ticket,
  type Verdict,
} from '../rate-limit.rules.ts'

/** What is decided about one request, and what its headers need to know: all of it as it was before the request. */
export interface Judgement {
  readonly verdict: Verdict
  readonly history: History
  /** How many admissions lie in each window. */
  readonly used: readonly number[]
  readonly now: number
}

/** Admissions that follow each other in the log of a counter. */
export interface Stretch {
  /** Number of the first one. */
  readonly first: number
  /** Milliseconds since 1970. */
  readonly times: readonly number[]
}

/** How many permits a process is lent at most, so that few are lost when it is killed. */
const mostPermits = 64
/** A block is this part of what is left: near the limit each request is counted in the database. */
const share = 4
/** A block of one saves nothing. */
const fewestPermits = 2

/**
 * How many permits fit a block: a share of what is left in the fullest window. Windows of a second do not count, as nothing of
 * them is lost for longer than that. 0 where it would not be worth it.
 */
export function permitsToLend(windows: readonly RateWindow[], used: readonly number[]): number {
  const left = windows.map(({ seconds, requests }, at) =>
    seconds > 1 ? Math.floor((requests - used[at]!) / share) : mostPermits,
  )
  const permits = Math.min(mostPermits, ...left)
  return permits < fewestPermits ? 0 : permits
}

/** Where a block begins: the counter as the request left it that the block was lent with. */
export interface Beginning {
  readonly windows: readonly RateWindow[]
  readonly permits: number
  /** Number and time of the newest admission. */
  readonly newest: number
  readonly at: number
  /** How many admissions lay in each window before that one. */
  readonly used: readonly number[]
}

/** What of the log has to be in memory, so that all its permits can be judged: the edges of each window, by number. */
export function stretchesOf(block: Beginning): { first: number; last: number }[] {
  const { windows, newest, permits } = block
  const last = newest - 1
  return windows
    .flatMap(({ requests }, at) => [
      // What a decision looks at: the ranks about the size of the window.
      { first: newest - requests + 1, last: newest + permits - Math.max(1, requests - mostTickets - 1) + 1 },
      // What leaves the window next.
      { first: newest - block.used[at]!, last: newest - block.used[at]! + 2 * permits },
    ])
    .map((stretch) => ({ first: Math.max(1, stretch.first), last: Math.min(last, stretch.last) }))
    .filter((stretch) => stretch.first <= stretch.last)
}

/** Permits of one counter that only this process may use, and all it takes to judge requests as the database would. */
export interface Block {
  readonly windows: readonly RateWindow[]
  readonly permits: number
  /** Number of the newest admission when the block was lent. */
  readonly base: number
  /** Number of the newest admission now. */
  newest: number
  tickets: readonly Ticket[]
  /** Times of admissions by number, as far as they are needed. */
  readonly times: Map<number, number>
  /** For each window the number of the first admission in it. */
  readonly inside: number[]
}

/** @param log the stretches that `stretchesOf` names */
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
 * Judges a request from a block exactly as it would be judged in the database, and counts it.
 * @param now the clock of the database, in milliseconds; not later than it is
 * @returns undefined when the database has to be asked: the permits are used up, or more of the log is needed
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

/** Leaves behind what is in no window any more; false when it reaches what is not in memory. */
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

/** Times of what was let through from a block, in order. */
export function admittedFrom({ times, base, newest }: Block): number[] {
  return Array.from({ length: newest - base }, (_, index) => times.get(base + index + 1)!)
}
