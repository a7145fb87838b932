// Makes connections to PostgreSQL and to the event receiver fail in every way a network can, one after the other.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Link, startProxy, type TcpProxy } from '../../../server/src/testing/servers/proxy.ts'
import { chances, sample } from '../../fuzz/family.ts'
import type { Violation } from '../checker.ts'
import type { Proof } from '../proof.ts'
import { comesBack } from '../survival.ts'
import { type Scene, uploadWhile, type Wreck } from '../wreck.ts'

/** Longer than the statement timeout of requests. */
const longestStatementMs = 5_000
/** By then the server's system notices a dead connection; a caller's never does. */
const noticedAfterMs = 10_000
/** Connections affected by a failure of single connections. */
const fewLinks = 4

/** Network failure of connections. */
interface Fault {
  readonly name: string
  /** Duration for which it affects all open and new connections; otherwise a few open ones are affected. */
  readonly allForMs?: number
  strike(link: Link, chance: () => number): void
}

const silent = (name: string, ...ways: Parameters<Link['silence']>): Fault => ({
  name,
  strike(link) {
    link.silence(...ways)
    setTimeout(() => link.abandon(), noticedAfterMs).unref()
  },
})

const faults: readonly Fault[] = [
  { name: 'resets', strike: (link) => link.reset() },
  { name: 'resets_of_all', allForMs: 500, strike: (link) => link.reset() },
  { name: 'cut_statements', strike: (link) => link.cutIn('up') },
  { name: 'cut_commits', strike: (link) => link.cutIn('down', Buffer.from('COMMIT\0')) },
  silent('silent_ways_there', 'up'),
  silent('silent_ways_back', 'down'),
  silent('silences', 'up', 'down'),
  { ...silent('partitions', 'up', 'down'), allForMs: longestStatementMs + 2_000 },
  { name: 'delays', strike: (link, chance) => link.delay(50 + chance() * 450) },
  { name: 'slow', strike: (link, chance) => link.slow(1 + Math.floor(chance() * 40), 2) },
]

/** Cuts, silences and slows connections under upload load (OPS-3, OPS-26, OPS-27). */
export const network: Proof = {
  what: 'resets, cuts, silences and slows connections to PostgreSQL and to the receiver while orders are uploaded',
  forms: ['usual', 'deep'],
  async run(extent) {
    const rounds = extent.number('rounds', { short: 4, usual: 10, deep: 120 })
    const seed = extent.number('seed', { short: 0, usual: 0, deep: 0 }) || 1 + Math.floor(Math.random() * 1e9)
    return await uploadWhile(failing(rounds, seed))
  },
}

function failing(rounds: number, seed: number): Wreck {
  const proxies: { database?: TcpProxy; receiver?: TcpProxy } = {}
  return {
    isSurvived: true,
    // Abandoned sessions remain until PostgreSQL notices.
    settings: { max_connections: '400' },
    async receiverAt(url) {
      const { port, pathname } = new URL(url)
      proxies.receiver = await startProxy({ host: '127.0.0.1', port: Number(port) })
      return `http://127.0.0.1:${proxies.receiver.port}${pathname}`
    },
    async prepare(world, { connection }) {
      const { host, port, user, database } = connection
      proxies.database = await startProxy({ path: join(host!, `.s.PGSQL.${port}`) })
      world.env.DATABASE_URL = `postgres://${user}@127.0.0.1:${proxies.database.port}/${database}`
    },
    run: (scene) => failAll(scene, proxies as { database: TcpProxy; receiver: TcpProxy }, rounds, seed),
    async close() {
      await Promise.all([proxies.database?.close(), proxies.receiver?.close()])
    },
  }
}

async function failAll(
  scene: Scene,
  proxies: { database: TcpProxy; receiver: TcpProxy },
  rounds: number,
  seed: number,
) {
  const { load } = scene
  const chance = chances(seed)
  const struck = new Map(faults.map(({ name }) => [name, 0]))
  const violations: Violation[] = []
  let longestBackMs = 0
  for (let round = 0; round < rounds; round += 1) {
    // Each of them once before any is repeated.
    const turn = Math.floor(round / faults.length)
    const fault = sample(faults, faults.length, seed + turn)[round % faults.length]!
    await strike(proxies.database, fault, chance, struck)
    // Occasionally both fail at the same time.
    if (chance() < 0.4) await strike(proxies.receiver, faults[Math.floor(chance() * faults.length)]!, chance, struck)
    if (fault.allForMs === undefined) {
      await sleep(300 + chance() * 1_500)
      continue
    }
    const back = await comesBack(load, `${fault.name} in round ${round + 1} of the run with --seed ${seed}`)
    violations.push(...back.violations)
    longestBackMs = Math.max(longestBackMs, back.backAfterMs)
  }
  for (const proxy of Object.values(proxies)) proxy.onLink(undefined)
  const back = await comesBack(load, `the last fault of the run with --seed ${seed}`)
  return {
    figures: {
      rounds,
      seed,
      ...Object.fromEntries(struck),
      connections: proxies.database.count(),
      connections_of_receiver: proxies.receiver.count(),
      longest_until_back_ms: Math.max(longestBackMs, back.backAfterMs),
    },
    wasEnough: rounds < faults.length || [...struck.values()].every((count) => count > 0),
    violations: [...violations, ...back.violations],
  }
}

/** Counts the affected connections. */
async function strike(
  proxy: TcpProxy,
  { name, allForMs, strike: hit }: Fault,
  chance: () => number,
  struck: Map<string, number>,
): Promise<void> {
  const note = (link: Link) => {
    hit(link, chance)
    struck.set(name, struck.get(name)! + 1)
  }
  if (allForMs === undefined) {
    for (const link of sample(proxy.links(), fewLinks, Math.floor(chance() * 1e9))) note(link)
    return
  }
  for (const link of proxy.links()) note(link)
  proxy.onLink(note)
  await sleep(allForMs)
  proxy.onLink(undefined)
}
