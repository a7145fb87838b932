/** What requests are counted as. */
export type UsageCategory = 'general' | 'token' | 'webhook'

/** One request that a limit has judged. */
export interface JudgedRequest {
  tenantId: string
  category: UsageCategory
  clientId: string
  method: string
  /** Path of the operation, with `{name}` for its parameters. */
  path: string
  /** Milliseconds since 1970. */
  at: number
  /** Seconds until it may come again; undefined when it was let through. */
  retryAfter: number | undefined
}

/** One request that was refused, for whatever reason. */
export interface NotedRejection {
  tenantId: string
  category: UsageCategory
  clientId: string
  requestId: string
  method: string
  /** As it was called, without its query. */
  path: string
  status: number
  code: string
  /** Path of the first member that is wrong; null when the refusal names none. */
  field: string | null
  /** Milliseconds since 1970. */
  at: number
  /** Seconds until it may come again; undefined when no limit refused it. */
  retryAfter: number | undefined
}

/** Requests counted together. */
export interface Tally {
  category: UsageCategory
  /** Milliseconds since 1970: the beginning of the minute or hour. */
  from: number
  /** A client, or an operation. */
  name: string
  isRefused: boolean
  requests: number
}

/** What was counted of one tenant since the last time it was written. */
export interface UsageNotes {
  minutes: Map<string, Tally>
  paths: Map<string, Tally>
  /** The last refusals, by client and whether a limit refused them. */
  refusals: Map<string, NotedRejection[]>
}

/**
 * So many of the last refusals are kept of each client, by limits and otherwise apart: anyone who runs into a limit a
 * thousand times still sees what else was wrong.
 */
export const mostRejectionsOfOne = 100
/** Clients with refusals between two writings; those beyond are counted and not kept one by one. */
const mostRejectedClients = 1_000
/** More clients or operations than this between two writings are counted together, so that memory stays bounded. */
export const mostTallies = 5_000

const minuteMs = 60_000
const hourMs = 3_600_000

/** Nothing counted yet. */
export function emptyNotes(): UsageNotes {
  return { minutes: new Map(), paths: new Map(), refusals: new Map() }
}

/** Counts one request: a few additions in memory, because it is part of every request. */
export function noteRequest(notes: UsageNotes, request: JudgedRequest): void {
  const { category, at, clientId, method, path, retryAfter } = request
  const isRefused = retryAfter !== undefined
  const minute = at - (at % minuteMs)
  add(notes.minutes, category, minute, clientId, isRefused)
  add(notes.paths, category, at - (at % hourMs), `${method} ${path}`, isRefused)
}

/** Keeps one refused request and forgets the oldest of its client when there are too many. */
export function noteRejection(notes: UsageNotes, refused: NotedRejection): void {
  const key = `${refused.status === 429} ${refused.clientId}`
  const known = notes.refusals.get(key)
  if (known === undefined) {
    if (notes.refusals.size < mostRejectedClients) notes.refusals.set(key, [refused])
    return
  }
  known.push(refused)
  if (known.length > mostRejectionsOfOne) known.shift()
}

function add(
  tallies: Map<string, Tally>,
  category: UsageCategory,
  from: number,
  wanted: string,
  isRefused: boolean,
): void {
  const name = tallies.size < mostTallies ? wanted : 'others'
  const key = `${category} ${from} ${isRefused} ${name}`
  const known = tallies.get(key)
  if (known) known.requests += 1
  else tallies.set(key, { category, from, name, isRefused, requests: 1 })
}

/** Seconds from one point of a history to the next, so that any stretch has at most 300 points. */
export function stepOf(hours: number): number {
  if (hours <= 1) return 60
  if (hours <= 24) return 300
  if (hours <= 168) return 3_600
  return 4 * 3_600
}
