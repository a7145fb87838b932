import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { signIn } from '../../e2e-world.ts'
import type { Scratch, TenantFacts } from '../../scratch.ts'

/** Durations of list page requests, in milliseconds. */
export interface WindowFigures {
  what: string
  p50: number
  p99: number
}

const windows: readonly { what: string; query: string }[] = [
  { what: 'newest first', query: '' },
  { what: 'half way down', query: 'offset=HALF' },
  { what: 'by pickup', query: 'sort=pickup' },
  { what: 'to be planned', query: 'status=TO_PLAN' },
  { what: 'on hold', query: 'status=BLOCKED' },
  { what: 'several states', query: 'status=PLANNED,IN_PROGRESS' },
  { what: 'dangerous goods', query: 'is_adr=true' },
  { what: 'containers for import', query: 'scenario=IMPORT' },
  { what: 'one week', query: 'pickup_from=TODAY&pickup_to=NEXTWEEK' },
  { what: 'search', query: 'q=C00012' },
]

/** Copies orders up to the given number, and lets PostgreSQL analyse them. */
export async function fillOrders(scratch: Scratch, slug: string, rows: number): Promise<void> {
  const place = JSON.parse(readFileSync(join(scratch.env.DATA_DIR!, 'database.json'), 'utf8')) as pg.ClientConfig
  const client = new pg.Client(place)
  await client.connect()
  try {
    await client.query(readFileSync(fileURLToPath(new URL('fill-list.sql', import.meta.url)), 'utf8'))
    await client.query('select fill_list($1, $2)', [slug, rows])
    await client.query('vacuum analyze transport_order, order_stop')
  } finally {
    await client.end()
  }
}

/** Requests pages of the order list as the screen does, sequentially. */
export async function measureWindows(
  scratch: Scratch,
  tenant: TenantFacts,
  plan: { rows: number; rounds: number },
): Promise<WindowFigures[]> {
  const cookie = await signIn(scratch.baseUrl, tenant.user)
  const figures: WindowFigures[] = []
  for (const { what, query } of windows) {
    const url = `${scratch.baseUrl}/app/orders?${filled(query, plan.rows)}`
    const times: number[] = []
    for (let round = -3; round < plan.rounds; round += 1) {
      const began = performance.now()
      const answer = await fetch(url, { headers: { cookie } })
      const { total } = (await answer.json()) as { total?: number }
      if (!answer.ok || total === undefined) throw new Error(`${url} was answered ${answer.status}`)
      // The first rounds warm up caches.
      if (round >= 0) times.push(performance.now() - began)
    }
    figures.push({ what, p50: quantile(times, 0.5), p99: quantile(times, 0.99) })
  }
  return figures
}

function filled(query: string, rows: number): string {
  const day = (away: number) => new Date(Date.now() + away * 86_400_000).toISOString().slice(0, 10)
  return query
    .replace('HALF', String(Math.floor(rows / 2)))
    .replace('TODAY', day(0))
    .replace('NEXTWEEK', day(7))
}

/** Quantile of numbers. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0
}
