import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Context } from '../context.ts'
import type { Standby } from '../db/hosts/look.ts'
import { canaryFigures } from './canary/watch.ts'
import { readHosts } from './standbys.ts'

/** Upper bounds of the duration buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  count: number
  seconds: number
  buckets: number[]
}

/** Background queues over all tenants. Ages in seconds, null when empty. */
interface Backlog {
  uploads_pending: string
  oldest_upload_s: string | null
  deliveries_pending: string
  oldest_delivery_s: string | null
  events_unsealed: string
  oldest_unsealed_s: string | null
}

/** Counting reads the queues, so one answer is cached this long. */
const backlogForMs = 10_000

/** Metrics of this process in the text format of Prometheus, and of the queues in the database. */
export interface Metrics {
  count(request: FastifyRequest, reply: FastifyReply): void
  render(): Promise<string>
}

/** Starts counting. Paths are counted by route (`/v1/orders/order/:order_id`), so the number of series stays small. */
export function createMetrics(ctx: Context): Metrics {
  const requests = new Map<string, Series>()
  const backlog = sharedFor(backlogForMs, () => readBacklog(ctx))
  const hosts = sharedFor(backlogForMs, () => renderHosts(ctx))
  return {
    count(request, reply) {
      const route = request.routeOptions.url ?? 'unknown'
      const labels = `method="${request.method}",route="${route}",status="${reply.statusCode}"`
      record(requests, labels, reply.elapsedTime / 1000)
    },
    async render() {
      const lines = [
        ...renderRequests(requests),
        ...renderPools(ctx),
        ...renderProcess(),
        ...renderTracing(ctx),
        ...renderCanary(ctx),
        ...(await backlog()),
        ...(await hosts()),
      ]
      return `${lines.join('\n')}\n`
    },
  }
}

function record(requests: Map<string, Series>, labels: string, seconds: number): void {
  const series = requests.get(labels) ?? { count: 0, seconds: 0, buckets: bounds.map(() => 0) }
  requests.set(labels, series)
  series.count += 1
  series.seconds += seconds
  const bucket = bounds.findIndex((bound) => seconds <= bound)
  if (bucket >= 0) series.buckets[bucket]! += 1
}

function renderRequests(requests: Map<string, Series>): string[] {
  const name = 'cartage_http_request_duration_seconds'
  const lines = [`# HELP ${name} Answered requests by route and status.`, `# TYPE ${name} histogram`]
  for (const [labels, series] of requests) {
    let below = 0
    for (const [index, bound] of bounds.entries()) {
      below += series.buckets[index]!
      lines.push(`${name}_bucket{${labels},le="${bound}"} ${below}`)
    }
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${series.count}`)
    lines.push(`${name}_sum{${labels}} ${series.seconds}`, `${name}_count{${labels}} ${series.count}`)
  }
  return lines
}

function renderPools(ctx: Context): string[] {
  const name = 'cartage_database_connections'
  const of = (pool: string, { totalCount, idleCount, waitingCount }: pg.Pool) => [
    `${name}{pool="${pool}",state="busy"} ${totalCount - idleCount}`,
    `${name}{pool="${pool}",state="idle"} ${idleCount}`,
    `${name}{pool="${pool}",state="waiting"} ${waitingCount}`,
  ]
  return [
    `# HELP ${name} Database connections of this process; waiting counts requests without one.`,
    `# TYPE ${name} gauge`,
    ...of('shared', ctx.db.shared),
    ...of('worker', ctx.db.worker),
  ]
}

function renderProcess(): string[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    ...gauge('process_resident_memory_bytes', 'Memory of this process.', rss),
    ...gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', heapUsed),
    '# HELP process_cpu_seconds_total Processor time of this process.',
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    ...gauge('process_start_time_seconds', 'When this process started, Unix time.', startedAt),
  ]
}

/** OPS-23; empty without tracing. */
function renderTracing({ tracing }: Context): string[] {
  if (tracing === undefined) return []
  const { exported, lost, isReached } = tracing.counts
  const name = 'cartage_trace_spans_total'
  return [
    `# HELP ${name} Spans that the collector took, and those that were lost.`,
    `# TYPE ${name} counter`,
    `${name}{result="exported"} ${exported}`,
    `${name}{result="lost"} ${lost}`,
    ...gauge('cartage_trace_collector_up', 'Whether the collector took the last spans.', isReached ? 1 : 0),
  ]
}

function renderCanary(ctx: Context): string[] {
  const found = canaryFigures(ctx)
  if (found === undefined) return []
  const [breaches, judged] = ['cartage_canary_breaches_total', 'cartage_canary_operations']
  return [
    `# HELP ${breaches} Operations that gave records of another tenant. Anything but 0 is an emergency.`,
    `# TYPE ${breaches} counter`,
    `${breaches} ${found.breaches}`,
    `# HELP ${judged} Operations of the last run of the canary.`,
    `# TYPE ${judged} gauge`,
    `${judged}{result="judged"} ${found.judged}`,
    `${judged}{result="failed"} ${found.failed}`,
    ...gauge('cartage_canary_last_run_seconds', 'When the canary ran last, in seconds since 1970.', found.ended_at),
  ]
}

const startedAt = Math.round(Date.now() / 1000 - process.uptime())

function gauge(name: string, help: string, value: number | string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`]
}

function sharedFor(milliseconds: number, read: () => Promise<string[]>): () => Promise<string[]> {
  let shared: { at: number; lines: Promise<string[]> } | undefined
  return () => {
    const at = performance.now()
    if (shared === undefined || at - shared.at > milliseconds) shared = { at, lines: read() }
    return shared.lines
  }
}

/** The host in use and its standbys (OPS-8); empty for the embedded database. */
async function renderHosts(ctx: Context): Promise<string[]> {
  const database = await readHosts(ctx.db.connection.hosts).catch((error: Error) => {
    ctx.log.warn({ reason: error.message }, 'the hosts of the database could not be read for /metrics')
  })
  if (!database) return []
  const ofStandbys = (unit: 'bytes' | 'seconds', help: string, value: (standby: Standby) => number) => {
    const name = `cartage_database_standby_lag_${unit}`
    const samples = database.standbys.map(
      (standby) => `${name}{name="${quoted(standby.name)}",mode="${standby.mode}"} ${value(standby)}`,
    )
    return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...samples]
  }
  const used = 'cartage_database_host_used'
  return [
    `# HELP ${used} Hosts of DATABASE_URL by what they are; 1 for the one that is used.`,
    `# TYPE ${used} gauge`,
    ...database.hosts.map(
      ({ host, state }) => `${used}{host="${quoted(host)}",state="${state}"} ${host === database.host ? 1 : 0}`,
    ),
    ...gauge('cartage_database_timeline', 'Rises with each promotion of a standby.', database.timeline ?? 0),
    ...gauge(
      'cartage_database_synchronous',
      'Whether each commit waits until an attached standby has it.',
      database.is_synchronous ? 1 : 0,
    ),
    ...gauge('cartage_database_warnings', 'What /readyz and doctor warn of.', database.warnings.length),
    ...ofStandbys('bytes', 'What a standby has not written to its disk yet.', (standby) => standby.lag_bytes),
    ...ofStandbys('seconds', 'How old what a standby shows is.', (standby) => standby.lag_s),
  ]
}

function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', ' ')
}

/** An unreachable database is reported as a metric; the other metrics are still returned. */
async function readBacklog(ctx: Context): Promise<string[]> {
  try {
    const { rows } = await ctx.db.worker.query<Backlog>('select * from operations_backlog()')
    const backlog = rows[0]!
    return [
      ...gauge('cartage_database_up', 'Whether the database answered.', 1),
      ...gauge('cartage_uploads_pending', 'Order uploads accepted and not applied yet.', backlog.uploads_pending),
      ...gauge('cartage_uploads_oldest_age_seconds', 'Age of the oldest of them.', backlog.oldest_upload_s ?? 0),
      ...gauge('cartage_deliveries_pending', 'Webhook deliveries still to be made.', backlog.deliveries_pending),
      ...gauge(
        'cartage_deliveries_overdue_seconds',
        'How long the most overdue waits.',
        backlog.oldest_delivery_s ?? 0,
      ),
      ...gauge('cartage_events_unsealed', 'Events without a position in the log yet.', backlog.events_unsealed),
      ...gauge('cartage_events_lag_seconds', 'Age of the oldest of them.', backlog.oldest_unsealed_s ?? 0),
    ]
  } catch (error) {
    ctx.log.warn({ reason: (error as Error).message }, 'the backlog could not be read for /metrics')
    return gauge('cartage_database_up', 'Whether the database answered.', 0)
  }
}
