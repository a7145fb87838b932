import { setTimeout as sleep } from 'node:timers/promises'
import { type Said, said } from '@cartage/contract/said'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { isRetryable } from '../db/failure.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { bodyDigest } from './body/bytes.ts'
import type { Admit, Caller, Limit } from './caller.ts'
import { Problem } from './problem.ts'
import {
  decideAdmission,
  fullWindow,
  type History,
  historyLength,
  limitHeaders,
  ownLimits,
  type RateWindow,
  ranksNeeded,
  type Ticket,
  type Verdict,
} from './rate-limit.rules.ts'

/**
 * Counts requests against the limits of their tenant (RATE-1 to RATE-4), on the clock of the database and under the lock
 * of one row, so that any number of processes count as one. A tenant without limits costs nothing here.
 */
export function createAdmit(ctx: Context, note: NoteVerdict = () => {}): Admit {
  return async (caller, limit, request) => {
    const { category, windows } = counterOf(caller, limit)
    if (windows.length === 0) {
      note(caller, limit, request, undefined)
      return { headers: {} }
    }
    const fingerprint = await fingerprintOf(ctx, caller, request)
    const { verdict, history, used, now } = await judge(ctx, caller.tenantId, category, windows, fingerprint).catch(
      busy,
    )
    const headers = limitHeaders(windows, { history, used }, verdict)
    note(caller, limit, request, verdict.admitted ? undefined : verdict.retryAfter)
    if (!verdict.admitted) throw refusal(caller, limit, headers, fullWindow(windows, history, now))
    if (verdict.at > now) await sleep(verdict.at - now)
    return { headers }
  }
}

/**
 * Called with every verdict; it must cost next to nothing. `retryAfter` in seconds, undefined when it was let through.
 */
export type NoteVerdict = (
  caller: Caller,
  limit: Limit,
  request: FastifyRequest,
  retryAfter: number | undefined,
) => void

/**
 * Which log counts the request, and the windows it must fit. A tenant without limits has none anywhere. Webhook
 * credentials that request what only API clients need have the same windows apart, and so have the clients of each
 * customer: what a partner or customer does must not stop the haulier's own systems (RATE-9).
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

/** Says which limit it is and what is left of it: they are counted apart. */
const refusals: Readonly<Record<Limit, (requests: string, seconds: string) => Said>> = {
  general: (requests, seconds) =>
    said`The limit of this tenant is ${requests} requests in ${seconds} s. Wait as many seconds as the Retry-After header says.`,
  token: (requests, seconds) =>
    said`The limit of this tenant is ${requests} tokens in ${seconds} s. Keep a token for as long as expires_in says, and wait as many seconds as the Retry-After header says.`,
  own: (requests, seconds) =>
    said`The limit of these credentials is ${requests} requests in ${seconds} s. Wait as many seconds as the Retry-After header says.`,
}

const noTokenNeeded =
  'Webhook credentials need no token: send them as Basic with every webhook. They have asked for too many tokens; wait ' +
  'as many seconds as the Retry-After header says.'

/** A queue for the tenant's counter that is too long is not a fault of ours or theirs: come back later. */
function busy(error: unknown): never {
  throw isRetryable(error) ? new Problem('unavailable') : error
}

/** The same request of the same credential has the same fingerprint; it reveals nothing about its body. */
async function fingerprintOf(ctx: Context, caller: Caller, request: FastifyRequest): Promise<string> {
  const body = Buffer.isBuffer(request.body) ? await bodyDigest(request.body) : ''
  const text = `${caller.id}\n${request.method}\n${request.url}\n${body}`
  return ctx.vault.digest(text).subarray(1).toString('base64url').slice(0, 22)
}

interface Judgement extends Pick<ReadState, 'history' | 'used' | 'now'> {
  verdict: Verdict
}

async function judge(
  ctx: Context,
  tenantId: string,
  category: string,
  windows: readonly RateWindow[],
  fingerprint: string,
): Promise<Judgement> {
  return ctx.db.asTenant(tenantId, async (tx) => {
    const { number, tickets, ...state } = await readState(tx, category, windows)
    const verdict = decideAdmission(windows, { history: state.history, tickets }, fingerprint, state.now)
    const kept = JSON.stringify(verdict.tickets)
    if (verdict.admitted) {
      await tx.query(admit, category, number + 1, kept, verdict.at, number + 1 - historyLength(windows))
    } else if (verdict.tickets !== tickets) {
      await tx.query(keepTickets, category, kept)
    }
    return { verdict, ...state }
  })
}

// A crash may forget the last moment of counting, which lets a few requests more through; it loses nothing else.
const lockHead = statement(
  'http.lock_rate_head',
  `select h.last_number::float8 as number, h.tickets, set_config('synchronous_commit', 'off', true)
     from rate_head h where h.tenant_id = $1 and h.category = $2 for update`,
)

const addHead = statement(
  'http.insert_rate_head',
  'insert into rate_head (tenant_id, category) values ($1, $2) on conflict (tenant_id, category) do nothing',
)

// A statement of its own after the lock, so that it sees what the holder before us has written. Each look-up goes by the
// key, also before the table has statistics; a join walked all admissions for each rank then. Times grow with numbers, so
// what lies in a window is found by halving: 13 look-ups for 7,200 admissions.
const readHistory = statement(
  'http.read_rate_history',
  `with recursive clock as materialized (
     select (extract(epoch from clock_timestamp()) * 1000)::bigint as now, h.last_number
       from (select) as always left join rate_head h on h.tenant_id = $1 and h.category = $2
   ), search (place, since, fewest, most) as (
     select w.place, c.now - w.seconds * 1000, 0::bigint, w.requests
       from clock c cross join unnest($4::bigint[], $5::bigint[]) with ordinality as w (seconds, requests, place)
      union all
     select s.place, s.since, case when half.is_inside then half.rank else s.fewest end,
            case when half.is_inside then s.most else half.rank - 1 end
       from search s cross join clock c cross join lateral (
         select (s.fewest + s.most + 1) / 2 as rank,
                exists (select from rate_admission a
                         where a.tenant_id = $1 and a.category = $2 and a.at_ms > s.since
                           and a.number = c.last_number - (s.fewest + s.most + 1) / 2 + 1) as is_inside
       ) half
      where s.fewest < s.most
   )
   select c.now::float8 as now,
          (select coalesce(json_agg(s.fewest order by s.place), '[]') from search s where s.fewest = s.most) as used,
          (select json_object_agg(wanted.rank, (
             select a.at_ms from rate_admission a
              where a.tenant_id = $1 and a.category = $2 and a.number = c.last_number - wanted.rank + 1))
             from unnest($3::bigint[]) as wanted (rank)) as times
     from clock c`,
)

const admit = statement(
  'http.insert_rate_admission',
  `with head as (
     update rate_head set last_number = $3::bigint, tickets = $4::jsonb where tenant_id = $1 and category = $2
   ), gone as (
     delete from rate_admission where tenant_id = $1 and category = $2 and number <= $6::bigint
   )
   insert into rate_admission (tenant_id, category, number, at_ms) values ($1, $2, $3::bigint, $5::bigint)`,
)

const keepTickets = statement(
  'http.update_rate_tickets',
  'update rate_head set tickets = $3::jsonb where tenant_id = $1 and category = $2',
)

interface ReadState {
  number: number
  tickets: Ticket[]
  history: History
  /** How many admissions lie in each window. */
  used: readonly number[]
  now: number
}

async function readState(tx: Tx, category: string, windows: readonly RateWindow[]): Promise<ReadState> {
  const ask = () =>
    Promise.all([
      tx.query<{ number: number; tickets: Ticket[] }>(lockHead, category),
      tx.query<{ now: number; used: number[]; times: Record<string, number | null> }>(
        readHistory,
        category,
        ranksNeeded(windows),
        windows.map(({ seconds }) => seconds),
        windows.map(({ requests }) => requests),
      ),
    ])
  let [[head], [read]] = await ask()
  if (head === undefined) {
    await tx.query(addHead, category)
    ;[[head], [read]] = await ask()
  }
  const { now, times } = read!
  // A database whose clock was set back would refuse everyone until it has caught up: start counting again instead.
  const isAhead = (times[1] ?? 0) > now + clockStepMs
  const history: History = isAhead ? () => undefined : (rank) => times[rank] ?? undefined
  const tickets = isAhead ? [] : head!.tickets
  return { number: head!.number, tickets, history, used: isAhead ? windows.map(() => 0) : read!.used, now }
}

const clockStepMs = 60_000
