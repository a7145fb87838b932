import { spawn } from 'node:child_process'
import { closeSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { platform } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedError, explainSpawnFailure } from './binaries.ts'
import { type Cluster, openLog, readLogTail } from './cluster.ts'
import { findCommandLine, findProcess, isAlive, isNumberInUse, type ProcessMark } from './process.ts'
import { clearSocketDir } from './socket.ts'

/** A running PostgreSQL server (its first process, the postmaster) and its endpoint. */
export interface Postmaster {
  mark: ProcessMark
  /** Folder of the unix socket, or the address on Windows. */
  host: string
  port: number
}

/** Maximum duration of a fast shutdown before connections are cut without a last checkpoint, in milliseconds. */
const longestShutdown = 60_000

/** Content of postmaster.pid: process, endpoint and state. */
interface PidFile {
  pid: number
  host: string
  port: number
  state: string
}

/**
 * Starts PostgreSQL and waits until it accepts connections, after a recovery if needed.
 * @param listen folder of the unix socket and port, on Windows the address and a free port
 * @throws EmbeddedError with the end of PostgreSQL's log if it does not start
 */
export async function startPostmaster(
  cluster: Cluster,
  listen: { host: string; port: number },
  log: (message: string) => void,
): Promise<Postmaster> {
  removeStalePidFile(cluster)
  if (platform !== 'win32') clearSocketDir(listen.host)
  const { fd, end } = openLog(cluster)
  let pid: number
  try {
    pid = platform === 'win32' ? await spawnByPgCtl(cluster, listen) : await spawnDirectly(cluster, listen, fd)
  } finally {
    closeSync(fd)
  }
  const mark = findProcess(pid)
  const postmaster = mark && (await waitUntilReady(cluster, mark, log))
  if (postmaster !== undefined) return postmaster
  throw new EmbeddedError(`The database did not start. ${cluster.logFile} ends with: ${readLogTail(cluster, end)}`)
}

/**
 * Finds a postmaster already running on this cluster, started by an ended process, and waits until it is ready.
 * Undefined if there is none, or it has just shut down.
 */
export async function adoptPostmaster(
  cluster: Cluster,
  log: (message: string) => void,
): Promise<Postmaster | undefined> {
  const file = readPidFile(cluster.folder)
  const mark = file && findProcess(file.pid)
  if (mark === undefined || !isPostmasterOf(cluster, mark)) return undefined
  return waitUntilReady(cluster, mark, log)
}

/** Fast shutdown: sessions are ended, everything is written, and the process has ended when this resolves. */
export async function stopPostmaster(cluster: Cluster, postmaster: Postmaster): Promise<void> {
  requestStop(cluster, postmaster)
  const deadline = Date.now() + longestShutdown
  let cut = false
  while (isAlive(postmaster.mark)) {
    if (!cut && Date.now() > deadline) {
      cut = true
      // Immediate shutdown: safe, because the next start recovers from the write-ahead log.
      if (platform !== 'win32') signal(postmaster.mark, 'SIGQUIT')
    }
    await sleep(10)
  }
}

/** Stops a running postmaster of this cluster without waiting until it is ready. */
export async function stopAbandoned(cluster: Cluster): Promise<void> {
  const file = readPidFile(cluster.folder)
  const mark = file && findProcess(file.pid)
  if (mark === undefined || !isPostmasterOf(cluster, mark)) return
  await stopPostmaster(cluster, { mark, host: file!.host, port: file!.port })
}

/** Requests a fast shutdown without waiting, even from a process that is ending. */
export function requestStop(cluster: Cluster, postmaster: Postmaster): void {
  if (!isAlive(postmaster.mark)) return
  if (platform !== 'win32') {
    signal(postmaster.mark, 'SIGINT')
    return
  }
  const { binaries, folder } = cluster
  spawn(binaries.pgCtl, ['stop', '-D', folder, '-m', 'fast', '-W'], { env: binaries.env, stdio: 'ignore' })
}

function signal(mark: ProcessMark, name: NodeJS.Signals): void {
  try {
    process.kill(mark.pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function serverOptions(cluster: Cluster, listen: { host: string; port: number }): string[] {
  const where: Record<string, string> =
    platform === 'win32'
      ? { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
      : { listen_addresses: '', unix_socket_directories: listen.host, unix_socket_permissions: '0700' }
  const kept = cluster.durable ? 'on' : 'off'
  const settings: Record<string, string> = {
    ...where,
    port: String(listen.port),
    fsync: kept,
    // Also for tests: a killed PostgreSQL keeps every commit. Only a machine crash loses some.
    synchronous_commit: 'on',
    full_page_writes: kept,
    shared_buffers: '128MB',
    max_connections: '100',
    max_wal_size: '1GB',
    min_wal_size: '80MB',
    checkpoint_completion_target: '0.9',
    // A statement is planned on its first run, perhaps on an empty table, and again once the table is analysed. Waiting
    // a minute for that would make a first import slow. Tests have many databases, which would be vacuumed constantly.
    autovacuum_naptime: cluster.durable ? '10s' : '1min',
    max_worker_processes: '4',
    max_parallel_workers_per_gather: '0',
    io_method: 'sync',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    password_encryption: 'scram-sha-256',
    ...cluster.settings,
  }
  const options = ['-D', cluster.folder]
  for (const [name, value] of Object.entries(settings)) options.push('-c', `${name}=${value}`)
  return options
}

/** In its own session, so that Ctrl-C in the terminal ends the server before the database. */
function spawnDirectly(cluster: Cluster, listen: { host: string; port: number }, logFd: number): Promise<number> {
  const { binaries, account, folder } = cluster
  const child = spawn(binaries.postgres, serverOptions(cluster, listen), {
    cwd: folder,
    env: binaries.env,
    stdio: ['ignore', logFd, logFd],
    detached: true,
    ...account,
  })
  child.unref()
  return new Promise((done, fail) => {
    child.once('error', (error) => fail(explainSpawnFailure(binaries.postgres, error)))
    child.once('spawn', () => done(child.pid ?? 0))
  })
}

/** On Windows `postgres` refuses administrators, so pg_ctl drops the privileges. */
async function spawnByPgCtl(cluster: Cluster, listen: { host: string; port: number }): Promise<number> {
  const { binaries, folder, logFile } = cluster
  const settings = serverOptions(cluster, listen).slice(2)
  const options = settings.map((option) => (option.endsWith('=') ? `${option}""` : option)).join(' ')
  const child = spawn(binaries.pgCtl, ['start', '-D', folder, '-l', logFile, '-o', options, '-W'], {
    env: binaries.env,
    stdio: 'ignore',
    windowsHide: true,
  })
  await new Promise((done, fail) => {
    child.once('error', (error) => fail(explainSpawnFailure(binaries.pgCtl, error)))
    child.once('close', done)
  })
  for (let waited = 0; waited < 10_000; waited += 50) {
    const pid = readPidFile(folder)?.pid
    if (pid !== undefined) return pid
    await sleep(50)
  }
  return 0
}

async function waitUntilReady(
  cluster: Cluster,
  mark: ProcessMark,
  log: (message: string) => void,
): Promise<Postmaster | undefined> {
  const noticeEvery = 10_000
  let notice = Date.now() + noticeEvery
  while (isAlive(mark)) {
    const file = readPidFile(cluster.folder)
    if (file?.pid === mark.pid && file.state === 'ready') return { mark, host: file.host, port: file.port }
    if (Date.now() > notice) {
      notice += noticeEvery
      log(`The database is ${file?.state || 'starting'}; waiting for it.`)
    }
    await sleep(5)
  }
  return undefined
}

/** Lines: process, data folder, start, port, socket folder, address, shared memory, state. */
function readPidFile(folder: string): PidFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return {
    pid,
    host: lines[4]?.trim() || lines[5]?.trim() || '127.0.0.1',
    port: Number(lines[3]),
    state: lines[7]?.trim() ?? '',
  }
}

/**
 * PostgreSQL refuses to start while the number in postmaster.pid is in use, even if it now belongs to another program
 * or to an unreaped killed postmaster. Such a file is removed. Sessions that outlived their postmaster still block a
 * second one, because PostgreSQL finds their shared memory by the folder.
 */
function removeStalePidFile(cluster: Cluster): void {
  const file = readPidFile(cluster.folder)
  if (file === undefined || !isNumberInUse(file.pid)) return
  const mark = findProcess(file.pid)
  if (mark !== undefined && isPostmasterOf(cluster, mark)) return
  rmSync(join(cluster.folder, 'postmaster.pid'), { force: true })
}

function isPostmasterOf(cluster: Cluster, mark: ProcessMark): boolean {
  const command = findCommandLine(mark.pid)
  return command === undefined || command.includes(cluster.folder)
}
