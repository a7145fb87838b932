// Ends processes at each crash point reached by hauliers' days: planning, dispatching, reporting, filing, billing,
// posting.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '../../../server/src/config.ts'
import { openEmbedded } from '../../../server/src/db/embedded/database.ts'
import { startContext } from '../../../server/src/process/start-context.ts'
import type { TenantFacts } from '../../scratch.ts'
import type { Violation } from '../checker.ts'
import { conclude, extentOf, extentRule, type Judged } from '../conclusion.ts'
import { type Fleet, startFleet } from '../fleet.ts'
import { type Places, placesToEndAt, readPlaces } from '../places.ts'
import type { Proof } from '../proof.ts'
import { type ReceiverOf, startReceiverOf } from '../receiver.ts'
import { connect, createWorld, untilQuiet, type World } from '../world.ts'
import { type Day, type Look, liveDay, newDay } from './day.ts'
import { type Haulier, openHaulier, prepareBooks } from './haulier.ts'
import { type CarrierMessage, judgeDays, type Lived, officeRules, readMessage } from './judge.ts'

const mostHauliers = 6
/** The first day of a haulier reaches some crash points only once, so it is over before they are recorded. */
const daysBefore = 1
/** Days of each haulier while crash points are recorded. */
const daysOfLooking = 3
/** Timeout for a process to reach its crash point: some are reached once a day. */
const staleAfterMs = 60_000
/** Share of messages that the carrier rejects at first. */
const faultShare = 0.2

/**
 * Ends a process at each crash point of hauliers' days, as often as requested, and checks their days against the rules.
 */
export const officeSweep: Proof = {
  what: 'ends a process at every statement and call of planning, dispatching, reporting, filing, billing and posting, three times each',
  forms: ['deep'],
  async run(extent) {
    const rounds = extent.number('rounds', { short: 1, usual: 1, deep: 3 })
    const world = createWorld()
    return conclude(await sweepIn(world, rounds), world.folder)
  },
}

async function sweepIn(world: World, rounds: number): Promise<Judged> {
  const embedded = await openEmbedded({ dataDir: world.dataDir, durable: true, log: () => {} })
  const carrier = await startReceiverOf(faultShare, readMessage)
  const client = await connect(embedded)
  const pool = new pg.Pool({ ...embedded.connection, max: 4 })
  const look: Look = async (sql, values) => (await pool.query(sql, [...values])).rows
  const state = { crashPoint: () => 'nowhere' }
  let fleet: Fleet | undefined
  try {
    const tenants = await createTenants(world)
    const roles = [['serve'], ['serve'], ['serve']] as const
    fleet = await startFleet(world.env, roles, join(world.folder, 'fleet.log'), () => state.crashPoint())
    await fleet.untilReady()
    const hauliers: Haulier[] = []
    for (const tenant of tenants) hauliers.push(await openHaulier(fleet.urls, tenant, carrier.url))
    const living = startLiving(hauliers, look)
    const file = join(world.folder, 'places.txt')
    await living.until(daysBefore)
    state.crashPoint = () => `record:${file}`
    fleet.killStale(0)
    await living.until(daysOfLooking)
    const places = placesToEndAt(readPlaces(file), { rounds, staleAfterMs })
    state.crashPoint = places.next
    fleet.killStale(0)
    const wasEnough = await places.untilEnded(fleet, living.isOver)
    const lived = await living.stop()
    state.crashPoint = () => 'nowhere'
    fleet.disarm()
    await fleet.untilReady()
    return await judge({ world, client, look, carrier, fleet, lived, places, wasEnough })
  } finally {
    await fleet?.stop()
    await client.end()
    await pool.end()
    await carrier.close()
    await embedded.stop()
  }
}

/** Hauliers with books and prices, created before the first process starts. */
async function createTenants(world: World): Promise<TenantFacts[]> {
  await world.cartage('migrate', '--create')
  const tenants: TenantFacts[] = []
  for (let count = 1; count <= mostHauliers; count += 1) {
    const flags = ['--demo', '--no-limits', '--json']
    tenants.push(JSON.parse(await world.cartage('tenant', 'create', `office-${count}`, ...flags)) as TenantFacts)
  }
  Object.assign(process.env, { DATA_DIR: world.dataDir })
  const { ctx, close } = await startContext({ ...readConfig(), pool_size: 3 }, pino({ level: 'silent' }))
  for (const { tenant } of tenants) await prepareBooks(ctx, tenant.id)
  await close()
  return tenants
}

/** Runs days of each haulier one after the other. */
function startLiving(hauliers: readonly Haulier[], look: Look) {
  const state = { isStopped: false }
  const lives = hauliers.map((haulier) => ({ haulier, days: [] as Day[], failure: undefined as Error | undefined }))
  const running = lives.map(async (life) => {
    while (!state.isStopped) {
      const day = newDay()
      life.days.push(day)
      try {
        await liveDay(life.haulier, look, day)
      } catch (error) {
        life.failure = error as Error
        return
      }
    }
  })
  const isPast = (count: number) => lives.every(({ days, failure }) => failure !== undefined || days.length > count)
  return {
    /** Whether no haulier is still running. */
    isOver: () => lives.every(({ failure }) => failure !== undefined),
    async until(count: number) {
      while (!isPast(count)) await sleep(200)
    },
    /** Waits until all hauliers have finished the current day. */
    async stop(): Promise<readonly Lived[]> {
      state.isStopped = true
      await Promise.all(running)
      return lives
    },
  }
}

interface Swept {
  readonly world: World
  readonly client: pg.Client
  readonly look: Look
  readonly carrier: ReceiverOf<CarrierMessage>
  readonly fleet: Fleet
  readonly lived: readonly Lived[]
  readonly places: Places
  readonly wasEnough: boolean
}

async function judge(swept: Swept): Promise<Judged> {
  const { client, look, carrier, fleet, lived, places, wasEnough } = swept
  const quiet = await untilQuiet(client)
  const violations: Violation[] = []
  for (const one of lived) violations.push(...(await judgeDays(one, look, carrier.received)))
  violations.push(...(await leftovers(look)), ...(await checkBooks(swept)))
  const sumOf = (count: (one: Lived) => number) => lived.reduce((total, one) => total + count(one), 0)
  return {
    figures: {
      ...places.figures(fleet),
      server_deaths: fleet.deaths(),
      days: sumOf(({ days }) => days.filter(({ isOver }) => isOver).length),
      uploads_run_again: sumOf(({ days }) => days.reduce((total, { runAgain }) => total + runAgain, 0)),
      unanswered: sumOf(({ haulier }) => haulier.caller.unanswered()),
      messages: carrier.received.length,
      quiet_after_s: Math.round(quiet),
    },
    violations: [...extentOf(wasEnough, 'fewer places were ended at than was wanted'), ...violations],
    checked: [...Object.keys(officeRules), extentRule],
  }
}

/** Overdue work, and work that no process will do any more. */
async function leftovers(look: Look): Promise<Violation[]> {
  const rows = await look<{ kind: string; count: number; is_dead: boolean }>(
    `select kind, is_dead, count(*)::integer as count from job where is_dead or ready_at < now() - interval '1 minute' group by 1, 2`,
    [],
  )
  return rows.map((row) => ({
    invariant: 'QUIET',
    what: `${row.count} ${row.is_dead ? 'dead' : 'late'} jobs: ${row.kind}`,
  }))
}

async function checkBooks({ world, lived }: Swept): Promise<Violation[]> {
  const found: Violation[] = []
  for (const { haulier } of lived) {
    const { slug } = haulier.facts.tenant
    const check = (...args: string[]) =>
      world.cartage(...args, slug, '--json').then(
        () => undefined,
        (error: Error) => error,
      )
    for (const args of [
      ['money', 'check'],
      ['audit', 'verify'],
    ]) {
      const failure = await check(...args)
      if (failure) found.push({ invariant: 'BOOKS', what: `${slug}: ${failure.message}` })
    }
  }
  return found
}
