import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import type { Authenticate, Caller } from './caller.ts'
import type { Problem } from './problem.ts'

/** Notified of each 4xx answer. It must not throw and must be cheap, because refusals come in floods. */
export type NoteRejection = (request: FastifyRequest, problem: Problem) => void

/** For servers that do not record refusals. */
export const noRejections: NoteRejection = () => {}

/** Stores refusals of known callers, supplied by a feature. */
export type KeepRejection = (request: FastifyRequest, problem: Problem, caller: Caller) => void

/** Maximum log lines a minute per client, and for all anonymous callers together. */
const mostLines = 300
/** Further clients within a minute share one count, so that memory stays bounded. */
const mostCounted = 1_000
const minuteMs = 60_000

/**
 * Logs each refusal under the request id of its answer, and stores those of known callers. Admitted requests are not
 * affected.
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
    // An unknown path requires no credentials. Credentials sent with it identify the caller.
    authenticate.bearer(request).then(
      (found) => take(request, problem, found),
      () => take(request, problem, undefined),
    )
  }
}

/** Logs one refusal, unless `client` had too many in this minute; empty for anonymous callers. */
export type RejectionLog = (client: string, facts: () => object) => void

/** Refusal log of one process, with a limit of lines per minute and client. */
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

/** Counts lines per minute. Suppressed lines are reported as a number in the next minute. */
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

/** The path without its query. Parts longer than any id may be secrets and are left out. */
export function rejectedPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const parts = (url.split('?')[0] ?? '').slice(0, 10 * longestPath).split('/')
  return parts
    .map((part) => (part.length > longestPart ? '…' : part))
    .join('/')
    .slice(0, longestPath)
}
