import type { Socket } from 'node:net'
import { type Dispatcher, Pool } from 'undici'
import type { Config } from '../config.ts'
import type { Net, OutboundAnswer, OutboundRequest, Whose } from '../context.ts'
import { isUnavailable } from '../db/failure.ts'
import type { Database } from '../db/open.ts'
import {
  AddressRefused,
  allowedAddresses,
  type Guard,
  guardedConnector,
  openSocket,
  resolveBySystem,
} from './connect.ts'
import { refuseUrl } from './guard.ts'
import { mayReachLoopback } from './loopback.ts'

/** Maximum bytes read of an answer, and bytes returned by default. */
const mostRead = 65_536
const mostKept = 4_096
/** Milliseconds until an answer must begin. */
const firstByteMs = 15_000
/** Maximum cached endpoints; beyond that the least recently used one is dropped. */
const mostOrigins = 1_000

/** For addresses from the environment: all but the never reachable ones (NET-3). */
const anywhere = { allow: ['0.0.0.0/0', '::/0'], loopback: true }

/** One endpoint origin with its own few connections, so that a slow one cannot starve others. */
interface Origin {
  readonly pool: Pool
  address: string | null
}

/**
 * The real network: connections are kept open per endpoint, and every address is checked (NET-2) whenever one is opened
 * (NET-5). Redirects are not followed (NET-4) and no proxy is taken from the environment.
 */
export function createNet(config: Config, db: Database, resolve = resolveBySystem): Net {
  const isLoopbackAllowed = loopbackSetting(db)
  const guardOf = (whose: Whose): Guard => ({
    resolve,
    policy: async () =>
      whose === 'operator'
        ? anywhere
        : {
            allow: config.outbound_allow,
            loopback: await isLoopbackAllowed(whose.tenant_id),
            ports: config.outbound_ports,
          },
  })
  const origins = new Map<string, Origin>()
  return {
    send: (request) => send(origins, guardOf(request.whose), request),
    refusal: (url, whose) => refusal(guardOf(whose), url),
    connect: (url, whose) => connect(guardOf(whose), url),
  }
}

/**
 * Whether a tenant may reach this machine: by the operator's setting for that tenant, which the demo tenant has, or for
 * all (NET-6). Queried for each connection, so changes take effect at once. While the database is unavailable the last
 * answer holds, so that deliveries do not fail for it.
 */
function loopbackSetting(db: Database): (tenantId: string) => Promise<boolean> {
  const last = new Map<string, boolean>()
  return async (tenantId) => {
    try {
      last.set(tenantId, await mayReachLoopback(db, tenantId))
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
    return last.get(tenantId) ?? false
  }
}

async function refusal(guard: Guard, text: string): Promise<string | null> {
  if (!URL.canParse(text)) return 'The address must be a URL such as https://receiver.example/events.'
  const url = new URL(text)
  const refused = refuseUrl(url)
  if (refused !== null) return refused
  try {
    await allowedAddresses(guard, url)
    return null
  } catch (error) {
    if (error instanceof AddressRefused) return error.message
    return `The host name ${url.hostname} could not be looked up.`
  }
}

/** Protocols for raw connections. */
const bareProtocols = ['sftp:', 'smtp:', 'smtps:']

async function connect(guard: Guard, text: string): Promise<Socket> {
  const url = new URL(text)
  const refused = refuseUrl(url, bareProtocols)
  if (refused !== null) throw new AddressRefused(refused)
  return openSocket(guard, url)
}

async function send(origins: Map<string, Origin>, guard: Guard, request: OutboundRequest): Promise<OutboundAnswer> {
  const started = performance.now()
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined
  const refused = url ? refuseWebUrl(url) : 'The address is not a URL.'
  if (!url || refused !== null) return unanswered(`address_refused: ${refused}`, null, 0)
  const origin = originOf(origins, guard, { whose: request.whose, origin: url.origin })
  const answer = await exchange(origin.pool, url, request)
  return { ...answer, address: origin.address, duration_ms: Math.round(performance.now() - started) }
}

function refuseWebUrl(url: URL): string | null {
  return url.protocol === 'sftp:' ? 'The address must begin with https://.' : refuseUrl(url)
}

/**
 * The connections to an origin. Each tenant has its own: open connections are not checked again, so a tenant must not
 * reuse another's connection to a forbidden address.
 */
function originOf(
  origins: Map<string, Origin>,
  guard: Guard,
  { whose, origin: address }: { whose: Whose; origin: string },
): Origin {
  const name = `${whose === 'operator' ? whose : whose.tenant_id} ${address}`
  const known = origins.get(name)
  // Reinserted, so that the map is ordered by last use.
  if (known) origins.delete(name)
  const origin = known ?? openOrigin(guard, address)
  origins.set(name, origin)
  if (origins.size > mostOrigins) forgetOldest(origins)
  return origin
}

function openOrigin(guard: Guard, address: string): Origin {
  const origin: Origin = {
    address: null,
    pool: new Pool(address, {
      connections: 8,
      pipelining: 1,
      keepAliveTimeout: 20_000,
      headersTimeout: firstByteMs,
      connect: guardedConnector(guard, (reached) => {
        origin.address = reached
      }),
    }),
  }
  return origin
}

function forgetOldest(origins: Map<string, Origin>): void {
  const [name, origin] = origins.entries().next().value!
  origins.delete(name)
  // Lets requests in progress finish.
  origin.pool.close().catch(() => {})
}

type Exchanged = Omit<OutboundAnswer, 'address' | 'duration_ms'>

/**
 * One request through the pool's lowest-level interface: no stream objects, and the answer is truncated while it
 * arrives.
 */
function exchange(pool: Pool, url: URL, request: OutboundRequest): Promise<Exchanged> {
  return new Promise((resolve) => {
    const collected = new Collector(request.timeout_ms, request.keep_bytes ?? mostKept, resolve)
    pool.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: request.headers,
        body: request.method === 'GET' ? null : request.body,
        headersTimeout: Math.min(firstByteMs, request.timeout_ms),
        bodyTimeout: request.timeout_ms,
      },
      collected,
    )
  })
}

/** Collects one answer and settles once: at its end, when enough was read, on failure, or on timeout. */
class Collector implements Dispatcher.DispatchHandler {
  private readonly settle: (answer: Exchanged) => void
  private readonly timer: NodeJS.Timeout
  private controller: Dispatcher.DispatchController | undefined
  private status: number | null = null
  private headers: Record<string, string> = {}
  private readonly mostKept: number
  private readonly kept: Buffer[] = []
  private keptBytes = 0
  private readBytes = 0
  private isSettled = false

  constructor(timeoutMs: number, mostKept: number, settle: (answer: Exchanged) => void) {
    this.settle = settle
    this.mostKept = mostKept
    this.timer = setTimeout(() => this.end('timeout: no complete answer in time'), timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller
    if (this.isSettled) controller.abort(new Error('too late'))
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.status = status
    this.headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.readBytes += chunk.length
    if (this.keptBytes < this.mostKept) {
      const part = Buffer.from(chunk.subarray(0, this.mostKept - this.keptBytes))
      this.kept.push(part)
      this.keptBytes += part.length
    }
    if (this.readBytes >= Math.max(mostRead, this.mostKept)) this.end(null)
  }

  onResponseEnd(): void {
    this.finish(null)
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.finish(failureOf(error))
  }

  /** Settles and drops the connection. */
  private end(failure: string | null): void {
    this.finish(failure)
    this.controller?.abort(new Error('enough'))
  }

  private finish(failure: string | null): void {
    if (this.isSettled) return
    this.isSettled = true
    clearTimeout(this.timer)
    const body = Buffer.concat(this.kept).toString('utf8')
    this.settle({ status: failure === null ? this.status : null, headers: this.headers, body, failure })
  }
}

function failureOf(error: Error & { code?: string }): string {
  if (error instanceof AddressRefused) return `address_refused: ${error.message}`
  if (error.code === 'UND_ERR_HEADERS_TIMEOUT') return 'timeout: no answer within 15 seconds'
  return `connection_failed: ${error.code ?? error.message}`
}

function unanswered(failure: string, address: string | null, duration: number): OutboundAnswer {
  return { status: null, headers: {}, body: '', address, duration_ms: duration, failure }
}
