import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, closeSync, cpSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { changeOwner, chooseAccount } from '../../db/embedded/binaries.ts'
import { freePort } from '../free-port.ts'

/** Programs of one PostgreSQL. The bundled one has only the first two. */
export interface PostgresPrograms {
  initdb: string
  postgres: string
  pg_basebackup?: string
  pg_rewind?: string
  /** Environment for finding their libraries. */
  env?: NodeJS.ProcessEnv
}

/** A PostgreSQL server for tests that break, promote and rejoin it. */
export interface PostgresServer {
  readonly name: string
  readonly port: number
  readonly folder: string
  start(settings?: Readonly<Record<string, string>>): Promise<void>
  /** Shuts it down cleanly, and waits. */
  stop(): Promise<void>
  /** SIGKILL for the server and its child processes, as in a power failure. */
  kill(): Promise<void>
  /** Suspends all its processes: it keeps its connections and answers nothing. */
  freeze(): void
  thaw(): void
  /** Runs SQL as the administrator. */
  query<Row = Record<string, unknown>>(sql: string, database?: string): Promise<Row[]>
}

/** Settings of every test server; ports and names are command-line options, so that copies can differ. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  wal_log_hints: 'on',
  wal_keep_size: '256MB',
  shared_buffers: '64MB',
}

/** Creates a primary in a new folder. It listens on loopback and accepts any login without a password. */
export async function makePrimary(programs: PostgresPrograms, folder: string, name: string): Promise<PostgresServer> {
  const server = await serverIn(programs, folder, name)
  mkdirSync(server.folder, { mode: 0o700 })
  changeOwner(accountOf(folder), server.folder)
  const options = ['-U', 'postgres', '-E', 'UTF8', '--locale=C', '--auth=trust', '--no-instructions', '--no-sync']
  await runAs(programs, 'initdb', ['-D', server.folder, ...options], folder)
  const all = Object.entries(settings).map(([member, value]) => `${member} = '${value}'`)
  writeFileSync(join(server.folder, 'postgresql.conf'), `${all.join('\n')}\n`)
  return server
}

/** Copies a running primary into a standby, which streams from it through its own slot. */
export async function makeStandby(
  programs: PostgresPrograms,
  folder: string,
  name: string,
  primary: PostgresServer,
): Promise<PostgresServer> {
  const server = await serverIn(programs, folder, name)
  if (programs.pg_basebackup !== undefined) {
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
    await runAs(programs, 'pg_basebackup', ['-D', server.folder, ...from, '-R', '-C', '-S', name, '-c', 'fast'], folder)
    await server.start()
    return server
  }
  await primary.query(`select pg_create_physical_replication_slot('${name}')`)
  await primary.stop()
  cpSync(primary.folder, server.folder, { recursive: true })
  changeOwner(accountOf(folder), server.folder, true)
  chmodSync(server.folder, 0o700)
  await primary.start()
  followIn(server, primary, folder)
  await server.start()
  return server
}

/** Lets a stopped former primary join as a standby: its own additional data is discarded. */
export async function rejoin(
  programs: PostgresPrograms & { pg_rewind: string },
  folder: string,
  server: PostgresServer,
  primary: PostgresServer,
): Promise<void> {
  await primary.query(
    `select pg_create_physical_replication_slot('${server.name}') where not exists
       (select from pg_replication_slots where slot_name = '${server.name}')`,
  )
  // Until its first checkpoint the control file of a promoted standby has the old timeline, and pg_rewind then does
  // nothing.
  await primary.query('checkpoint')
  const source = `host=127.0.0.1 port=${primary.port} user=postgres dbname=postgres`
  await runAs(programs, 'pg_rewind', ['-D', server.folder, `--source-server=${source}`, '--no-sync'], folder)
  followIn(server, primary, folder)
  await server.start()
}

/** Waits until the primary knows that the standby has flushed everything to disk. */
export async function untilAttached(primary: PostgresServer, standby: PostgresServer, mode?: 'sync'): Promise<void> {
  const isMode = mode === undefined ? '' : ` and sync_state = '${mode}'`
  const sql = `select 1 from pg_stat_replication where application_name = '${standby.name}' and state = 'streaming'${isMode}`
  for (let attempts = 0; (await primary.query(sql)).length === 0; attempts += 1) {
    if (attempts > 600) throw new Error(`${standby.name} did not attach to ${primary.name} within 60 s`)
    await sleep(100)
  }
}

/** Makes each commit wait for this standby from now on, or for none if undefined. */
export async function waitFor(primary: PostgresServer, standby: PostgresServer | undefined): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '${standby?.name ?? ''}'`)
  await primary.query('select pg_reload_conf()')
  // The server reads its settings shortly after the reload: sessions started before have the old ones.
  for (let attempts = 0; ; attempts += 1) {
    const [row] = await primary.query<{ name: string }>(`select current_setting('synchronous_standby_names') as name`)
    if (row?.name === (standby?.name ?? '')) break
    if (attempts > 600) throw new Error(`${primary.name} did not read its settings within 60 s`)
    await sleep(100)
  }
  if (standby !== undefined) await untilAttached(primary, standby, 'sync')
}

function followIn(server: PostgresServer, primary: PostgresServer, folder: string): void {
  const connection = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${server.name}`
  const lines = [
    `primary_conninfo = '${connection}'`,
    `primary_slot_name = '${server.name}'`,
    `synchronous_standby_names = ''`,
  ]
  writeFileSync(join(server.folder, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  writeFileSync(join(server.folder, 'standby.signal'), '')
  changeOwner(accountOf(folder), server.folder, true)
}

function accountOf(folder: string) {
  return chooseAccount(join(folder, 'cluster'))
}

async function serverIn(programs: PostgresPrograms, parent: string, name: string): Promise<PostgresServer> {
  const folder = join(parent, name)
  const port = await freePort()
  let child: ChildProcess | undefined
  const query = async <Row>(sql: string, database = 'postgres') => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      database,
      connectionTimeoutMillis: 5_000,
    })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(sql)).rows as Row[]
    } finally {
      await client.end()
    }
  }
  const ended = () =>
    new Promise<void>((resolve) => (isRunning(child) ? child!.once('exit', () => resolve()) : resolve()))
  const launch = (settings: readonly string[]) => {
    const log = openSync(join(parent, `${name}.log`), 'a')
    const started = spawn(programs.postgres, ['-D', folder, ...settings], {
      stdio: ['ignore', log, log],
      cwd: parent,
      ...(programs.env && { env: programs.env }),
      ...identity(parent),
    })
    closeSync(log)
    return started
  }
  return {
    name,
    port,
    folder,
    query,
    async start(more = {}) {
      const all = Object.entries({ port: String(port), cluster_name: name, ...more })
      const settings = all.flatMap(([member, value]) => ['-c', `${member}=${value}`])
      child = launch(settings)
      for (let attempts = 0; ; attempts += 1) {
        const isUp = await query('select 1').then(
          () => true,
          () => false,
        )
        if (isUp) return
        // The last processes of a killed server keep its memory for a moment, in which a new one exits at once.
        if (!isRunning(child) && attempts < mostRelaunches) child = launch(settings)
        if (!isRunning(child) || attempts > 600) throw new Error(`${name} did not start: see ${parent}/${name}.log`)
        await sleep(100)
      }
    },
    async stop() {
      // SIGINT is the fast shutdown, which waits for no client.
      child?.kill('SIGINT')
      await ended()
    },
    async kill() {
      for (const pid of familyOf(child)) signal(pid, 'SIGKILL')
      await ended()
    },
    freeze() {
      for (const pid of familyOf(child)) signal(pid, 'SIGSTOP')
    },
    thaw() {
      for (const pid of familyOf(child)) signal(pid, 'SIGCONT')
    },
  }
}

/** Restarts of a server that exits at once, a tenth of a second apart. */
const mostRelaunches = 50

function isRunning(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null
}

/** The server first, then its child processes. */
function familyOf(child: ChildProcess | undefined): number[] {
  if (!isRunning(child) || child?.pid === undefined) return []
  return [child.pid, ...childrenOf(child.pid)]
}

/**
 * The process of the PostgreSQL with this data folder.
 * @throws when there is none
 */
export function postmasterIn(folder: string): number {
  return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Running child processes, on Linux. */
export function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => parentOf(pid) === parent)
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has already exited.
  }
}

function identity(folder: string): { uid?: number; gid?: number } {
  const account = accountOf(folder)
  return account === undefined ? {} : { uid: account.uid, gid: account.gid }
}

type Tool = 'initdb' | 'pg_basebackup' | 'pg_rewind'

function runAs(programs: PostgresPrograms, tool: Tool, args: readonly string[], folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(programs[tool]!, args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(programs.env && { env: programs.env }),
      ...identity(folder),
    })
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${tool} ended with ${code}: ${output}`))))
  })
}
