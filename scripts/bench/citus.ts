// Accepting uploads with tables distributed over Citus nodes, compared with a plain PostgreSQL: a database on the
// coordinator's own server, so that version, settings and disk are equal. Rounds of both alternate.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Engine } from '../citus/engine.ts'
import { type CitusNode, nodesOnThisMachine, portOfTenant } from '../citus/nodes.ts'
import { forgetUploads, type Plan, upload } from './measures.ts'
import { cpuOfProcess, cpuOfTree, median } from './processes.ts'
import { type Accepting, type Programs, startAccepting } from './world.ts'

/** Rates per second, CPU in microseconds per upload, all medians over the rounds. */
export interface CitusFigures {
  workers: number
  /** Number of tenants on each worker. */
  tenants: number[]
  plain: AcceptCost
  spread: AcceptCost & { workers_cpu_us: number }
  /** Median of the ratios of adjacent rounds. */
  ratio: number
  faults: number
}

interface AcceptCost {
  rate: number
  p99_us: number
  server_cpu_us: number
  /** CPU of the plain PostgreSQL, or of the coordinator. */
  database_cpu_us: number
}

interface Round extends AcceptCost {
  workers_cpu_us: number
  faults: number
}

/** @returns undefined if a node of the engine is on another machine, where its CPU cannot be measured */
export async function citusAccept(
  folder: string,
  programs: Programs,
  plan: Plan,
  engine: Engine,
): Promise<CitusFigures | undefined> {
  const nodes = await nodesOnThisMachine(engine.url)
  if (nodes === undefined) return undefined
  const [coordinator, ...workers] = nodes as [CitusNode, ...CitusNode[]]
  const plain = await startAccepting(folderIn(folder, 'plain'), programs, await plainDatabase(engine.url))
  const spread = await startAccepting(folderIn(folder, 'spread'), programs, engine.url)
  try {
    const one = () => measure(plain, plan.seconds, coordinator, [])
    const many = () => measure(spread, plan.seconds, coordinator, workers)
    await upload(plain, plan.warmSeconds)
    await upload(spread, plan.warmSeconds)
    const rounds: { plain: Round; spread: Round }[] = []
    for (let round = 0; round < plan.rounds; round += 1) {
      // Each one goes first equally often.
      rounds.push(
        round % 2 === 0
          ? { plain: await one(), spread: await many() }
          : await many().then(async (first) => ({ spread: first, plain: await one() })),
      )
    }
    return summarise(
      rounds,
      await Promise.all(spread.tenants.map(({ tenant }) => portOfTenant(engine.url, tenant.id))),
      workers,
    )
  } finally {
    await plain.stop()
    await spread.stop()
  }
}

/** Plain database on the same server. */
async function plainDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const name = `plain_${process.pid}`
  await client.query(`create database ${name}`)
  await client.end()
  const plain = new URL(url)
  plain.pathname = name
  return plain.href
}

function folderIn(parent: string, name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder)
  return folder
}

async function measure(
  world: Accepting,
  seconds: number,
  coordinator: CitusNode,
  workers: readonly CitusNode[],
): Promise<Round> {
  const look = () => ({
    server: cpuOfProcess(world.serverPid),
    database: cpuOfTree(coordinator.pid()),
    workers: workers.reduce((sum, node) => sum + cpuOfTree(node.pid()), 0),
  })
  const before = look()
  const load = await upload(world, seconds)
  const after = look()
  await forgetUploads(world)
  return {
    rate: (load.requests - load.non_2xx) / (load.duration_us / 1e6),
    p99_us: load.p99_us,
    server_cpu_us: (after.server - before.server) / load.requests,
    database_cpu_us: (after.database - before.database) / load.requests,
    workers_cpu_us: (after.workers - before.workers) / load.requests,
    faults: load.non_2xx + load.socket_errors,
  }
}

function summarise(
  rounds: readonly { plain: Round; spread: Round }[],
  ports: readonly number[],
  workers: readonly CitusNode[],
): CitusFigures {
  const costs = (of: (round: { plain: Round; spread: Round }) => Round) => {
    const mid = (what: keyof Round) => median(rounds.map((round) => of(round)[what]))
    return {
      rate: mid('rate'),
      p99_us: mid('p99_us'),
      server_cpu_us: mid('server_cpu_us'),
      database_cpu_us: mid('database_cpu_us'),
      workers_cpu_us: mid('workers_cpu_us'),
    }
  }
  const { workers_cpu_us: _, ...plain } = costs((round) => round.plain)
  return {
    workers: workers.length,
    tenants: workers.map(({ port }) => ports.filter((one) => one === port).length),
    plain,
    spread: costs((round) => round.spread),
    ratio: median(rounds.map((round) => round.spread.rate / round.plain.rate)),
    faults: rounds.reduce((sum, { plain: one, spread: many }) => sum + one.faults + many.faults, 0),
  }
}
