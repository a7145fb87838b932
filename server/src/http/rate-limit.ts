import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Message, msg } from '@cartage/contract/message'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { isRetryable } from '../db/failure.ts'
import { createCounterStore } from './blocks/counter.store.ts'
import { type Counters, createCounters } from './blocks/counters.ts'
import { bodyDigest } from './body/bytes.ts'
import type { Admit, Caller, Limit } from './caller.ts'
import { Problem } from './problem.ts'
import { fullWindow, limitHeaders, ownLimits, type RateWindow } from './rate-limit.rules.ts'

const all = new WeakMap<Context, Counters>()

/** The counters of this process. They must be closed before the database. */
export function countersOf(ctx: Context): Counters {
  const known = all.get(ctx)
  if (known) return known
  const time = { monotonic: () => performance.now(), wall: Date.now, rest: sleep }
  const counters = createCounters(createCounterStore(ctx.db), time, randomUUID())
  all.set(ctx, counters)
  return counters
}

/**
 * Counts requests against the limits of their tenant (RATE-1 to RATE-4), by the database clock, so that any number of
 * processes count as one: under a row lock, or from permits lent to this process. A tenant without limits has no cost
 * here.
 */
export function createAdmit(ctx: Context, note: NoteVerdict = () => {}): Admit {
  const counters = countersOf(ctx)
  return async (caller, limit, request) => {
    const { category, windows } = counterOf(caller, limit)
    if (windows.length === 0) {
      note(caller, limit, request, undefined)
      return { headers: {} }
    }
    const fingerprint = await fingerprintOf(ctx, caller, request)
    const key = { tenantId: caller.tenantId, category }
    const { verdict, history, used, now } = await counters.judge(key, windows, fingerprint).catch(busy)
    const headers = limitHeaders(windows, { history, used }, verdict)
    note(caller, limit, request, verdict.admitted ? undefined : verdict.retryAfter)
    if (!verdict.admitted) throw refusal(caller, limit, headers, fullWindow(windows, history, now))
    if (verdict.at > now) await sleep(verdict.at - now)
    return { headers }
  }
}

/** Called with every verdict, so it must be cheap. `retryAfter` in seconds, undefined if admitted. */
export type NoteVerdict = (
  caller: Caller,
  limit: Limit,
  request: FastifyRequest,
  retryAfter: number | undefined,
) => void

/**
 * Counter of a request, and the windows it must fit. A tenant without limits has none anywhere. Webhook credentials
 * that call API client operations have the same windows in a separate counter, and so have the clients of each
 * customer: a partner or customer must not block the haulier's own systems (RATE-9).
 */
function counterOf(caller: Caller, limit: Limit): { category: string; windows: readonly RateWindow[] } {
  const { kind, id, limits } = caller
  if (limit !== 'own') return { category: `${limit}${ofWhom(caller)}`, windows: limits[limit] }
  if (limits.general.length === 0 || kind === 'client' || kind === 'anonymous') return { category: '', windows: [] }
  return { category: `${kind} ${id}`, windows: ownLimits[kind] }
}

function ofWhom({ kind, companyId }: Caller): string {
  if (kind === 'webhook') return ' of webhooks'
  return kind === 'client' && companyId !== null ? ` of customer ${companyId}` : ''
}

function refusal(
  { kind, companyId }: Caller,
  limit: Limit,
  headers: Record<string, string>,
  { requests, seconds }: RateWindow,
): Problem {
  const isNeedless = limit === 'token' && kind === 'webhook'
  const counted = kind === 'client' && companyId !== null ? 'own' : limit
  const message = isNeedless ? noTokenNeeded : refusals[counted](String(requests), String(seconds))
  return new Problem('rate_limited', { headers, message })
}

/** Names the limit and its size, because they are counted separately. */
const refusals: Readonly<Record<Limit, (requests: string, seconds: string) => Message>> = {
  general: (requests, seconds) =>
    msg`The limit of this tenant is ${requests} requests in ${seconds} s. Wait as many seconds as the Retry-After header says.`,
  token: (requests, seconds) =>
    msg`The limit of this tenant is ${requests} tokens in ${seconds} s. Keep a token for as long as expires_in says, and wait as many seconds as the Retry-After header says.`,
  own: (requests, seconds) =>
    msg`The limit of these credentials is ${requests} requests in ${seconds} s. Wait as many seconds as the Retry-After header says.`,
}

const noTokenNeeded =
  'Webhook credentials need no token: send them as Basic with every webhook. They have asked for too many tokens; wait ' +
  'as many seconds as the Retry-After header says.'

/** A full queue for the tenant's counter is an error of neither side: retry later. */
function busy(error: unknown): never {
  throw isRetryable(error) ? new Problem('unavailable') : error
}

/** Fingerprint of a request, equal for a repeat by the same credential. It reveals nothing about the body. */
async function fingerprintOf(ctx: Context, caller: Caller, request: FastifyRequest): Promise<string> {
  const body = Buffer.isBuffer(request.body) ? await bodyDigest(request.body) : ''
  const text = `${caller.id}\n${request.method}\n${request.url}\n${body}`
  return ctx.vault.digest(text).subarray(1).toString('base64url').slice(0, 22)
}
