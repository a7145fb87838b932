// Uploads orders during a failure, then checks the invariants.
import { join } from 'node:path'
import type pg from 'pg'
import { type EmbeddedDatabase, openEmbedded } from '../../server/src/db/embedded/database.ts'
import type { Counts } from '../run.ts'
import type { TenantFacts } from '../scratch.ts'
import { startCallers } from './callers.ts'
import { checkHistory, invariants, type Violation } from './checker.ts'
import { conclude, extentOf, extentRule, type Judged } from './conclusion.ts'
import { readFacts } from './facts.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { type Load, type LoadTenant, startLoad } from './load.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { storedOnce, survivedRules, survivorsOf } from './survival.ts'
import { connect, createWorld, token, untilQuiet, type World } from './world.ts'

/** World with order uploads. */
export interface Scene {
  readonly world: World
  readonly embedded: EmbeddedDatabase
  readonly receiver: Receiver
  readonly facts: readonly TenantFacts[]
  readonly fleet: Fleet
  readonly tenants: readonly LoadTenant[]
  readonly load: Load
}

/** Figures of the failure, and whether it reached the intended extent. */
export interface Wrecked {
  readonly figures: Readonly<Record<string, number>>
  readonly wasEnough: boolean
  /** Violations seen during the failure. */
  readonly violations?: readonly Violation[]
}

/** Failure of the processes or their environment during uploads. */
export interface Wreck {
  /**
   * Whether processes must survive it (OPS-27): callers then retry rejected uploads under their key, and no process may
   * end. Otherwise processes are killed, and callers move on.
   */
  readonly isSurvived?: boolean
  /** Additional PostgreSQL settings. */
  readonly settings?: Readonly<Record<string, string>>
  /** Called before the first process starts. May change the processes' environment. */
  prepare?(world: World, embedded: EmbeddedDatabase): void | Promise<void>
  /** URL at which the processes reach the event receiver, given its own. */
  receiverAt?(url: string): Promise<string>
  /** Crash point of a process; by default after some statements. */
  crashPoint?(): string
  run(scene: Scene): Promise<Wrecked>
  /** Additional checks once everything is idle. */
  judge?(scene: Scene, client: pg.Client): Promise<readonly Violation[]>
  /** Rules checked in addition to the invariants. */
  readonly rules?: readonly string[]
  close?(): Promise<void>
}

/** Uploads orders in a separate world during a failure, then checks the invariants (OPS-3). */
export async function uploadWhile(wreck: Wreck): Promise<Counts> {
  const world = createWorld()
  return conclude(await wreckIn(world, wreck), world.folder)
}

async function wreckIn(world: World, wreck: Wreck): Promise<Judged> {
  const { settings = {} } = wreck
  const embedded = await openEmbedded({ dataDir: world.dataDir, durable: true, settings, log: () => {} })
  const receiver = await startReceiver(0.02)
  let fleet: Fleet | undefined
  try {
    const facts = await createTenants(world, (await wreck.receiverAt?.(receiver.url)) ?? receiver.url)
    await wreck.prepare?.(world, embedded)
    const crashPoint = wreck.isSurvived ? () => '' : wreck.crashPoint
    const logFile = join(world.folder, 'fleet.log')
    fleet = await startFleet(world.env, [['serve'], ['serve'], ['work']], logFile, crashPoint)
    return await uploadUnder(wreck, { world, embedded, receiver, facts, fleet })
  } finally {
    await fleet?.stop()
    await receiver.close()
    await wreck.close?.()
    await embedded.stop()
  }
}

async function createTenants(world: World, receiverUrl: string): Promise<TenantFacts[]> {
  await world.cartage('migrate', '--create')
  const tenants: TenantFacts[] = []
  for (const slug of ['chaos-a', 'chaos-b']) {
    tenants.push(JSON.parse(await world.cartage('tenant', 'create', slug, '--no-limits', '--json')) as TenantFacts)
    await world.cartage('subscription', 'add', slug, receiverUrl, '--json')
  }
  return tenants
}

async function uploadUnder(wreck: Wreck, parts: Omit<Scene, 'tenants' | 'load'>): Promise<Judged> {
  const { fleet, facts } = parts
  if (wreck.isSurvived) await fleet.untilReady()
  const tenants = await Promise.all(facts.map((tenant) => token(fleet.urls[0]!, tenant)))
  const load = startLoad(fleet.urls, tenants, 12, { repeats: wreck.isSurvived === true })
  const readers = wreck.isSurvived ? startCallers(fleet.urls[1]!, tenants[1]!.token, 2) : undefined
  const scene: Scene = { ...parts, tenants, load }
  const began = Date.now()
  const wrecked = await wreck.run(scene)
  const seconds = Math.round((Date.now() - began) / 1_000)
  const deaths = fleet.deaths()
  const read = await readers?.stop()
  await load.stop()
  fleet.disarm()
  await fleet.untilReady()
  const { violations, figures } = await judge(wreck, scene, wrecked)
  const survival = read && survivorsOf(load, read, deaths)
  return {
    figures: { seconds, server_deaths: deaths, ...wrecked.figures, ...figures, ...survival?.figures },
    violations: [...violations, ...(survival?.violations ?? [])],
    checked: [
      ...Object.keys(invariants),
      extentRule,
      ...(wreck.rules ?? []),
      ...(wreck.isSurvived ? survivedRules : []),
    ],
  }
}

async function judge(wreck: Wreck, scene: Scene, wrecked: Wrecked) {
  const { embedded, load, receiver } = scene
  const client = await connect(embedded)
  try {
    const quiet = await untilQuiet(client, wreck.isSurvived)
    const stored = await readFacts(client)
    const { sent } = load
    return {
      figures: {
        sent: sent.length,
        accepted: sent.filter((upload) => upload.upload_id !== null).length,
        refused_503: load.answers.filter(({ status }) => status === 503).length,
        unanswered: load.unanswered(),
        orders: stored.orders.length,
        events: stored.events.length,
        received: receiver.received.length,
        quiet_after_s: Math.round(quiet),
      },
      violations: [
        ...extentOf(wrecked.wasEnough && sent.length > 0, 'less was done than was wanted'),
        ...(wrecked.violations ?? []),
        ...checkHistory({ ...stored, sent, received: receiver.received }),
        ...((await wreck.judge?.(scene, client)) ?? []),
        ...(wreck.isSurvived ? storedOnce(sent, stored.uploads) : []),
      ],
    }
  } finally {
    await client.end()
  }
}
