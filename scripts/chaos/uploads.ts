import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedDatabase, openEmbedded } from '../../server/src/db/embedded/database.ts'
import { type Counts, nothing, sum } from '../run.ts'
import type { TenantFacts } from '../scratch.ts'
import { checkHistory, invariants, type Violation } from './checker.ts'
import { readFacts } from './facts.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { startLoad } from './load.ts'
import type { Proof } from './proof.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { connect, createWorld, token, untilQuiet, type World } from './world.ts'

/** Kills of one round: each round has a world of its own, so that a long proof is a row of short ones. */
const mostKillsOfRound = 100
const longestRoundS = 420

interface Kills {
  readonly server: number
  readonly database: number
}

/** Kills server processes and PostgreSQL under upload load, then holds what is left against the invariants (OPS-3). */
export const uploads: Proof = {
  what: 'kills servers and PostgreSQL while orders are uploaded',
  forms: ['short', 'usual', 'deep'],
  async run(extent) {
    const server = extent.number('server-kills', { short: 8, usual: 50, deep: 800 })
    const database = extent.number('database-kills', { short: 2, usual: 10, deep: 200 })
    const rounds = Math.max(1, Math.ceil(server / mostKillsOfRound))
    const results: Counts[] = []
    for (let round = 0; round < rounds; round += 1) {
      const share = (count: number) => Math.ceil(((round + 1) * count) / rounds) - Math.ceil((round * count) / rounds)
      results.push(await uploadWhile(killing({ server: share(server), database: share(database) })))
    }
    return sum(results)
  },
}

function killing(kills: Kills): Wreck {
  return {
    async run(fleet, world) {
      await fleet.untilReady()
      const database = await killAll(world, fleet, kills)
      return {
        figures: { database_kills: database },
        wasEnough: fleet.deaths() >= kills.server && database >= kills.database,
      }
    },
  }
}

/** What is done to the processes while orders are uploaded, and whether that was all that was wanted. */
export interface Wreck {
  /** Before the first process starts. */
  prepare?(world: World): void
  /** Where a process ends itself; by default after some statements. */
  crashPoint?(): string
  run(fleet: Fleet, world: World): Promise<{ figures: Record<string, number>; wasEnough: boolean }>
}

/** Uploads orders in a world of its own while it is wrecked, and holds what is left against the invariants (OPS-3). */
export async function uploadWhile(wreck: Wreck): Promise<Counts> {
  const world = createWorld()
  const counts = await chaosIn(world, wreck)
  if (counts.failed > 0) console.log(`What the processes logged is in ${join(world.folder, 'fleet.log')}`)
  else rmSync(world.folder, { recursive: true, force: true })
  return counts
}

async function createTenants(world: World, receiverUrl: string): Promise<TenantFacts[]> {
  await world.cartage('migrate')
  const tenants: TenantFacts[] = []
  for (const slug of ['chaos-a', 'chaos-b']) {
    tenants.push(JSON.parse(await world.cartage('tenant', 'create', slug, '--no-limits', '--json')) as TenantFacts)
    await world.cartage('subscription', 'add', slug, receiverUrl, '--json')
  }
  return tenants
}

async function chaosIn(world: World, wreck: Wreck): Promise<Counts> {
  const embedded = await openEmbedded({ dataDir: world.dataDir, durable: true, log: () => {} })
  const receiver = await startReceiver(0.02)
  const facts = await createTenants(world, receiver.url)
  const logFile = join(world.folder, 'fleet.log')
  wreck.prepare?.(world)
  const fleet = await startFleet(world.env, [['serve'], ['serve'], ['work']], logFile, wreck.crashPoint)
  try {
    return await uploadUnder(wreck, { world, embedded, receiver, facts, fleet })
  } finally {
    await fleet.stop()
    await receiver.close()
    await embedded.stop()
  }
}

interface Uploading {
  readonly world: World
  readonly embedded: EmbeddedDatabase
  readonly receiver: Receiver
  readonly facts: readonly TenantFacts[]
  readonly fleet: Fleet
}

async function uploadUnder(wreck: Wreck, { world, embedded, receiver, facts, fleet }: Uploading): Promise<Counts> {
  const tenants = await Promise.all(facts.map((tenant) => token(fleet.urls[0]!, tenant)))
  const load = startLoad(fleet.urls, tenants, 12)
  const began = Date.now()
  const { figures, wasEnough } = await wreck.run(fleet, world)
  const seconds = Math.round((Date.now() - began) / 1_000)
  const deaths = fleet.deaths()
  await load.stop()
  fleet.disarm()
  await fleet.untilReady()
  const client = await connect(embedded)
  const quiet = await untilQuiet(client)
  const stored = await readFacts(client)
  await client.end()
  const violations = checkHistory({ ...stored, sent: load.sent, received: receiver.received })
  const counted = {
    seconds,
    server_deaths: deaths,
    ...figures,
    sent: load.sent.length,
    accepted: load.sent.filter((upload) => upload.upload_id !== null).length,
    refused_503: load.sent.filter((upload) => upload.status === 503).length,
    unanswered: load.sent.filter((upload) => upload.status === null).length,
    orders: stored.orders.length,
    events: stored.events.length,
    received: receiver.received.length,
    quiet_after_s: Math.round(quiet),
    violations: violations.length,
  }
  return report(violations, counted, wasEnough && load.sent.length > 0)
}

/** SIGKILL for the postmaster: its children notice and die, shared memory is gone, recovery runs at the next start. */
function killDatabase({ dataDir }: World): void {
  try {
    const pid = Number(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    console.log(`PostgreSQL was not there to kill: ${(error as Error).message}`)
  }
}

async function killAll(world: World, fleet: Fleet, kills: Kills): Promise<number> {
  const began = Date.now()
  let database = 0
  while ((fleet.deaths() < kills.server || database < kills.database) && Date.now() - began < longestRoundS * 1_000) {
    await sleep(1_000 + Math.random() * 1_500)
    fleet.killOne()
    const due = Math.ceil((fleet.deaths() / kills.server) * kills.database)
    if (database < kills.database && database < due) {
      await sleep(300 + Math.random() * 700)
      killDatabase(world)
      database += 1
      await sleep(2_000)
    }
  }
  return database
}

function report(violations: readonly Violation[], figures: Record<string, number>, wereEnough: boolean): Counts {
  console.log(JSON.stringify(figures))
  for (const { invariant, what } of violations.slice(0, 40)) console.log(`${invariant}: ${what}`)
  const broken = new Set(violations.map((found) => found.invariant))
  return {
    ...nothing,
    passed: Object.keys(invariants).filter((invariant) => !broken.has(invariant)).length + (wereEnough ? 1 : 0),
    failed: broken.size + (wereEnough ? 0 : 1),
  }
}
