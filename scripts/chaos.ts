// Kills server processes and PostgreSQL under upload load, then holds what is left against the invariants.
// `npm run chaos` does 50 and 10 kills; `--short` a few; `--server-kills N --database-kills N` as many as wanted.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type EmbeddedDatabase, openEmbedded } from '../server/src/db/embedded.ts'
import { checkHistory, type Violation } from './chaos/checker.ts'
import { readFacts, readLeftovers } from './chaos/facts.ts'
import { type Fleet, startFleet } from './chaos/fleet.ts'
import { type LoadTenant, startLoad } from './chaos/load.ts'
import { startReceiver } from './chaos/receiver.ts'
import { type Counts, lastLine, nothing, root, run } from './run.ts'
import type { TenantFacts } from './scratch.ts'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    'server-kills': { type: 'string' },
    'database-kills': { type: 'string' },
  },
})
const serverKills = Number(values['server-kills'] ?? (values.short ? 8 : 50))
const databaseKills = Number(values['database-kills'] ?? (values.short ? 2 : 10))
const longestQuietS = 120
const longestRunS = 420

const folder = mkdtempSync(join(tmpdir(), 'cartage-chaos-'))
chmodSync(folder, 0o755)
const dataDir = join(folder, 'data')
const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'warn', OUTBOUND_ALLOW: '127.0.0.0/8' }

async function cartage(...args: string[]): Promise<string> {
  const { code, stdout } = await run(process.execPath, ['server/src/cli.ts', ...args], env, true)
  if (code !== 0) throw new Error(`cartage ${args.join(' ')} ended with ${code}`)
  return stdout
}

async function createTenants(receiverUrl: string): Promise<TenantFacts[]> {
  await cartage('migrate')
  const tenants: TenantFacts[] = []
  for (const slug of ['chaos-a', 'chaos-b']) {
    tenants.push(JSON.parse(await cartage('tenant', 'create', slug, '--no-limits', '--json')) as TenantFacts)
    await cartage('subscription', 'add', slug, receiverUrl, '--json')
  }
  return tenants
}

async function token(url: string, facts: TenantFacts): Promise<LoadTenant> {
  const { client_id, client_secret } = facts.api_client
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(`${url}/v1/auth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
    }).catch(() => undefined)
    if (answer?.ok) {
      return { tenant_id: facts.tenant.id, token: ((await answer.json()) as { access_token: string }).access_token }
    }
    if (tries > 50) throw new Error(`no token: ${answer?.status} ${await answer?.text()}`)
    await sleep(200)
  }
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

async function connect(embedded: EmbeddedDatabase): Promise<pg.Client> {
  const client = new pg.Client(embedded.connection)
  client.on('error', () => {})
  await client.connect()
  return client
}

async function untilQuiet(client: pg.Client): Promise<number> {
  const began = Date.now()
  for (;;) {
    const left = await readLeftovers(client)
    const seconds = (Date.now() - began) / 1_000
    if (Object.values(left).every((count) => count === 0) || seconds > longestQuietS) return seconds
    await sleep(500)
  }
}

function report(violations: readonly Violation[], facts: Record<string, number>, kills: boolean): Counts {
  console.log(JSON.stringify(facts))
  for (const { invariant, what } of violations.slice(0, 40)) console.log(`${invariant}: ${what}`)
  const broken = new Set(violations.map((found) => found.invariant))
  const invariants = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I13', 'I14']
  const counts = {
    ...nothing,
    passed: invariants.filter((invariant) => !broken.has(invariant)).length + (kills ? 1 : 0),
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

process.chdir(root)
const counts = await main()
if (counts.failed === 0) rmSync(folder, { recursive: true, force: true })
console.log(lastLine(counts))
process.exit(counts.failed > 0 ? 1 : 0)
