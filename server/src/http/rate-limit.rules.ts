/** At most `requests` admissions in any interval of `seconds`. */
export interface RateWindow {
  readonly seconds: number
  readonly requests: number
}

/** Request limits of one tenant by category; an empty list sets no limit (CLIENT-5). */
export interface RateLimits {
  readonly general: readonly RateWindow[]
  readonly token: readonly RateWindow[]
}

/** RATE-1 to RATE-3. Two requests a second sustained make 1,200 in ten minutes and 7,200 in an hour. */
export const defaultLimits: RateLimits = {
  general: [
    { seconds: 1, requests: 3 },
    { seconds: 600, requests: 1_200 },
    { seconds: 3_600, requests: 7_200 },
  ],
  token: [{ seconds: 3_600, requests: 5 }],
}

/**
 * Limits in addition to the tenant's, so that no single webhook credential, user or link can monopolise the service
 * (RATE-7).
 */
export const ownLimits: Readonly<Record<'webhook' | 'user' | 'link', readonly RateWindow[]>> = {
  webhook: [{ seconds: 1, requests: 50 }],
  link: [{ seconds: 1, requests: 10 }],
  user: [{ seconds: 1, requests: 20 }],
}

export const noLimits: RateLimits = { general: [], token: [] }

/** The window that stays full the longest, or the shortest one if the request is only blocked by promises. */
export function fullWindow(windows: readonly RateWindow[], history: History, now: number): RateWindow {
  const isFull = ({ seconds, requests }: RateWindow) => (history(requests) ?? 0) > now - seconds * 1_000
  const byLength = windows.toSorted((one, other) => other.seconds - one.seconds)
  return byLength.find(isFull) ?? byLength.at(-1)!
}

/** A future admission promised to a refused request; times in milliseconds since 1970. */
export interface Ticket {
  readonly fingerprint: string
  readonly due: number
}

/** Admission history: time of the rank-th latest admission, 1 being the newest; undefined if there were fewer. */
export type History = (rank: number) => number | undefined

export interface RateState {
  readonly history: History
  readonly tickets: readonly Ticket[]
}

/**
 * `tickets` are those to keep afterwards. An admission may be up to a second and a half ahead: the request is held
 * until then.
 */
export type Verdict =
  | { readonly admitted: true; readonly at: number; readonly tickets: readonly Ticket[] }
  | { readonly admitted: false; readonly retryAfter: number; readonly tickets: readonly Ticket[] }

/** Maximum outstanding promises. */
export const mostTickets = 12
/** A caller that returns later than this has lost its place. */
const ticketLifeMs = 10_000
const longestHoldMs = 1_000
/**
 * Maximum hold to keep a promise: a second, plus the delay of those who took the places before. Needed 3 times in
 * 100,000.
 */
const longestPromiseHoldMs = 1_500
const latenessMs = 1_000
/** Caller timers fire slightly early. */
const earlyMs = 20

/**
 * The exact sliding log (RATE-3, decision 0010): at no time are there more than `requests` admissions in any interval
 * of `seconds`. A refusal reserves the first whole second at which this request fits behind all earlier promises. The
 * same request is admitted if it returns then (RATE-5, RATE-6). Refused requests are not counted (CLIENT-6).
 * @param fingerprint identifies a repeat of the same request by the same credential
 * @param now the database clock, in milliseconds
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
  const at = placeOf(windows, state.history, others, start, now)
  if (at !== undefined) return { admitted: true, at, tickets: others }
  return decideNew(windows, { history: state.history, tickets: others }, fingerprint, now)
}

/**
 * Time at which a promise is kept: without affecting others if possible. Otherwise others move back a moment in the
 * short windows, but never in the long ones, where a lost place is lost for long.
 */
function placeOf(
  windows: readonly RateWindow[],
  history: History,
  others: readonly Ticket[],
  start: number,
  now: number,
): number | undefined {
  const promised = log(history, others)
  const alone = log(history, [])
  const gentle = firstFit(
    windows.map((window) => ({ window, entries: promised })),
    start,
  )
  if (gentle <= now + longestPromiseHoldMs) return gentle
  const pressed = windows.map((window) => ({ window, entries: isShort(window) ? alone : promised }))
  const place = firstFit(pressed, start)
  return place <= now + longestPromiseHoldMs ? place : undefined
}

/** A request without a promise: now, if that takes no place from another caller; otherwise it gets a promised place. */
function decideNew(windows: readonly RateWindow[], state: RateState, fingerprint: string, now: number): Verdict {
  const { history, tickets } = state
  const entries = log(
    history,
    tickets.map((ticket) => expected(ticket, now)),
  )
  const rules = windows.map((window) => ({ window, entries }))
  const start = Math.max(now, history(1) ?? 0)
  const first = firstFit(rules, start)
  if (first === start && start <= now + longestHoldMs) return { admitted: true, at: start, tickets }
  const promises = rules.map(({ window }) => ({ window: spared(window), entries }))
  let seconds = Math.max(1, Math.ceil((first - now) / 1_000))
  for (;;) {
    const fit = firstFit(promises, now + seconds * 1_000)
    if (fit === now + seconds * 1_000) break
    seconds = Math.ceil((fit - now) / 1_000)
  }
  const reserved = tickets.length < mostTickets ? [...tickets, { fingerprint, due: now + seconds * 1_000 }] : tickets
  return { admitted: false, retryAfter: seconds, tickets: reserved }
}

/** Promises leave one place of a short window free for late callers. */
function spared(window: RateWindow): RateWindow {
  return isShort(window) && window.requests > 1 ? { ...window, requests: window.requests - 1 } : window
}

function isShort(window: RateWindow): boolean {
  return window.seconds <= 1
}

/** A slightly late caller may still come, so its place is now, not in the past. */
function expected(ticket: Ticket, now: number): Ticket {
  return ticket.due < now && now < ticket.due + latenessMs ? { ...ticket, due: now } : ticket
}

/** Admissions and promises. Promises have explicit times; admissions are read by rank. */
interface Log {
  readonly history: History
  readonly promised: readonly number[]
}

/** A window and the log counted in it. */
interface Rule {
  readonly window: RateWindow
  readonly entries: Log
}

function log(history: History, tickets: readonly Ticket[]): Log {
  return { history, promised: tickets.map((ticket) => ticket.due).sort((a, b) => a - b) }
}

/** The first time from `start` on at which one more admission violates no window, not even one that ends later. */
function firstFit(rules: readonly Rule[], start: number): number {
  let time = start
  for (;;) {
    const later = Math.max(...rules.map(({ window, entries }) => earliest(window, entries, time)))
    if (later <= time) return time
    time = later
  }
}

/** `time` if it fits this window; otherwise a later time before which it certainly does not. */
function earliest(window: RateWindow, { history, promised }: Log, time: number): number {
  const length = window.seconds * 1_000
  const ends = [time, ...promised.filter((place) => place > time && place < time + length)]
  for (const end of ends) {
    const inside = promised.filter((place) => place > end - length && place <= end)
    const room = window.requests - inside.length - 1
    const tooMany = room < 0 ? undefined : history(room + 1)
    const isFull = room < 0 || (tooMany !== undefined && tooMany > end - length)
    if (!isFull) continue
    // After a promised place that would be taken away, or after the first admission to leave the window.
    if (end > time) return end
    const leaving = [inside[0], tooMany].filter((place) => place !== undefined)
    return Math.min(...leaving) + length
  }
  return time
}

/** Ranks of the history that a decision may need, and the newest few for the headers. */
export function ranksNeeded(windows: readonly RateWindow[]): number[] {
  const ranks = new Set([1])
  for (const { requests } of windows) {
    for (let rank = Math.max(1, requests - mostTickets - 1); rank <= requests; rank += 1) ranks.add(rank)
  }
  return [...ranks].sort((a, b) => a - b)
}

/** Number of admissions to keep. */
export function historyLength(windows: readonly RateWindow[]): number {
  return Math.max(...windows.map((window) => window.requests))
}

/** Admission data for the headers; `used` counts the admissions in each window now. */
export interface WindowUse {
  readonly history: History
  readonly used: readonly number[]
}

/**
 * Header fields of draft-ietf-httpapi-ratelimit-headers for a verdict: the policies, and for each window the remaining
 * requests and seconds, the shortest first (RATE-8).
 */
export function limitHeaders(
  windows: readonly RateWindow[],
  { history, used }: WindowUse,
  verdict: Verdict,
): Record<string, string> {
  const policy = windows.map(({ seconds, requests }) => `"${seconds}s";q=${requests};w=${seconds}`).join(', ')
  const left = windows
    .map((window, at) => ({ ...window, left: leftIn(window, history, used[at]!, verdict) }))
    .toSorted((one, other) => one.seconds - other.seconds)
    .map((window, place) => {
      // A refusal counts as a full shortest window, whichever was full, because nothing is admitted before then.
      const isFull = !verdict.admitted && (place === 0 || window.left === 0)
      return isFull ? { ...window, left: 0, within: verdict.retryAfter } : { ...window, within: window.seconds }
    })
  return {
    'ratelimit-policy': policy,
    ratelimit: left.map(({ seconds, left, within }) => `"${seconds}s";r=${left};t=${within}`).join(', '),
    ...(!verdict.admitted && { 'retry-after': String(verdict.retryAfter) }),
  }
}

/** Requests left in a window after this one. A request held for a moment may find more room than there is now. */
function leftIn({ seconds, requests }: RateWindow, history: History, used: number, verdict: Verdict): number {
  if (!verdict.admitted) return Math.max(0, requests - used)
  if (requests > mostTickets) return Math.max(0, requests - used - 1)
  const ranks = Array.from({ length: requests }, (_, index) => history(index + 1))
  const before = ranks.filter((time) => time !== undefined && time > verdict.at - seconds * 1_000).length
  return Math.max(0, requests - before - 1)
}
