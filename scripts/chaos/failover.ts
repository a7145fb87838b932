// Breaks the primary of a database under load, promotes its synchronous standby, lets the old primary return as a
// primary, and rejoins it as a standby; then checks the invariants (OPS-3, OPS-5 to OPS-7). Odd rounds kill the
// primary, even rounds freeze it, as if its machine were cut off: it resumes with its connections.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { newDatabaseFolder } from '../../server/src/testing/database-folder.ts'
import { type PostgresServer, rejoin, waitFor } from '../../server/src/testing/servers/postgres.ts'
import { programsNextTo, startPair } from '../../server/src/testing/servers/postgres-pair.ts'
import { findPrograms, skipsExternal } from '../external.ts'
import { type Counts, nothing } from '../run.ts'
import type { TenantFacts } from '../scratch.ts'
import { checkHistory, invariants, type Violation } from './checker.ts'
import { conclude, type Judged } from './conclusion.ts'
import { readFacts } from './facts.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { type Load, startLoad, untilAccepted } from './load.ts'
import type { Proof } from './proof.ts'
import { startReceiver } from './receiver.ts'
import { refusedRightly, storedOnce } from './survival.ts'
import { createWorld, token, untilQuiet } from './world.ts'

type Programs = ReturnType<typeof programsNextTo>

/** Result of one round. */
interface Round {
  /** How the primary failed. */
  how: 'killed' | 'frozen'
  /** From the failure of the primary to the first accepted upload afterwards. */
  without_accept_ms: number
}

/** Breaks the primary of a database with a synchronous standby, and checks the invariants (OPS-3). */
export const failover: Proof = {
  what: 'breaks the primary of a database with a synchronous standby while orders are uploaded',
  forms: ['short', 'usual', 'deep'],
  run: (extent) => chaosOfFailover(extent.number('rounds', { short: 1, usual: 6, deep: 20 })),
}

async function chaosOfFailover(rounds: number): Promise<Counts> {
  if (skipsExternal()) {
    console.log("failover: skipped, because PostgreSQL's own programs are left out (SKIP_EXTERNAL=1)")
    return { ...nothing, skipped: 1 }
  }
  const programs = programsNextTo((await findPrograms('pg_basebackup')).pg_basebackup)
  const folder = newDatabaseFolder()
  const pair = await startPair(programs, folder)
  const world = createWorld({ DATABASE_URL: pair.url })
  const receiver = await startReceiver(0.02)
  let fleet: Fleet | undefined
  let judged: Judged
  try {
    await world.cartage('migrate', '--create')
    const facts = JSON.parse(
      await world.cartage('tenant', 'create', 'failover', '--no-limits', '--json'),
    ) as TenantFacts
    await world.cartage('subscription', 'add', 'failover', receiver.url, '--json')
    fleet = await startFleet(
      world.env,
      [['serve'], ['serve', '--no-work'], ['work']],
      join(world.folder, 'fleet.log'),
      () => '',
    )
    await fleet.untilReady()
    const load = startLoad(fleet.urls, [await token(fleet.urls[0]!, facts)], 8, { repeats: true })
    await sleep(3_000)
    const done: Round[] = []
    const violations: Violation[] = []
    let [primary, standby] = pair.servers
    for (let round = 1; round <= rounds; round += 1) {
      const how = round % 2 === 1 ? 'killed' : 'frozen'
      const { found, ...seen } = await failOver({ programs, folder, primary, standby, load, how })
      done.push(seen)
      console.log(
        `failover ${round} of ${rounds}: the primary was ${how}, ${seen.without_accept_ms} ms without an accept`,
      )
      violations.push(...found)
      ;[primary, standby] = [standby, primary]
      await sleep(1_000)
    }
    await load.stop()
    violations.push(...(await judge(primary, load, fleet, receiver.received)))
    judged = report(violations, done, load)
  } finally {
    await fleet?.stop()
    await receiver.close()
    await pair.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return conclude(judged, world.folder)
}

interface Breaking {
  programs: Programs
  folder: string
  primary: PostgresServer
  standby: PostgresServer
  load: Load
  how: Round['how']
}

/** One failover, as the guide "From one machine to many" describes it manually. */
async function failOver(breaking: Breaking): Promise<Round & { found: Violation[] }> {
  const { programs, folder, primary, standby, load, how } = breaking
  const began = performance.now()
  if (how === 'killed') await primary.kill()
  else primary.freeze()
  await standby.query('select pg_promote()')
  const resumed = await untilAccepted(load, performance.now())
  // The old primary returns as if it still were one. It would accept writes, because its commits wait for no standby.
  if (how === 'killed') await primary.start({ synchronous_standby_names: '' })
  else primary.thaw()
  // Cut sessions end once the primary has resumed and noticed.
  await sleep(1_500)
  const before = await stateOf(primary)
  await sleep(1_500)
  const after = await stateOf(primary)
  const found: Violation[] = []
  if (after.sessions > 0)
    found.push({ invariant: 'OPS-7', what: `${after.sessions} sessions at a primary that was replaced` })
  if (after.uploads !== before.uploads) {
    found.push({
      invariant: 'OPS-7',
      what: `${after.uploads - before.uploads} uploads went to a primary that was replaced`,
    })
  }
  await primary.stop()
  await rejoin(programs, folder, primary, standby)
  await waitFor(standby, primary)
  return { how, without_accept_ms: Math.round(resumed - began), found }
}

/**
 * Sessions of Cartage at a server, and its stored data. Commits waiting for a standby do not notice a cut connection.
 */
async function stateOf(server: PostgresServer): Promise<{ sessions: number; uploads: number }> {
  const [state] = await server.query<{ sessions: number; uploads: number }>(
    `select (select count(*)::int from pg_stat_activity where application_name = 'cartage' and wait_event is distinct from 'SyncRep') as sessions,
            (select count(*)::int from order_upload) as uploads`,
    'cartage',
  )
  return state!
}

async function judge(
  primary: PostgresServer,
  load: Load,
  fleet: Fleet,
  received: Parameters<typeof checkHistory>[0]['received'],
): Promise<Violation[]> {
  const client = new pg.Client({ host: '127.0.0.1', port: primary.port, user: 'postgres', database: 'cartage' })
  await client.connect()
  await untilQuiet(client)
  const stored = await readFacts(client)
  await client.end()
  return [
    ...checkHistory({ ...stored, sent: load.sent, received }),
    ...storedOnce(load.sent, stored.uploads),
    ...refusedRightly(load.answers),
    ...(fleet.deaths() === 0 ? [] : [{ invariant: 'OPS-5', what: `${fleet.deaths()} processes ended` }]),
  ]
}

function report(violations: readonly Violation[], rounds: readonly Round[], load: Load): Judged {
  const accepted = load.sent
    .flatMap(({ answered_at, upload_id }) => (upload_id === null ? [] : [answered_at!]))
    .sort((a, b) => a - b)
  const gaps = accepted.slice(1).map((at, index) => at - accepted[index]!)
  const figures = {
    failovers: rounds.length,
    accepted: accepted.length,
    answers: Object.fromEntries(
      Map.groupBy(load.answers, ({ status }) => status)
        .entries()
        .map(([status, list]) => [status, list.length]),
    ),
    longest_without_accept_ms: Math.round(Math.max(...gaps)),
    rounds,
  }
  return { figures, violations, checked: [...Object.keys(invariants), 'OPS-5', 'OPS-6', 'OPS-7'] }
}
