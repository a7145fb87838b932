// Additional cost of a request when its tenant has limits: the smallest possible request with and without them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runLoad } from './load.ts'
import { createTokens } from './many-tenants.ts'
import type { Plan } from './measures.ts'
import { cpuOfProcess, cpuOfTree, median } from './processes.ts'
import type { World } from './world.ts'

/** One request, medians over the rounds. CPU in microseconds. */
export interface RequestCost {
  rate: number
  p50_ms: number
  server_cpu_us: number
  database_cpu_us: number
  /** Write transactions of the database. */
  writes: number
}

export interface LimitCosts {
  tenants: number
  limited: RequestCost
  unlimited: RequestCost
  refused: number
}

const connections = 32
/** Keeps a thousand tenants within their 2 requests a second. */
const pauseMs = 20

/** Many tenants with the usual limits, alternating with as many requests of tenants without limits. */
export async function limitCosts(world: World, plan: Plan): Promise<LimitCosts> {
  const tenants = Math.ceil(plan.rows / 1_000)
  const list = join(world.files.tokens, '..', 'limited-tokens.txt')
  writeFileSync(list, (await createTokens(world, tenants, 'limited')).join('\n'))
  await ask(world, list, plan.warmSeconds)
  await ask(world, world.files.tokens, plan.warmSeconds)
  const [limited, unlimited]: [Asked[], Asked[]] = [[], []]
  for (let round = 0; round < plan.rounds; round += 1) {
    limited.push(await ask(world, list, plan.seconds))
    unlimited.push(await ask(world, world.files.tokens, plan.seconds))
  }
  const refused = limited.reduce((sum, one) => sum + one.refused, 0)
  return { tenants, limited: middle(limited), unlimited: middle(unlimited), refused }
}

interface Asked extends RequestCost {
  refused: number
}

async function ask(world: World, tokens: string, seconds: number): Promise<Asked> {
  const cpu = () => ({ server: cpuOfProcess(world.serverPid), database: cpuOfTree(world.postmasterPid) })
  const [before, written] = [cpu(), await nextTransaction(world)]
  const { wrk } = world.programs
  const args = [tokens, String(pauseMs)]
  const load = await runLoad({ wrk, url: world.url, script: 'me.lua', args, seconds, connections })
  const after = cpu()
  const { requests } = load
  return {
    rate: requests / (load.duration_us / 1e6),
    p50_ms: load.p50_us / 1_000,
    server_cpu_us: (after.server - before.server) / requests,
    database_cpu_us: (after.database - before.database) / requests,
    writes: ((await nextTransaction(world)) - written) / requests,
    refused: load.non_2xx,
  }
}

/** Only write transactions receive transaction ids. */
async function nextTransaction(world: World): Promise<number> {
  const { rows } = await world.client.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  )
  return Number(rows[0]!.next)
}

function middle(rounds: readonly Asked[]): RequestCost {
  const of = (name: keyof RequestCost) => median(rounds.map((round) => round[name]))
  return {
    ...{ rate: of('rate'), p50_ms: of('p50_ms'), writes: of('writes') },
    ...{ server_cpu_us: of('server_cpu_us'), database_cpu_us: of('database_cpu_us') },
  }
}

/** The figures as lines of docs/benchmarks.md. */
export function limitLines(costs: LimitCosts | undefined): string[] {
  if (!costs) return []
  const costText = ({ writes, server_cpu_us, database_cpu_us, rate }: RequestCost) =>
    `${writes.toFixed(3)} transactions that write, ${server_cpu_us.toFixed(0)} us of the server and ${database_cpu_us.toFixed(0)} us of ` +
    `the database (${rate.toFixed(0)}/s)`
  return [
    `GET /v1/me of ${costs.tenants} tenants with the usual limits: ${costText(costs.limited)}; of tenants without limits: ` +
      `${costText(costs.unlimited)}; ${costs.refused} refused.`,
  ]
}
