import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import type { Authenticate, Caller } from './caller.ts'
import type { Problem } from './problem.ts'

/** Notified of a request that was answered 4xx. It must not throw and must cost little: refusals come in floods. */
export type NoteRejection = (request: FastifyRequest, problem: Problem) => void

/** For servers that keep no refusals. */
export const noRejections: NoteRejection = () => {}

/** Where refusals of known callers are kept, supplied by a feature. */
export type KeepRejection = (request: FastifyRequest, problem: Problem, caller: Caller) => void

/** Of one client, and of all strangers together, so many lines a minute. */
const mostLines = 300
/** More clients than this within a minute share one count, so that memory stays bounded. */
const mostCounted = 1_000
const minuteMs = 60_000

/**
 * Writes each refusal into the log under the request id that its answer carries, and has those of known callers kept.
 * Nothing of it is on the way of a request that is let through.
 */
export function createRejections(ctx: Context, authenticate: Authenticate, keep: KeepRejection): NoteRejection {
  const log = createRejectionLog(ctx)
  const take = (request: FastifyRequest, problem: Problem, caller: Caller | undefined) => {
    const isKnown = caller !== undefined && caller.kind !== 'anonymous'
    const who = isKnown ? { client: caller.id, tenant_id: caller.tenantId } : {}
    const { method, id: request_id } = request
    const { status, code } = problem
    log(isKnown ? caller.id : '', () => ({ request_id, ...who, method, path: rejectedPath(request), status, code }))
    if (isKnown) keep(request, problem, caller)
  }
  return (request, problem) => {
    const { caller } = request
    if (caller !== undefined || !isLost(request)) return take(request, problem, caller)
    // A path that does not exist requires no credentials. Those that came with it say whose mistake it is.
    authenticate.bearer(request).then(
      (found) => take(request, problem, found),
      () => take(request, problem, undefined),
    )
  }
}

/** Writes one line about a refusal, unless there were too many from `client` in this minute; empty for a stranger. */
export type RejectionLog = (client: string, facts: () => object) => void

/** The log of refusals of one process, with so many lines a minute for each client. */
export function createRejectionLog(ctx: Pick<Context, 'log' | 'now'>): RejectionLog {
  const room = createRoom(ctx.log)
  return (client, facts) => {
    if (room.hasLine(client, ctx.now().getTime())) ctx.log.info(facts(), 'request refused')
  }
}

function isLost({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.endpoint === undefined && headers.authorization?.startsWith('Bearer ') === true
}

interface Count {
  lines: number
  unlogged: number
}

/** Counts lines by minute. What found no room is reported as a number in the minute after. */
function createRoom(log: Logger) {
  let minute = 0
  let counts = new Map<string, Count>()
  const turn = (now: number) => {
    const unlogged = [...counts.values()].reduce((sum, count) => sum + count.unlogged, 0)
    minute = now
    counts = new Map()
    if (unlogged > 0) log.info({ unlogged }, 'more requests were refused in one minute than the log has lines for')
  }
  return {
    hasLine(client: string, at: number): boolean {
      const now = at - (at % minuteMs)
      if (now !== minute) turn(now)
      const key = counts.size < mostCounted ? client : ''
      const count = counts.get(key) ?? { lines: 0, unlogged: 0 }
      counts.set(key, count)
      if (count.lines >= mostLines) {
        count.unlogged += 1
        return false
      }
      count.lines += 1
      return true
    },
  }
}

const longestPath = 300
const longestPart = 40

/** The path without its query. A part that is longer than any id may be a secret and is left out. */
export function rejectedPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const parts = (url.split('?')[0] ?? '').slice(0, 10 * longestPath).split('/')
  return parts
    .map((part) => (part.length > longestPart ? '…' : part))
    .join('/')
    .slice(0, longestPath)
}
