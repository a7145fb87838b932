import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '../contract/src/auth/app/session.ts'
import { client } from '../contract/src/client.ts'
import { type EmbeddedDatabase, openEmbedded } from '../server/src/db/embedded/database.ts'
import { newDatabaseFolder } from '../server/src/testing/database-folder.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { type PostgresPair, programsNextTo, startPair } from '../server/src/testing/servers/postgres-pair.ts'
import { findPrograms } from './external.ts'
import { root, run } from './run.ts'

/** Output of `cartage tenant create … --json`. */
export interface TenantFacts {
  tenant: { id: string; slug: string }
  api_client: { client_id: string; client_secret: string }
  webhook_credentials: { client_id: string; client_secret: string }
  user: { email: string; password: string }
}

/** Credentials as a header. */
export function basicOf({ client_id, client_secret }: TenantFacts['api_client']): string {
  return `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
}

/**
 * Signs in a tenant's Super admin.
 * @param baseUrl of the server; empty if `send` knows it
 * @returns session headers, as the pages send them
 * @throws errors of the typed client
 */
export async function openSession(
  baseUrl: string,
  { user, tenant }: TenantFacts,
  send: typeof fetch = fetch,
): Promise<Record<string, string>> {
  const page = { 'sec-fetch-site': 'same-origin' }
  let cookie = ''
  const noteCookie: typeof fetch = async (input, init) => {
    const answer = await send(input, init)
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    return answer
  }
  const body = { email: user.email, password: user.password, tenant_slug: tenant.slug }
  const { csrf_token } = await client(baseUrl, page, noteCookie)(login, { body })
  return { ...page, cookie, 'x-csrf-token': csrf_token }
}

/** Server for one test run, with its own database. */
export interface Scratch {
  baseUrl: string
  /** The same with a host name; PUBLIC_URL of a server that has one. */
  publicUrl: string
  /** Environment with which the command line finds this server's database. */
  env: NodeJS.ProcessEnv
  /** Runs a `cartage` command and returns its output. */
  cartage(...args: string[]): Promise<string>
  createTenant(slug: string, ...flags: string[]): Promise<TenantFacts>
  /** Starts a process that runs many commands (scripts/operator.ts), and returns its URL. */
  startOperator(): Promise<string>
  /** Log of the processes so far. */
  log(): string
  /** Superuser of the database; undefined without `databaseSettings`. */
  database: EmbeddedDatabase['connection'] | undefined
  /** PostgreSQL log so far; only with `databaseSettings`. */
  databaseLog(): string
  stop(): Promise<void>
}

export interface ScratchOptions {
  /** Two serving and two working processes, instead of one that does both. */
  processes?: boolean
  /** Database on disk as in production, instead of in memory: for measurements. */
  onDisk?: boolean
  /** Primary with a synchronous standby, both named in DATABASE_URL, instead of the embedded database. */
  standby?: boolean
  /** Runs the embedded database in this process, with these PostgreSQL settings. */
  databaseSettings?: Readonly<Record<string, string>>
  /** Existing database, instead of a new one. */
  databaseUrl?: string | undefined
  /** Whether the server has a host name, as passkeys need: PUBLIC_URL is http://localhost with its port. */
  hasName?: boolean
  /** Additional settings of its processes. */
  settings?: NodeJS.ProcessEnv
}

const readyWithinMs = 120_000
const stopWithinMs = 30_000

/**
 * Starts Cartage on a free port with an empty database in a temporary folder.
 * @throws if it is not ready within two minutes, with its log
 */
export async function startScratch(options: ScratchOptions = {}): Promise<Scratch> {
  const folder = options.onDisk ? mkdtempSync(join(tmpdir(), 'cartage-')) : newDatabaseFolder()
  // As root, the database drops to an unprivileged account, which needs access to its files.
  chmodSync(folder, 0o755)
  const logFile = join(folder, 'server.log')
  const port = await freePort()
  const env: NodeJS.ProcessEnv = {
    DATA_DIR: join(folder, 'data'),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    DEMO: 'reference',
    ...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }),
    ...(options.hasName && { PUBLIC_URL: `http://localhost:${port}` }),
    ...options.settings,
  }
  const children: ChildProcess[] = []
  const start = (args: string[], extra: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, ['bin/cartage.js', ...args], {
      cwd: root,
      env: { ...process.env, ...env, ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log = createWriteStream(logFile, { flags: 'a' })
    child.stdout?.pipe(log, { end: false })
    child.stderr?.pipe(log, { end: false })
    children.push(child)
    return child
  }
  const log = () => readFileSync(logFile, 'utf8')
  let pair: PostgresPair | undefined
  let embedded: EmbeddedDatabase | undefined
  const stop = async () => {
    // The first process owns the database, so it is stopped last.
    for (const child of children.reverse()) await end(child)
    await pair?.stop()
    await embedded?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const baseUrl = `http://127.0.0.1:${port}`
  try {
    if (options.standby) {
      pair = await startPair(programsNextTo((await findPrograms('pg_basebackup')).pg_basebackup), join(folder, 'pair'))
      env.DATABASE_URL = pair.url
    }
    if (options.databaseSettings) {
      const { databaseSettings: settings } = options
      embedded = await openEmbedded({ dataDir: join(folder, 'data'), settings, log: () => {} })
    }
    const first = start(options.processes ? ['serve', '--no-work'] : ['serve'], { PORT: String(port) })
    await untilReady(baseUrl, first, log)
    if (options.processes) {
      const second = await freePort()
      const other = start(['serve', '--no-work'], { PORT: String(second) })
      start(['work'])
      start(['work'])
      await untilReady(`http://127.0.0.1:${second}`, other, log)
      env.SECOND_URL = `http://127.0.0.1:${second}`
    }
  } catch (error) {
    await stop()
    throw error
  }
  const cartage = async (...args: string[]) => {
    const { code, stdout } = await run(process.execPath, ['bin/cartage.js', ...args], env, true)
    if (code !== 0) throw new Error(`cartage ${args.join(' ')} ended with ${code}`)
    return stdout
  }
  const startOperator = async () => {
    const child = spawn(process.execPath, ['scripts/operator.ts'], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    children.push(child)
    const [address] = (await once(child.stdout, 'data')) as [Buffer]
    return address.toString().trim()
  }
  return {
    baseUrl,
    publicUrl: `http://localhost:${port}`,
    env,
    cartage,
    createTenant: async (slug, ...flags) =>
      JSON.parse(await cartage('tenant', 'create', slug, ...flags, '--json')) as TenantFacts,
    startOperator,
    log,
    database: embedded?.connection,
    databaseLog: () => readFileSync(join(folder, 'data', 'postgres.log'), 'utf8'),
    stop,
  }
}

async function untilReady(baseUrl: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`cartage ended with ${child.exitCode}:\n${log()}`)
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await sleep(150)
  }
  throw new Error(`cartage was not ready within ${readyWithinMs / 1000} s:\n${log()}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  await ended
  clearTimeout(late)
}
