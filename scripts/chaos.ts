// Kills server processes and PostgreSQL under upload load, then holds what is left against the invariants; then kills
// processes while they dispatch and deliver, over the web and by SFTP. `--only uploads` or `--only deliveries` does one.
// `--only failover`, or the word alone, breaks the primary of a database with a synchronous standby, 6 times or `--rounds N`.
// `npm run chaos` does 50 and 10 kills, and 100 for deliveries; `--short` a few; `--server-kills N --database-kills N
// --delivery-kills N` as many as wanted. `--only books` sends 1,000 generated orders through the books, or `--orders N`, from
// `--seed N`, and prints what it counted. `--only money` sends 1,000 orders through the books, plants faults that the books
// must catch, and kills processes 50 times while 2,000 documents are billed: it takes most of an hour, so it runs only
// when it is named. Its short forms are tests. `--only money-kills` does the kills alone. `--only rolling` replaces processes one
// after the other behind HAProxy under load, for at least 20,000 requests or `--requests N`. `--only restore` restores
// a database of 1 GB, or `--megabytes N`, to a moment from its archive.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openEmbedded } from '../server/src/db/embedded/database.ts'
import { checkHistory, invariants, type Violation } from './chaos/checker.ts'
import { chaosOfDeliveries } from './chaos/deliveries.ts'
import { readFacts } from './chaos/facts.ts'
import { chaosOfFailover } from './chaos/failover.ts'
import { type Fleet, startFleet } from './chaos/fleet.ts'
import { startLoad } from './chaos/load.ts'
import { chaosOfMoney } from './chaos/money.ts'
import { chaosOfFaults } from './chaos/planted.ts'
import { startReceiver } from './chaos/receiver.ts'
import { chaosOfRestore } from './chaos/restore.ts'
import { chaosOfRolling } from './chaos/rolling.ts'
import { connect, createWorld, token, untilQuiet } from './chaos/world.ts'
import { ProgramMissing } from './external.ts'
import { type Counts, lastLine, nothing, root, runVitest, sum } from './run.ts'
import type { TenantFacts } from './scratch.ts'

const { values, positionals } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    'server-kills': { type: 'string' },
    'database-kills': { type: 'string' },
    'delivery-kills': { type: 'string' },
    'money-kills': { type: 'string' },
    requests: { type: 'string' },
    megabytes: { type: 'string' },
    documents: { type: 'string' },
    orders: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string' },
  },
  allowPositionals: true,
})
const only = values.only ?? positionals[0]
const serverKills = Number(values['server-kills'] ?? (values.short ? 8 : 50))
const databaseKills = Number(values['database-kills'] ?? (values.short ? 2 : 10))
const deliveryKills = Number(values['delivery-kills'] ?? (values.short ? 6 : 100))
const moneyKills = { documents: Number(values.documents ?? 2_000), kills: Number(values['money-kills'] ?? 50) }
const failovers = Number(values.rounds ?? (values.short ? 1 : 6))
const rolling = {
  requests: Number(values.requests ?? (values.short ? 2_000 : 20_000)),
  callers: values.short ? 4 : 8,
  restarts: !values.short,
}
const longestRunS = 420

const { folder, dataDir, env, cartage } = createWorld()

async function createTenants(receiverUrl: string): Promise<TenantFacts[]> {
  await cartage('migrate')
  const tenants: TenantFacts[] = []
  for (const slug of ['chaos-a', 'chaos-b']) {
    tenants.push(JSON.parse(await cartage('tenant', 'create', slug, '--no-limits', '--json')) as TenantFacts)
    await cartage('subscription', 'add', slug, receiverUrl, '--json')
  }
  return tenants
}

/** SIGKILL for the postmaster: its children notice and die, shared memory is gone, recovery runs at the next start. */
function killDatabase(): void {
  try {
    const pid = Number(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    console.log(`PostgreSQL was not there to kill: ${(error as Error).message}`)
  }
}

async function wreck(fleet: Fleet): Promise<{ database: number }> {
  const began = Date.now()
  let database = 0
  while ((fleet.deaths() < serverKills || database < databaseKills) && Date.now() - began < longestRunS * 1_000) {
    await sleep(1_000 + Math.random() * 1_500)
    fleet.killOne()
    const due = Math.ceil((fleet.deaths() / serverKills) * databaseKills)
    if (database < databaseKills && database < due) {
      await sleep(300 + Math.random() * 700)
      killDatabase()
      database += 1
      await sleep(2_000)
    }
  }
  return { database }
}

function report(violations: readonly Violation[], facts: Record<string, number>, kills: boolean): Counts {
  console.log(JSON.stringify(facts))
  for (const { invariant, what } of violations.slice(0, 40)) console.log(`${invariant}: ${what}`)
  const broken = new Set(violations.map((found) => found.invariant))
  const counts = {
    ...nothing,
    passed: Object.keys(invariants).filter((invariant) => !broken.has(invariant)).length + (kills ? 1 : 0),
    failed: broken.size + (kills ? 0 : 1),
  }
  if (counts.failed > 0) console.log(`What the processes logged is in ${join(folder, 'fleet.log')}`)
  return counts
}

async function main(): Promise<Counts> {
  const embedded = await openEmbedded({ dataDir, durable: true, log: () => {} })
  const receiver = await startReceiver(0.02)
  const facts = await createTenants(receiver.url)
  const fleet = await startFleet(env, [['serve'], ['serve'], ['work']], join(folder, 'fleet.log'))
  try {
    await fleet.untilReady()
    const tenants = await Promise.all(facts.map((tenant) => token(fleet.urls[0]!, tenant)))
    const load = startLoad(fleet.urls, tenants, 12)
    const began = Date.now()
    const { database } = await wreck(fleet)
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
    const figures = {
      seconds,
      server_deaths: deaths,
      database_kills: database,
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
    return report(violations, figures, deaths >= serverKills && database >= databaseKills && load.sent.length > 0)
  } finally {
    await fleet.stop()
    await receiver.close()
    await embedded.stop()
  }
}

/** What is requested, one after the other: both need the machine for themselves. */
async function runAll(): Promise<Counts> {
  if (only === 'books') return await runBooks()
  if (only === 'money') return await runMoney()
  if (only === 'money-kills') return await chaosOfMoney(moneyKills)
  if (only === 'failover') return await chaosOfFailover(failovers)
  if (only === 'restore') return await chaosOfRestore(Number(values.megabytes ?? (values.short ? 60 : 1_000)))
  if (only === 'rolling') return await chaosOfRolling(rolling)
  const results: Counts[] = []
  if (only !== 'deliveries') results.push(await main())
  if (results.every((counts) => counts.failed === 0)) rmSync(folder, { recursive: true, force: true })
  if (only !== 'uploads') results.push(await chaosOfDeliveries(deliveryKills))
  if (only === undefined) results.push(await chaosOfFailover(failovers))
  return sum(results)
}

/** Sends generated orders through the books, holds them against the twenty invariants, and prints what was counted. */
async function runBooks(): Promise<Counts> {
  const [report, figures] = ['report', 'figures'].map((name) =>
    join(tmpdir(), `cartage-books-${name}-${process.pid}.json`),
  )
  const env = {
    MONEY_ORDERS: values.orders ?? '1000',
    MONEY_FIGURES: figures,
    ...(values.seed !== undefined && { MONEY_SEED: values.seed }),
  }
  const counts = await runVitest('vitest.config.ts', report!, env, ['server/src/accounting/bookkeeping.test.ts'])
  if (existsSync(figures!)) console.log(readFileSync(figures!, 'utf8'))
  rmSync(figures!, { force: true })
  return counts
}

/** Proves the books; docs/reliability.md says what of. */
async function runMoney(): Promise<Counts> {
  const books = await runBooks()
  const faults = await chaosOfFaults()
  return sum([books, faults, await chaosOfMoney(moneyKills)])
}

process.chdir(root)
let counts: Counts
try {
  counts = await runAll()
} catch (error) {
  console.error(error instanceof ProgramMissing ? error.message : error)
  counts = { ...nothing, failed: 1 }
}
console.log(lastLine(counts))
process.exit(counts.failed > 0 ? 1 : 0)
