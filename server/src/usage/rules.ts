/** Category of a counted request. */
export type UsageCategory = 'general' | 'token' | 'webhook'

/** One request judged by a limit. */
export interface JudgedRequest {
  tenantId: string
  category: UsageCategory
  clientId: string
  method: string
  /** Path of the operation, with `{name}` for its parameters. */
  path: string
  /** Milliseconds since 1970. */
  at: number
  /** Seconds until it may be repeated; undefined if admitted. */
  retryAfter: number | undefined
}

/** One refused request, for whatever reason. */
export interface NotedRejection {
  tenantId: string
  category: UsageCategory
  clientId: string
  requestId: string
  method: string
  /** As called, without its query. */
  path: string
  status: number
  code: string
  /** Path of the first invalid member; null if none is named. */
  field: string | null
  /** Milliseconds since 1970. */
  at: number
  /** Seconds until it may be repeated; undefined if no limit refused it. */
  retryAfter: number | undefined
}

/** Requests counted together. */
export interface Tally {
  category: UsageCategory
  /** Start of the minute or hour, milliseconds since 1970. */
  from: number
  /** A client or an operation. */
  name: string
  isRefused: boolean
  requests: number
}

/** Counts of one tenant since the last write. */
export interface UsageNotes {
  minutes: Map<string, Tally>
  paths: Map<string, Tally>
  /** The latest refusals, by client and by whether a limit refused them. */
  refusals: Map<string, NotedRejection[]>
}

/**
 * Number of refusals stored per client, separately for limits and for other errors, so that thousands of limit refusals
 * do not displace the others.
 */
export const mostRejectionsOfOne = 100
/** Maximum clients with refusals between two writes. Refusals of further ones are counted but not stored. */
const mostRejectedClients = 1_000
/** Further clients or operations between two writes are counted together, so that memory stays bounded. */
export const mostTallies = 5_000

const minuteMs = 60_000
const hourMs = 3_600_000

/** Empty counts. */
export function emptyNotes(): UsageNotes {
  return { minutes: new Map(), paths: new Map(), refusals: new Map() }
}

/** Counts one request. Cheap, because it is part of every request. */
export function noteRequest(notes: UsageNotes, request: JudgedRequest): void {
  const { category, at, clientId, method, path, retryAfter } = request
  const isRefused = retryAfter !== undefined
  const minute = at - (at % minuteMs)
  add(notes.minutes, category, minute, clientId, isRefused)
  add(notes.paths, category, at - (at % hourMs), `${method} ${path}`, isRefused)
}

/** Records one refused request and drops the client's oldest ones beyond the limit. */
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

/** Seconds between two points of a history, so that any period has at most 300 points. */
export function stepOf(hours: number): number {
  if (hours <= 1) return 60
  if (hours <= 24) return 300
  if (hours <= 168) return 3_600
  return 4 * 3_600
}
