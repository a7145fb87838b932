import type { Context, OutboundAnswer } from '../context.ts'
import { type FailureCode, failureOfNetwork, failureOfStatus } from './failures.rules.ts'
import { bySource, numberOf, objectOf, type Reading } from './readings.rules.ts'
import { type RfmsPage, readPositions, readStatuses, readVehicles } from './rfms.rules.ts'
import { readTraccar } from './traccar.rules.ts'

const timeoutMs = 30_000
/** Maximum bytes of an answer: a page of some thousand vehicles. */
const mostBytes = 16 * 1_048_576
/** Maximum pages of one poll; the next poll reads the rest. */
const mostPages = 50

/** Input for polling a connection. */
export interface Line {
  tenant_id: string
  connection_id: string
  kind: 'RFMS' | 'TRACCAR'
  base_url: string
  sign_in: 'NONE' | 'BASIC' | 'BEARER' | 'CLIENT_CREDENTIALS'
  user_name: string | null
  token_url: string | null
  secret: string | null
  since: string | null
  /** Whether to request the list of vehicles. */
  wants_vehicles: boolean
}

/** Result of a poll, including readings received before a failure. */
export interface Polled {
  readings: Reading[]
  /** Where the next poll continues. */
  since: string | null
  has_vehicles: boolean
  /** Why it was incomplete; null when it was complete. */
  failure: FailureCode | null
  /** The status, or why the service did not answer; null without. */
  failure_detail: string | null
  /** Seconds to wait as requested by the service; null without. */
  retry_after: number | null
}

/** A request without a valid answer. */
class Refused extends Error {
  override name = 'Refused'
  readonly code: FailureCode
  readonly detail: string | null
  readonly retryAfter: number | null
  constructor(code: FailureCode, detail: string | number | null = null, retryAfter: number | null = null) {
    super(code)
    this.code = code
    this.detail = detail === null ? null : String(detail)
    this.retryAfter = retryAfter
  }
}

/** Polls a service once. Never throws for errors of the other side. */
export async function poll(ctx: Pick<Context, 'net'>, line: Line): Promise<Polled> {
  const nothing = { failure: null, failure_detail: null, retry_after: null }
  const polled: Polled = { readings: [], since: line.since, has_vehicles: false, ...nothing }
  try {
    await (line.kind === 'RFMS' ? pollRfms(ctx, line, polled) : pollTraccar(ctx, line, polled))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    polled.failure = error.code
    polled.failure_detail = error.detail
    polled.retry_after = error.retryAfter
  }
  return { ...polled, readings: bySource(polled.readings) }
}

async function pollRfms(ctx: Pick<Context, 'net'>, line: Line, polled: Polled): Promise<void> {
  // Only positions advance the start time of the next poll.
  const aside = { ...polled }
  if (line.wants_vehicles) polled.has_vehicles = await unlessForbidden(() => walk(ctx, line, aside, 'vehicles', {}))
  const isLatest = line.since === null
  // First the latest of each vehicle, then everything received since, by the clock of the service.
  const from: Record<string, string> = isLatest
    ? { latestOnly: 'true' }
    : { datetype: 'received', starttime: line.since! }
  const latest = { latestOnly: 'true', contentFilter: 'SNAPSHOT' }
  await unlessForbidden(() => walk(ctx, line, aside, 'vehiclestatuses', latest))
  await walk(ctx, line, polled, 'vehiclepositions', from)
}

/** Skips data that the account is not permitted to read. */
async function unlessForbidden(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Refused && ['403', '404', '406', '501'].includes(error.detail ?? '')) return false
    throw error
  }
}

const readers: Readonly<Record<string, (answer: unknown, isLatest: boolean) => RfmsPage>> = {
  vehicles: readVehicles,
  vehiclepositions: readPositions,
  vehiclestatuses: readStatuses,
}

/** Reads page after page; on failure the pages already read stay, and `since` advances with them. */
async function walk(
  ctx: Pick<Context, 'net'>,
  line: Line,
  polled: Polled,
  what: string,
  parameters: Record<string, string>,
): Promise<void> {
  const isLatest = parameters.latestOnly === 'true'
  let query = String(new URLSearchParams(parameters))
  let served: string | undefined
  const asked = new Set<string>()
  for (let page = 0; page < mostPages; page += 1) {
    asked.add(query)
    const accept = `application/json; rfms=${what}.v4.0`
    const answer = await ask(ctx, line, `${what}${query === '' ? '' : `?${query}`}`, accept)
    const read = readers[what]!(answer, isLatest)
    polled.readings.push(...read.readings)
    served ??= read.served_at
    const next = read.next && isLatest ? withLatest(read.next, parameters) : read.next
    if (next === undefined || asked.has(next)) {
      polled.since = served ?? read.received_at ?? polled.since
      return
    }
    if (!isLatest) polled.since = read.received_at ?? polled.since
    query = next
  }
}

function withLatest(query: string, parameters: Record<string, string>): string {
  return String(new URLSearchParams({ ...parameters, ...Object.fromEntries(new URLSearchParams(query)) }))
}

async function pollTraccar(ctx: Pick<Context, 'net'>, line: Line, polled: Polled): Promise<void> {
  const base = line.base_url.replace(/\/+$/, '')
  const api = { ...line, base_url: base.endsWith('/api') ? base : `${base}/api` }
  const devices = await ask(ctx, api, 'devices', 'application/json')
  const positions = await ask(ctx, api, 'positions', 'application/json')
  polled.readings.push(...readTraccar(devices, positions))
  polled.has_vehicles = true
}

/** Sends one request; an expired token is fetched again once. */
async function ask(ctx: Pick<Context, 'net'>, line: Line, path: string, accept: string): Promise<unknown> {
  const url = `${line.base_url.replace(/\/+$/, '')}/${path}`
  const send = async () =>
    await ctx.net.send({
      ...{ url, method: 'GET', body: '', timeout_ms: timeoutMs, keep_bytes: mostBytes },
      headers: { accept, ...(await authorization(ctx, line)) },
      whose: { tenant_id: line.tenant_id },
    })
  let answer = await send()
  if (answer.status === 401 && line.sign_in === 'CLIENT_CREDENTIALS') {
    tokens.delete(line.connection_id)
    answer = await send()
  }
  return bodyOf(answer)
}

function bodyOf(answer: OutboundAnswer): unknown {
  const { status } = answer
  if (status === null) {
    const { code, detail } = failureOfNetwork(answer.failure)
    throw new Refused(code, detail)
  }
  if (status < 200 || status > 299) {
    throw new Refused(failureOfStatus(status), status, retryAfter(answer) ?? (status === 429 ? 60 : null))
  }
  if (status === 204 || answer.body.trim() === '') return {}
  try {
    return JSON.parse(answer.body)
  } catch {
    throw new Refused('NOT_JSON')
  }
}

/** Seconds to wait according to the answer, given in seconds or as an instant; at most an hour. */
function retryAfter({ headers }: OutboundAnswer): number | null {
  const given = headers['retry-after'] ?? headers['x-rate-limit-reset']
  if (given === undefined) return null
  const number = Number(given)
  const seconds = Number.isFinite(number) ? number : (Date.parse(given) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.min(3_600, Math.max(1, Math.ceil(seconds))) : null
}

/** Tokens of this process, by connection; fetched again when they expire within a minute. */
const tokens = new Map<string, { token: string; until: number; of: string }>()
const mostTokens = 5_000

async function authorization(ctx: Pick<Context, 'net'>, line: Line): Promise<Record<string, string>> {
  const secret = line.secret ?? ''
  if (line.sign_in === 'BASIC') return { authorization: basic(line.user_name ?? '', secret) }
  if (line.sign_in === 'BEARER') return { authorization: `Bearer ${secret}` }
  if (line.sign_in === 'NONE') return {}
  const of = JSON.stringify([line.token_url, line.user_name, secret])
  const known = tokens.get(line.connection_id)
  if (known && known.of === of && known.until > performance.now()) return { authorization: `Bearer ${known.token}` }
  const answer = await ctx.net.send({
    ...{ url: line.token_url ?? '', method: 'POST', timeout_ms: timeoutMs, keep_bytes: 65_536 },
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basic(line.user_name ?? '', secret),
    },
    body: String(new URLSearchParams({ grant_type: 'client_credentials' })),
    whose: { tenant_id: line.tenant_id },
  })
  const given = objectOf(bodyOf(answer)) ?? {}
  const token = given.access_token
  if (typeof token !== 'string' || token === '') throw new Refused('NO_TOKEN')
  const seconds = numberOf(given.expires_in) ?? 300
  if (tokens.size >= mostTokens) tokens.delete(tokens.keys().next().value!)
  tokens.set(line.connection_id, { token, of, until: performance.now() + Math.max(0, seconds - 60) * 1_000 })
  return { authorization: `Bearer ${token}` }
}

function basic(user: string, secret: string): string {
  return `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`
}
