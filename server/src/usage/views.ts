import type { RejectedClient, RejectedRequest, UsagePoint } from '@cartage/contract/usage/app'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import type { RateWindow } from '../http/rate-limit.rules.ts'
import type { UsageCategory } from './rules.ts'

/** Maximum rows in a list of clients or operations. */
const mostShares = 20
/** Maximum for counting refused requests. */
const mostCounted = 10_000

const since = 'now() - make_interval(hours => $3)'

const selectHolder = statement(
  'usage.select_holder',
  'select from rate_head h where h.tenant_id = $1 and h.category = $2 and h.holder_id is not null',
)

/** Whether a process holds permits of the limit, so that some admissions are not written yet. */
export async function isLent(tx: Tx, category: UsageCategory): Promise<boolean> {
  return (await tx.query(selectHolder, category)).length > 0
}

const selectUsed = statement(
  'usage.count_in_windows',
  `select array(
     select (select count(*)::integer from rate_admission a
              where a.tenant_id = $1 and a.category = $2
                and a.at_ms > (extract(epoch from clock_timestamp()) * 1000)::bigint - w.seconds * 1000)
       from unnest($3::bigint[]) with ordinality as w (seconds, place) order by w.place) as used`,
)

/** Number of requests in each window now, exactly as the limit counts them. */
export async function countInWindows(
  tx: Tx,
  category: UsageCategory,
  windows: readonly RateWindow[],
): Promise<{ seconds: number; limit: number; used: number }[]> {
  const [row] = await tx.query<{ used: number[] }>(
    selectUsed,
    category,
    windows.map((window) => window.seconds),
  )
  return windows.map(({ seconds, requests }, at) => ({ seconds, limit: requests, used: row!.used[at] ?? 0 }))
}

const selectPoints = statement(
  'usage.list_points',
  `select ${instant('p.at')} as at, p.admitted, p.refused
     from (select date_bin(make_interval(secs => $4), u.minute, '2000-01-01T00:00:00Z') as at,
                  coalesce(sum(u.requests) filter (where not u.is_refused), 0)::integer as admitted,
                  coalesce(sum(u.requests) filter (where u.is_refused), 0)::integer as refused
             from usage_minute u where u.tenant_id = $1 and u.category = $2 and u.minute >= ${since}
            group by 1) p
    order by p.at`,
)
const shares = (name: string, from: string) => `
   select ${name}, coalesce(sum(u.requests) filter (where not u.is_refused), 0)::integer as admitted,
          coalesce(sum(u.requests) filter (where u.is_refused), 0)::integer as refused
     from ${from}`
const selectClients = statement(
  'usage.list_clients',
  `select u.client_id, u.admitted, u.refused, coalesce(c.name, w.name, u.client_id) as name
     from (${shares('u.client_id', 'usage_minute u')} where u.tenant_id = $1 and u.category = $2 and u.minute >= ${since}
            group by u.client_id order by sum(u.requests) desc limit ${mostShares}) u
     left join api_client c on c.tenant_id = $1 and c.client_id = u.client_id
     left join webhook_credential w on w.tenant_id = $1 and w.client_id = u.client_id
    order by u.admitted + u.refused desc, u.client_id`,
)
const selectPaths = statement(
  'usage.list_paths',
  `${shares('u.operation as name', 'usage_path u')}
    where u.tenant_id = $1 and u.category = $2 and u.hour >= date_trunc('hour', ${since})
    group by u.operation order by sum(u.requests) desc, u.operation limit ${mostShares}`,
)

interface Share {
  name: string
  admitted: number
  refused: number
}

/** The history of one category, by client and operation. */
export async function readHistory(tx: Tx, category: UsageCategory, hours: number, step: number) {
  const [points, clients, paths] = await Promise.all([
    tx.query<UsagePoint>(selectPoints, category, hours, step),
    tx.query<Share & { client_id: string }>(selectClients, category, hours),
    tx.query<Share>(selectPaths, category, hours),
  ])
  return { points, clients, paths }
}

const rejected = `usage_refusal u where u.tenant_id = $1 and u.category = $2 and u.refused_at >= ${since}`
const ofClient = 'and coalesce(u.client_id = $4, true)'
const clientName = (client: string) => `
  coalesce((select c.name from api_client c where c.tenant_id = $1 and c.client_id = ${client}),
           (select w.name from webhook_credential w where w.tenant_id = $1 and w.client_id = ${client}))`
const countRejected = statement(
  'usage.count_refusals',
  `select count(*)::integer as count from (select from ${rejected} ${ofClient} limit ${mostCounted}) x`,
)
const selectRejected = statement(
  'usage.list_refusals',
  `select u.refusal_id, ${instant('u.refused_at')} as refused_at, u.category, u.client_id,
          ${clientName('u.client_id')} as client_name, u.method, u.path, u.retry_after_s, u.request_id, u.status, u.code,
          u.field
     from ${rejected} ${ofClient} order by u.refused_at desc, u.refusal_id offset $5 limit $6`,
)
const selectRejectedClients = statement(
  'usage.list_refused_clients',
  `select x.client_id, ${clientName('x.client_id')} as client_name, x.refused
     from (select u.client_id, count(*)::integer as refused, max(u.refused_at) as last_at from ${rejected}
            group by u.client_id order by max(u.refused_at) desc limit ${mostShares}) x
    order by x.last_at desc, x.client_id`,
)

/** Filter for refused requests. */
export interface RejectionFilter {
  category: UsageCategory
  hours: number
  client?: string | undefined
}

/** One window of refused requests, newest first, and the clients that have any. */
export async function listRejections(
  tx: Tx,
  { category, hours, client }: RejectionFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ items: RejectedRequest[]; total: number; clients: RejectedClient[] }> {
  const [items, [row], clients] = await Promise.all([
    tx.query<RejectedRequest>(selectRejected, category, hours, client ?? null, offset, limit),
    tx.query<{ count: number }>(countRejected, category, hours, client ?? null),
    tx.query<RejectedClient>(selectRejectedClients, category, hours),
  ])
  return { items, total: row!.count, clients }
}
