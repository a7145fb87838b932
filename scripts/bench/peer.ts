// Cartage compared with a generic server to build on instead, alternately on the same PostgreSQL with the same
// durability.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Directus, directusVersion, orderAsRecords, startDirectus } from './directus.ts'
import { type LoadResult, runLoad } from './load.ts'
import { ordersToRead, type Plan, untilIdle, upload } from './measures.ts'
import { cpuOfTree, median } from './processes.ts'
import type { World } from './world.ts'

/** One operation of both servers, medians over the rounds; times in milliseconds, CPU in microseconds. */
export interface Compared {
  ours: number
  peer: number
  /** Median of the ratios of adjacent rounds. */
  ratio: number
  ours_p50_ms: number
  peer_p50_ms: number
  /** CPU of server and database together. */
  ours_cpu_us: number
  peer_cpu_us: number
  faults: number
}

export interface PeerFigures {
  version: string
  /** Cartage until applied and delivered to a receiver; the peer has created the records when it responds. */
  create: Compared
  read: Compared
}

const connections = 32

/** @param folder where the peer is or will be installed */
export async function peer(world: World, plan: Plan, folder: string): Promise<PeerFigures> {
  const directus = await startDirectus(folder, world.embedded)
  try {
    const create = createsOf(world, directus)
    for (const each of [create.ours, create.peer]) await each(plan.warmSeconds)
    const created = await compare(world, directus, plan, create)
    const read = await readsOf(world, directus)
    for (const each of [read.ours, read.peer]) await each(plan.warmSeconds)
    return { version: directusVersion, create: created, read: await compare(world, directus, plan, read) }
  } finally {
    await directus.stop()
  }
}

interface Both {
  ours(seconds: number): Promise<LoadResult>
  peer(seconds: number): Promise<LoadResult>
}

let prefixes = 0

function createsOf(world: World, { url, token }: Directus): Both {
  const body = join(world.files.body, '..', 'peer-order.json')
  writeFileSync(body, orderAsRecords(readFileSync(world.files.body, 'utf8')))
  return {
    async ours(seconds) {
      const load = await upload(world, seconds, 0, connections)
      await untilIdle(world)
      return load
    },
    peer: async (seconds) => {
      prefixes += 1
      const args = ['POST', '/items/orders?fields=id', token, body, `P${prefixes}`, '']
      return await runLoad({ wrk: world.programs.wrk, url, script: 'peer.lua', args, seconds, connections })
    },
  }
}

const everything = 'fields=*,stops.*,consignments.*,consignments.goods.*'

async function readsOf(world: World, { url, token }: Directus): Promise<Both> {
  const [ours, theirs] = ['orders-next-to-peer.txt', 'peer-orders.txt'].map((name) =>
    join(world.files.body, '..', name),
  )
  writeFileSync(ours!, await ordersToRead(world))
  const get = async <T>(path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } })
    return ((await answer.json()) as { data: T }).data
  }
  const found = await get<{ id: string }[]>('/items/orders?fields=id&limit=4000')
  const whole = await get<{ stops: []; consignments: { goods: [] }[] }>(`/items/orders/${found[0]!.id}?${everything}`)
  const parts = [whole.stops.length, whole.consignments.length, whole.consignments[0]?.goods.length]
  if (String(parts) !== '2,1,2') throw new Error(`Directus has an order with ${parts} stops, consignments and goods`)
  writeFileSync(theirs!, found.map(({ id }) => id).join('\n'))
  const { wrk } = world.programs
  const args = ['GET', `/items/orders/@ID@?${everything}`, token, '', '', theirs!]
  return {
    ours: (seconds) => runLoad({ wrk, url: world.url, script: 'read.lua', args: [ours!], seconds, connections }),
    peer: (seconds) => runLoad({ wrk, url, script: 'peer.lua', args, seconds, connections }),
  }
}

async function compare(world: World, { pid }: Directus, plan: Plan, both: Both): Promise<Compared> {
  const rounds: { ours: Round; peer: Round }[] = []
  for (let round = 0; round < plan.rounds; round += 1) {
    const ours = await measured([world.serverPid, world.postmasterPid], () => both.ours(plan.seconds))
    const other = await measured([pid, world.postmasterPid], () => both.peer(plan.seconds))
    rounds.push({ ours, peer: other })
  }
  const of = (who: 'ours' | 'peer', name: keyof Round) => median(rounds.map((round) => round[who][name]))
  return {
    ...{ ours: of('ours', 'rate'), peer: of('peer', 'rate') },
    ratio: median(rounds.map((round) => round.ours.rate / round.peer.rate)),
    ...{ ours_p50_ms: of('ours', 'p50_ms'), peer_p50_ms: of('peer', 'p50_ms') },
    ...{ ours_cpu_us: of('ours', 'cpu_us'), peer_cpu_us: of('peer', 'cpu_us') },
    faults: rounds.reduce((sum, round) => sum + round.ours.faults + round.peer.faults, 0),
  }
}

interface Round {
  rate: number
  p50_ms: number
  cpu_us: number
  faults: number
}

async function measured(pids: readonly number[], load: () => Promise<LoadResult>): Promise<Round> {
  const cpu = () => pids.reduce((total, pid) => total + cpuOfTree(pid), 0)
  const [began, before] = [performance.now(), cpu()]
  const { requests, p50_us, non_2xx, socket_errors } = await load()
  return {
    rate: requests / ((performance.now() - began) / 1_000),
    p50_ms: p50_us / 1_000,
    cpu_us: (cpu() - before) / requests,
    faults: non_2xx + socket_errors,
  }
}

/** The figures as lines of docs/benchmarks.md. */
export function peerLines(figures: PeerFigures | undefined): string[] {
  if (!figures) return []
  const row = (what: string, one: Compared) =>
    `| ${what} | ${one.ours.toFixed(0)} | ${one.peer.toFixed(0)} | ${one.ratio.toFixed(1)} | ${one.ours_p50_ms.toFixed(1)} | ` +
    `${one.peer_p50_ms.toFixed(1)} | ${one.ours_cpu_us.toFixed(0)} | ${one.peer_cpu_us.toFixed(0)} | ${one.faults} |`
  return [
    '',
    '## Next to a general server',
    '',
    `Directus ${figures.version} from npm with its defaults, the order of this bench as records of four collections with relations, in turn on`,
    'the same PostgreSQL: `npm run bench -- peer`.',
    '',
    '| What | ours /s | Directus /s | ratio | ours p50 ms | Directus p50 ms | ours CPU us | Directus CPU us | faults |',
    '|---|---|---|---|---|---|---|---|---|',
    row('an order, until it is stored in records (ours: applied)', figures.create),
    row('reading it with everything in it', figures.read),
  ]
}
