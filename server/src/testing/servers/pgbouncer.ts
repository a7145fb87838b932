import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseAccount } from '../../db/embedded/binaries.ts'
import type { Connection } from '../../db/pool.ts'
import { freePort } from '../free-port.ts'

/** A separate connection pooler in front of the test database. */
export interface TestPooler {
  /** The original connection, through the pooler. */
  readonly connection: Connection
  stop(): Promise<void>
}

/** Path of PgBouncer: the variable PGBOUNCER, otherwise the usual places. Tests that need it are skipped without it. */
export function findPgbouncer(): string | undefined {
  const chosen = process.env.PGBOUNCER
  if (chosen !== undefined) return chosen === '' ? undefined : chosen
  return ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find((path) =>
    existsSync(path),
  )
}

/** Starts PgBouncer on the loopback address with its own configuration, independent of system services. */
export async function startPgbouncer(
  program: string,
  database: Connection,
  mode: 'transaction' | 'session',
  ignored: readonly string[] = [],
): Promise<TestPooler> {
  const folder = await mkdtemp(join(tmpdir(), 'cartage-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const { host, port: target, user, password } = database
  const login = `user=${user}${password ? ` password=${password}` : ''}`
  const lines = [
    '[databases]',
    `* = host=${host} port=${target} ${login}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    ...(ignored.length > 0 ? [`ignore_startup_parameters = ${ignored.join(',')}`] : []),
    '',
  ]
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, lines.join('\n'), { mode: 0o644 })
  // PgBouncer refuses to run as root, and the account of the embedded PostgreSQL can access its socket.
  const child = spawn(program, [file], { stdio: 'ignore', ...chooseAccount(host ?? '/') })
  await untilListening(port, child)
  return {
    connection: { ...database, host: '127.0.0.1', port },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGKILL')) await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`)
    if (Date.now() > deadline) throw new Error('pgbouncer did not listen within 10 seconds')
    await sleep(20)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
