import { getUsage, listRefusedCalls } from '@cartage/contract/usage/app'
import type { Context } from '../context.ts'
import type { Caller, Limit } from '../http/caller.ts'
import type { RateWindow } from '../http/rate-limit.rules.ts'
import { countersOf, type NoteVerdict } from '../http/rate-limit.ts'
import { type KeepRejection, rejectedPath } from '../http/rejections.ts'
import { type Server, serve } from '../http/serve.ts'
import { keepWriting, usageBook } from './jobs.ts'
import { stepOf, type UsageCategory } from './rules.ts'
import { countInWindows, isLent, listRejections, readHistory } from './views.ts'

/** Counts every request judged by a limit, in memory. Requests of our own user interface are not counted. */
export function noteUsage(ctx: Context): NoteVerdict {
  const book = usageBook(ctx)
  return (caller, limit, request, retryAfter) => {
    const category = categoryOf(caller, limit)
    if (category === undefined) return
    const { method, routeOptions } = request
    const path = routeOptions.config.endpoint?.path ?? routeOptions.url ?? ''
    const { tenantId, id: clientId } = caller
    book.note({ tenantId, category, clientId, method, path, at: ctx.now().getTime(), retryAfter })
  }
}

const longestField = 200

/** Records every refused interface request in memory, with its error. */
export function keepRejection(ctx: Context): KeepRejection {
  const book = usageBook(ctx)
  return (request, problem, caller) => {
    const { endpoint } = request.routeOptions.config
    const limit = endpoint?.limit ?? 'general'
    const unlimited = caller.kind === 'client' ? 'general' : 'own'
    const category = categoryOf(caller, limit === 'none' ? unlimited : limit)
    if (category === undefined) return
    const { tenantId, id: clientId } = caller
    const { status, code, errors, headers } = problem
    const field = errors?.[0]?.path?.slice(0, longestField) || null
    const wait = status === 429 ? headers['retry-after'] : undefined
    const retryAfter = wait === undefined ? undefined : Number(wait)
    const at = ctx.now().getTime()
    const called = { method: request.method, path: rejectedPath(request), requestId: request.id }
    book.noteRefusal({ tenantId, category, clientId, ...called, status, code, field, at, retryAfter })
  }
}

/** Webhook credentials are counted separately from API clients, like their limits. */
function categoryOf({ kind }: Caller, limit: Limit): UsageCategory | undefined {
  if (kind === 'webhook') return 'webhook'
  return limit === 'own' ? undefined : limit
}

/** Usage of the interface against its limits. Each process writes its counts before it ends. */
export function serveUsage(server: Server): void {
  const stop = keepWriting(usageBook(server.ctx))
  server.app.addHook('onClose', stop)
  serve(server, getUsage, async ({ caller, query, inTenant }) => {
    const { category, hours } = query
    const windows = windowsOf(caller, category)
    // Admissions from lent blocks are written first, so that the figures match the limit.
    if (await inTenant((tx) => isLent(tx, category))) {
      await countersOf(server.ctx).bringHome({ tenantId: caller.tenantId, category }, windows)
    }
    return inTenant(async (tx) => {
      const step = stepOf(hours)
      const [history, counted] = await Promise.all([
        readHistory(tx, category, hours, step),
        countInWindows(tx, category, windows),
      ])
      return { category, step_s: step, windows: counted, ...history }
    })
  })
  serve(server, listRefusedCalls, async ({ query, inTenant }) => {
    const { category, hours, client, offset, limit } = query
    return inTenant((tx) => listRejections(tx, { category, hours, client }, { offset, limit }))
  })
}

/** The limit of webhooks is per credential, so there is none for all of them together. */
function windowsOf({ limits }: Caller, category: UsageCategory): readonly RateWindow[] {
  return category === 'webhook' ? [] : limits[category]
}
