/** At most `requests` admissions in any stretch of `seconds`. */
export interface RateWindow {
  readonly seconds: number
  readonly requests: number
}

/** The request limits of one tenant by category; an empty list limits nothing. */
export interface RateLimits {
  readonly general: readonly RateWindow[]
  readonly token: readonly RateWindow[]
}

/** RATE-1 to RATE-3; two requests a second sustained make 1,200 in ten minutes and 7,200 in an hour. */
export const defaultLimits: RateLimits = {
  general: [
    { seconds: 1, requests: 3 },
    { seconds: 600, requests: 1_200 },
    { seconds: 3_600, requests: 7_200 },
  ],
  token: [{ seconds: 3_600, requests: 5 }],
}

export const noLimits: RateLimits = { general: [], token: [] }

/** A future admission that a refused request was promised; times in milliseconds since 1970. */
export interface Ticket {
  readonly fingerprint: string
  readonly due: number
}

/** What was admitted: the time of the rank-th latest admission, 1 the newest; undefined when there were fewer. */
export type History = (rank: number) => number | undefined

export interface RateState {
  readonly history: History
  readonly tickets: readonly Ticket[]
}

/** `tickets` are those to keep afterwards. An admission may lie up to a second ahead: the request is held until then. */
export type Verdict =
  | { readonly admitted: true; readonly at: number; readonly tickets: readonly Ticket[] }
  | { readonly admitted: false; readonly retryAfter: number; readonly tickets: readonly Ticket[] }

const mostTickets = 12
/** A caller that comes later than this has given up its place. */
const ticketLifeMs = 10_000
const longestHoldMs = 1_000
/** Timers of callers go off a little early. */
const earlyMs = 20

/**
 * The exact sliding log of reliability design 2.9: at no time do more than `requests` admissions lie in any stretch of
 * `seconds`. A refusal reserves the first whole second at which this request fits behind everyone who was promised a
 * place before; whoever comes back with the same request then is admitted. Refused requests are not counted.
 * @param fingerprint tells a repeat of the same request by the same credential
 * @param now the clock of the database, in milliseconds
 */
export function decideAdmission(
  windows: readonly RateWindow[],
  state: RateState,
  fingerprint: string,
  now: number,
): Verdict {
  const tickets = state.tickets.filter((ticket) => now <= ticket.due + ticketLifeMs)
  const own = tickets.findIndex((ticket) => ticket.fingerprint === fingerprint && ticket.due <= now + earlyMs)
  if (own === -1) return decideNew(windows, { history: state.history, tickets }, fingerprint, now)
  const others = tickets.filter((_, index) => index !== own)
  const start = Math.max(now, tickets[own]!.due, state.history(1) ?? 0)
  const places = [others, []].map((promised) => firstFit(windows, log(state.history, promised), start))
  const at = places.find((place) => place <= now + longestHoldMs)
  if (at !== undefined) return { admitted: true, at, tickets: others }
  return decideNew(windows, { history: state.history, tickets: others }, fingerprint, now)
}

/** A request without a place: now, if that takes no place from anybody; else a place of its own. */
function decideNew(windows: readonly RateWindow[], state: RateState, fingerprint: string, now: number): Verdict {
  const { history, tickets } = state
  const entries = log(history, tickets)
  const start = Math.max(now, history(1) ?? 0)
  const first = firstFit(windows, entries, start)
  if (first === start && start <= now + longestHoldMs) return { admitted: true, at: start, tickets }
  let seconds = Math.max(1, Math.ceil((first - now) / 1_000))
  for (;;) {
    const fit = firstFit(windows, entries, now + seconds * 1_000)
    if (fit === now + seconds * 1_000) break
    seconds = Math.ceil((fit - now) / 1_000)
  }
  const reserved = tickets.length < mostTickets ? [...tickets, { fingerprint, due: now + seconds * 1_000 }] : tickets
  return { admitted: false, retryAfter: seconds, tickets: reserved }
}

/** Admissions and promises. Every promise stands as an explicit time; admissions are asked for by rank. */
interface Log {
  readonly history: History
  readonly promised: readonly number[]
}

function log(history: History, tickets: readonly Ticket[]): Log {
  return { history, promised: tickets.map((ticket) => ticket.due).sort((a, b) => a - b) }
}

/** The first time from `start` on at which one more admission breaks no window, not even one that ends later. */
function firstFit(windows: readonly RateWindow[], entries: Log, start: number): number {
  let time = start
  for (;;) {
    const later = Math.max(...windows.map((window) => earliest(window, entries, time)))
    if (later <= time) return time
    time = later
  }
}

/** `time` when it fits this window; otherwise a later time before which it certainly does not. */
function earliest(window: RateWindow, { history, promised }: Log, time: number): number {
  const length = window.seconds * 1_000
  const ends = [time, ...promised.filter((place) => place > time && place < time + length)]
  for (const end of ends) {
    const inside = promised.filter((place) => place > end - length && place <= end)
    const room = window.requests - inside.length - 1
    const tooMany = room < 0 ? undefined : history(room + 1)
    const isFull = room < 0 || (tooMany !== undefined && tooMany > end - length)
    if (!isFull) continue
    // Behind a promised place that would be taken away, or after whatever leaves the window first.
    if (end > time) return end
    const leaving = [inside[0], tooMany].filter((place) => place !== undefined)
    return Math.min(...leaving) + length
  }
  return time
}

/** The ranks of the history that a decision may ask for, and the newest few for the headers. */
export function ranksNeeded(windows: readonly RateWindow[]): number[] {
  const ranks = new Set([1])
  for (const { requests } of windows) {
    for (let rank = Math.max(1, requests - mostTickets); rank <= requests; rank += 1) ranks.add(rank)
  }
  return [...ranks].sort((a, b) => a - b)
}

/** How many admissions have to be kept. */
export function historyLength(windows: readonly RateWindow[]): number {
  return Math.max(...windows.map((window) => window.requests))
}

/** Header fields of draft-ietf-httpapi-ratelimit-headers for an answer about this verdict. */
export function limitHeaders(
  windows: readonly RateWindow[],
  history: History,
  verdict: Verdict,
): Record<string, string> {
  const policy = windows.map(({ seconds, requests }) => `"${seconds}s";q=${requests};w=${seconds}`).join(', ')
  const shortest = windows.reduce((a, b) => (b.seconds < a.seconds ? b : a))
  const headers: Record<string, string> = { 'ratelimit-policy': policy }
  if (!verdict.admitted) {
    headers['retry-after'] = String(verdict.retryAfter)
    headers.ratelimit = `"${shortest.seconds}s";r=0;t=${verdict.retryAfter}`
  } else if (shortest.requests <= mostTickets) {
    const length = shortest.seconds * 1_000
    const ranks = Array.from({ length: shortest.requests }, (_, index) => history(index + 1))
    const used = ranks.filter((time) => time !== undefined && time > verdict.at - length).length + 1
    headers.ratelimit = `"${shortest.seconds}s";r=${Math.max(0, shortest.requests - used)};t=${shortest.seconds}`
  }
  return headers
}
