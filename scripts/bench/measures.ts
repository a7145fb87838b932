import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LoadResult, runLoad } from './load.ts'
import { runPgbench } from './pgbench.ts'
import { cpuOfProcess, cpuOfTree, median } from './processes.ts'
import type { World } from './world.ts'

export interface Plan {
  rounds: number
  seconds: number
  /** Warm-up before the first counted round: the server's code is compiled while it runs, pgbench's beforehand. */
  warmSeconds: number
  soakSeconds: number
  /** Orders in the larger of the two compared tables. */
  rows: number
}

/** One measurement compared with pgbench. Rates per second, times in microseconds; medians over the rounds. */
export interface Measured {
  rate: number
  pgbench_rate: number
  /** Median of the ratios of adjacent rounds. */
  ratio: number
  p50_us: number
  p99_us: number
  server_cpu_us: number
  database_cpu_us: number
  /** Refused or interrupted requests. */
  faults: number
}

interface Round {
  rate: number
  pgbench: number
  load: LoadResult
  server: number
  database: number
}

const connections = 128
let prefixes = 0

/** HTTP accept, order, event, signed delivery; the clock stops when the receiver has everything. */
export async function wholePath(world: World, plan: Plan): Promise<Measured> {
  await warmUp(world, plan)
  const rounds: Round[] = []
  for (let round = 0; round < plan.rounds; round += 1) {
    const pgbench = await naive(world, world.files.naiveOrder, plan.seconds)
    const before = await mark(world)
    const load = await upload(world, plan.seconds)
    await untilDelivered(world, before.received + load.requests - load.non_2xx)
    rounds.push({ ...since(world, before, load.requests), pgbench, load })
  }
  return summarise(rounds)
}

/** Accepting only, without background work. */
export async function accept(world: World, plan: Plan): Promise<Measured> {
  await world.restart(['--no-work'])
  await upload(world, plan.warmSeconds)
  await forgetUploads(world)
  const rounds: Round[] = []
  for (let round = 0; round < plan.rounds; round += 1) {
    const pgbench = await naive(world, world.files.naiveAccept, plan.seconds)
    const before = await mark(world)
    const load = await upload(world, plan.seconds)
    rounds.push({ ...since(world, before, load.requests), pgbench, load })
    await forgetUploads(world)
  }
  await world.restart([])
  return summarise(rounds)
}

/** Reading one order back. */
export async function reading(world: World, plan: Plan): Promise<Measured> {
  // Ensures that there is something to read, even if nothing else was measured before.
  await naive(world, world.files.naiveOrder, 1)
  await upload(world, 1)
  await untilIdle(world)
  const list = join(world.files.body, '..', 'orders.txt')
  writeFileSync(list, await ordersToRead(world))
  const script = join(world.files.body, '..', 'naive-read.sql')
  writeFileSync(script, naiveRead)
  const read = (seconds: number) =>
    runLoad({ wrk: world.programs.wrk, url: world.url, script: 'read.lua', args: [list], seconds, connections })
  if (plan.warmSeconds > 0) await read(plan.warmSeconds)
  const rounds: Round[] = []
  for (let round = 0; round < plan.rounds; round += 1) {
    const pgbench = await naive(world, script, plan.seconds)
    const before = await mark(world)
    const load = await read(plan.seconds)
    rounds.push({ ...since(world, before, load.requests), pgbench, load })
  }
  return summarise(rounds)
}

/** From accepted to applied at half the rate of the whole path, in milliseconds of the database clock. */
export async function latency(world: World, plan: Plan): Promise<{ rate: number; p50_ms: number; p99_ms: number }> {
  await warmUp(world, plan)
  const full = await upload(world, plan.seconds)
  await untilIdle(world)
  const began = await databaseTime(world)
  const fullRate = full.requests / (full.duration_us / 1e6)
  const load = await upload(world, plan.seconds, Math.round((connections * 1_000) / (fullRate / 2)))
  await untilIdle(world)
  const { rows } = await world.client.query<{ p50: number; p99: number }>(
    `select percentile_cont(0.5) within group (order by extract(epoch from finished_at - accepted_at) * 1000) as p50,
            percentile_cont(0.99) within group (order by extract(epoch from finished_at - accepted_at) * 1000) as p99
       from order_upload join upload_outcome using (tenant_id, upload_id) where accepted_at > $1`,
    [began],
  )
  const rate = load.requests / (load.duration_us / 1e6)
  return { rate, p50_ms: Number(rows[0]!.p50), p99_ms: Number(rows[0]!.p99) }
}

export interface Soak {
  seconds: number
  rate: number
  /** CPU per order of server and database in the last third divided by that in the first third. */
  cost_ratio: number
  /** Waiting uploads when the load ended. */
  backlog: number
}

/** One long load: the cost per order must not rise, and no backlog may build up. */
export async function soak(world: World, plan: Plan): Promise<Soak> {
  await warmUp(world, plan)
  const costs: number[] = []
  let orders = 0
  const began = Date.now()
  let backlog = 0
  for (let third = 0; third < 3; third += 1) {
    const before = await mark(world)
    const load = await upload(world, Math.max(1, Math.round(plan.soakSeconds / 3)))
    backlog = Math.max(backlog, await pendingUploads(world))
    await untilDelivered(world, before.received + load.requests - load.non_2xx)
    const { server, database } = since(world, before, load.requests)
    costs.push(server + database)
    orders += load.requests
  }
  const seconds = (Date.now() - began) / 1_000
  return { seconds, rate: orders / seconds, cost_ratio: costs[2]! / costs[0]!, backlog }
}

/** Target of a load. */
export type Loaded = Pick<World, 'programs' | 'url' | 'files'>

interface Mark {
  at: number
  received: number
  server: number
  database: number
}

async function mark(world: World): Promise<Mark> {
  const received = await world.received()
  return {
    at: performance.now(),
    received,
    server: cpuOfProcess(world.serverPid),
    database: cpuOfTree(world.postmasterPid),
  }
}

function since(world: World, before: Mark, count: number): Pick<Round, 'rate' | 'server' | 'database'> {
  const seconds = (performance.now() - before.at) / 1_000
  return {
    rate: count / seconds,
    server: (cpuOfProcess(world.serverPid) - before.server) / count,
    database: (cpuOfTree(world.postmasterPid) - before.database) / count,
  }
}

async function warmUp(world: World, plan: Plan): Promise<void> {
  if (plan.warmSeconds === 0) return
  const before = await world.received()
  const load = await upload(world, plan.warmSeconds)
  await untilDelivered(world, before + load.requests - load.non_2xx)
}

/** Uploads new orders from 128 callers, or the given number. */
export function upload(world: Loaded, seconds: number, pauseMs = 0, callers = connections): Promise<LoadResult> {
  prefixes += 1
  const args = [world.files.tokens, `B${process.pid}-${prefixes}`, world.files.body, String(pauseMs)]
  return runLoad({ wrk: world.programs.wrk, url: world.url, script: 'upload.lua', args, seconds, connections: callers })
}

function naive(world: World, script: string, seconds: number): Promise<number> {
  return runPgbench(world.programs.pgbench, { ...world.embedded.connection, database: 'naive' }, script, seconds)
}

async function untilDelivered(world: World, count: number): Promise<void> {
  const deadline = Date.now() + 120_000
  while ((await world.received()) < count) {
    if (Date.now() > deadline) throw new Error(`only ${await world.received()} of ${count} events arrived`)
    await sleep(10)
  }
}

/** Waits until every upload is applied. */
export async function untilIdle(world: World): Promise<void> {
  while ((await pendingUploads(world)) > 0) await sleep(50)
}

async function pendingUploads(world: World): Promise<number> {
  const { rows } = await world.client.query<{ count: number }>('select count(*)::int as count from upload_pending')
  return rows[0]!.count
}

/** Discards uploads accepted without a worker, so that a later measurement does not apply them. */
export async function forgetUploads(world: Pick<World, 'client'>): Promise<void> {
  await world.client.query('truncate upload_pending, order_upload, upload_outcome')
}

async function databaseTime(world: World): Promise<string> {
  const { rows } = await world.client.query<{ now: string }>('select now()::text as now')
  return rows[0]!.now
}

/** Orders of the tenants, each with a token allowed to read it. */
export async function ordersToRead(world: World): Promise<string> {
  const { rows } = await world.client.query<{ slug: string; order_id: string }>(
    `select t.slug, o.order_id from tenant t
       cross join lateral (select order_id from transport_order where tenant_id = t.tenant_id limit 500) o
      where t.slug like 'bench-%'`,
  )
  return rows.map(({ slug, order_id }) => `${world.tokens[Number(slug.slice(6)) - 1]} ${order_id}`).join('\n')
}

const naiveRead = `select o.*, (select json_agg(s order by s.sequence) from naive_stop s where s.tenant_id = o.tenant_id and s.order_id = o.order_id),
  (select json_agg(g) from naive_consignment c join naive_good g using (tenant_id, consignment_id) where c.tenant_id = o.tenant_id and c.order_id = o.order_id)
  from naive_order o where o.tenant_id = (select tenant_id from naive_order limit 1) and o.order_id = (select order_id from naive_order limit 1);
`

function summarise(rounds: readonly Round[]): Measured {
  return {
    rate: median(rounds.map((round) => round.rate)),
    pgbench_rate: median(rounds.map((round) => round.pgbench)),
    ratio: median(rounds.map((round) => round.rate / round.pgbench)),
    p50_us: median(rounds.map((round) => round.load.p50_us)),
    p99_us: median(rounds.map((round) => round.load.p99_us)),
    server_cpu_us: median(rounds.map((round) => round.server)),
    database_cpu_us: median(rounds.map((round) => round.database)),
    faults: rounds.reduce((sum, { load }) => sum + load.non_2xx + load.socket_errors, 0),
  }
}
