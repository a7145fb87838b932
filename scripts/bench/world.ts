import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedDatabase, openEmbedded } from '../../server/src/db/embedded/database.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { postmasterIn } from '../../server/src/testing/servers/postgres.ts'
import { root, run } from '../run.ts'
import type { TenantFacts } from '../scratch.ts'
import { naiveAccept, naiveOrder } from './make-naive.ts'

/** Paths of programs from outside npm. */
export interface Programs {
  readonly pgbench: string
  readonly wrk: string
}

/** Environment of one bench run. */
export interface World {
  readonly url: string
  readonly serverPid: number
  readonly postmasterPid: number
  readonly programs: Programs
  readonly tokens: readonly string[]
  readonly tenants: readonly TenantFacts[]
  readonly files: { tokens: string; body: string; naiveOrder: string; naiveAccept: string }
  readonly embedded: EmbeddedDatabase
  /** Superuser connection to the server's database. */
  readonly client: pg.Client
  received(): Promise<number>
  /** Restarts the server with or without background work; the database stays. */
  restart(flags: readonly string[]): Promise<void>
  /** Starts a second server on a copy of the database with `orders` orders. Stops this world's server. */
  branch(name: string, orders: number): Promise<World>
  stop(): Promise<void>
}

const tenantCount = Number(process.env.BENCH_TENANTS ?? 8)
const orderBody = readFileSync(fileURLToPath(new URL('order.json', import.meta.url)), 'utf8')

/** Starts a durable scratch database, a receiver and a server with eight tenants without limits. */
export async function startBench(folder: string, programs: Programs): Promise<World> {
  const dataDir = join(folder, 'data')
  const embedded = await openEmbedded({ dataDir, durable: true, log: () => {} })
  const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'warn', OUTBOUND_ALLOW: '127.0.0.0/8' }
  const receiver = await startReceiver()
  const facts = await createTenants(env, `http://127.0.0.1:${receiver.port}/events`)
  await prepareNaive(embedded)
  const server = await startServer(env, [])
  const tokens = await Promise.all(facts.map((tenant) => requestToken(server.url, tenant)))
  const base = {
    postmasterPid: postmasterIn(join(dataDir, 'cluster')),
    programs,
    tokens,
    tenants: facts,
    files: writeFiles(folder, tokens),
    embedded,
    received: async () => Number(await (await fetch(`http://127.0.0.1:${receiver.port}/`)).text()),
  }
  const close = async () => {
    receiver.child.kill()
    await embedded.stop()
  }
  return openWorld(base, env, embedded.connection.database, server, close)
}

/** Server that only accepts uploads, on an existing database. */
export type Accepting = Pick<World, 'url' | 'serverPid' | 'programs' | 'files' | 'tenants' | 'client' | 'stop'>

/** Starts such a server with eight tenants without limits, in the database at `databaseUrl`. */
export async function startAccepting(folder: string, programs: Programs, databaseUrl: string): Promise<Accepting> {
  const env = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    OUTBOUND_ALLOW: '127.0.0.0/8',
  }
  const receiver = await startReceiver()
  const tenants = await createTenants(env, `http://127.0.0.1:${receiver.port}/events`)
  const server = await startServer(env, ['--no-work', '--no-demo'])
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const tokens = await Promise.all(tenants.map((tenant) => requestToken(server.url, tenant)))
  return {
    url: server.url,
    serverPid: server.child.pid!,
    programs,
    files: writeFiles(folder, tokens),
    tenants,
    client,
    async stop() {
      await client.end()
      await end(server.child)
      receiver.child.kill()
    },
  }
}

type Base = Omit<World, 'url' | 'serverPid' | 'client' | 'restart' | 'branch' | 'stop'>

async function openWorld(
  base: Base,
  env: NodeJS.ProcessEnv,
  database: string,
  first: RunningServer,
  close: () => Promise<void>,
): Promise<World> {
  let server = first
  let client = await openClient(base.embedded, database)
  return {
    ...base,
    get url() {
      return server.url
    },
    get serverPid() {
      return server.child.pid!
    },
    get client() {
      return client
    },
    async restart(flags) {
      await end(server.child)
      server = await startServer(env, flags)
    },
    async branch(name, orders) {
      await end(server.child)
      await client.end()
      await copyDatabase(base.embedded, database, name)
      client = await openClient(base.embedded, database)
      const copy = { ...env, DATABASE_URL: urlOf(base.embedded, name) }
      const world = await openWorld(base, copy, name, await startServer(copy, []), async () => {})
      await fillOrders(world, orders)
      return world
    },
    async stop() {
      await client.end()
      await end(server.child)
      await close()
    },
  }
}

interface RunningServer {
  child: ChildProcess
  url: string
}

async function startServer(env: NodeJS.ProcessEnv, flags: readonly string[]): Promise<RunningServer> {
  const port = await freePort()
  const child = spawn(process.execPath, [...serverFlags, 'server/src/cli.ts', 'serve', ...flags], {
    cwd: root,
    env: { ...process.env, DEMO: 'reference', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await untilReady(url)
  return { child, url }
}

/** Flags with which bin/cartage.js starts the server. */
const serverFlags = [
  ...(process.env.BENCH_NODE_FLAGS?.split(' ') ?? []),
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=64',
  '--expose-gc',
]

async function openClient(embedded: EmbeddedDatabase, database: string): Promise<pg.Client> {
  const client = new pg.Client({ ...embedded.connection, database })
  // The connection may be cut when the run ends after a failure, which is the error to report.
  client.on('error', () => {})
  await client.connect()
  return client
}

function urlOf(embedded: EmbeddedDatabase, database: string): string {
  const { user, host, port } = embedded.connection
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

async function copyDatabase(embedded: EmbeddedDatabase, from: string, to: string): Promise<void> {
  const admin = await openClient(embedded, 'postgres')
  await admin.query(`create database ${to} template ${from}`)
  await admin.end()
}

/** Copies one order of each tenant, with its stops, until the table has `orders` of them. */
async function fillOrders(world: World, orders: number): Promise<void> {
  const { rows } = await world.client.query<{ count: number }>('select count(*)::int as count from transport_order')
  const missing = orders - rows[0]!.count
  if (missing <= 0) {
    await removeOrders(world, orders)
    return
  }
  await world.client.query(readFileSync(fileURLToPath(new URL('fill-orders.sql', import.meta.url)), 'utf8'))
  for (let left = missing; left > 0; left -= 50_000) {
    await world.client.query('select fill_orders($1)', [Math.ceil(Math.min(left, 50_000) / tenantCount)])
  }
  await world.client.query('vacuum analyze')
}

/** Removes orders down to `orders`. */
async function removeOrders(world: World, orders: number): Promise<void> {
  // Trips of earlier measurements carry orders that are removed.
  await world.client.query('truncate trip, trip_stop, trip_resource cascade')
  await world.client.query(
    `delete from order_stop s using (select tenant_id, order_id from transport_order offset $1) o
      where s.tenant_id = o.tenant_id and s.order_id = o.order_id`,
    [orders],
  )
  await world.client.query(
    `delete from transport_order o where not exists
       (select from order_stop s where s.tenant_id = o.tenant_id and s.order_id = o.order_id)`,
  )
  await world.client.query('vacuum full analyze')
}

async function createTenants(env: NodeJS.ProcessEnv, receiver: string): Promise<TenantFacts[]> {
  const cartage = async (...args: string[]) => {
    const { code, stdout } = await run(process.execPath, ['server/src/cli.ts', ...args], env, true)
    if (code !== 0) throw new Error(`cartage ${args.join(' ')} ended with ${code}`)
    return stdout
  }
  await cartage('migrate', '--create')
  const facts: TenantFacts[] = []
  for (let number = 1; number <= tenantCount; number += 1) {
    const slug = `bench-${number}`
    facts.push(JSON.parse(await cartage('tenant', 'create', slug, '--no-limits', '--json')) as TenantFacts)
    await cartage('subscription', 'add', slug, receiver, '--json')
  }
  return facts
}

async function prepareNaive(embedded: EmbeddedDatabase): Promise<void> {
  const admin = await openClient(embedded, 'postgres')
  await admin.query('create database naive')
  await admin.end()
  const naive = await openClient(embedded, 'naive')
  await naive.query(readFileSync(fileURLToPath(new URL('naive-schema.sql', import.meta.url)), 'utf8'))
  await naive.end()
}

function writeFiles(folder: string, tokens: readonly string[]): World['files'] {
  const files = {
    tokens: join(folder, 'tokens.txt'),
    body: join(folder, 'order.json'),
    naiveOrder: join(folder, 'naive-order.sql'),
    naiveAccept: join(folder, 'naive-accept.sql'),
  }
  const compact = JSON.stringify(JSON.parse(orderBody))
  writeFileSync(files.tokens, tokens.join('\n'))
  writeFileSync(files.body, compact)
  writeFileSync(files.naiveOrder, naiveOrder(compact))
  writeFileSync(files.naiveAccept, naiveAccept(compact))
  return files
}

async function startReceiver(): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(new URL('receiver.ts', import.meta.url)), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, port: Number(line.toString()) }
}

async function requestToken(url: string, facts: TenantFacts): Promise<string> {
  const { client_id, client_secret } = facts.api_client
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const answer = await fetch(`${url}/v1/auth/token`, { method: 'POST', headers: { authorization: `Basic ${basic}` } })
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

async function untilReady(url: string): Promise<void> {
  for (let attempts = 0; attempts < 300; attempts += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`${url} did not become ready`)
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
