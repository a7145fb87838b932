import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { platform } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, chooseAccount, prepareBinaries } from './binaries.ts'
import { type Cluster, checkReach, ensureCluster, readPassword } from './cluster.ts'
import { type Endpoint, endpointOf, ensureDatabase, readEndpoint, removeEndpoint, writeEndpoint } from './endpoint.ts'
import {
  adoptPostmaster,
  type Postmaster,
  requestStop,
  startPostmaster,
  stopAbandoned,
  stopPostmaster,
} from './postmaster.ts'
import { isAlive } from './process.ts'
import { findFreePort, openSocketDir, removeSocketDir, reuseSocketDir } from './socket.ts'

export type Log = (message: string, facts?: object) => void

/** Supervises PostgreSQL for the process that owns it. All times in milliseconds. */
export interface Keeper {
  /** Adopts or starts PostgreSQL, creating a missing cluster first, and restarts it from now on. */
  begin(): Promise<Endpoint>
  /** Finds a running PostgreSQL, only so that `end` can stop it. */
  find(): Promise<void>
  /** Stops PostgreSQL and waits for its end. */
  end(): Promise<void>
  /** Leaves PostgreSQL running without supervision. */
  leave(): Promise<void>
  /** Requests a stop without waiting, for a process that is ending. */
  abandon(): void
}

/** Checking a process costs microseconds on Linux; elsewhere it starts a program. */
const watchEvery = platform === 'linux' ? 100 : 2_000
/** After a kill, old sessions may hold the shared memory a little longer, so a first start is retried. */
const firstStartPatience = 5_000
const shortestBackOff = 100
const longestBackOff = 10_000
/** A postmaster that lived this long resets the back-off. */
const steadyAfter = 60_000

interface KeeperOptions extends Pick<Cluster, 'dataDir' | 'durable' | 'settings'> {
  log: Log
}

/** A keeper of the cluster under `dataDir`, idle until `begin`. */
export function createKeeper(options: KeeperOptions): Keeper {
  const { dataDir, log } = options
  let cluster: Cluster | undefined
  let postmaster: Postmaster | undefined
  let watching: Promise<void> | undefined
  let ending = new AbortController()

  async function begin(): Promise<Endpoint> {
    ending = new AbortController()
    cluster = openCluster(options)
    await ensureCluster(cluster)
    const running = await runPatiently(cluster, log)
    postmaster = running
    const endpoint = endpointOf(running, readPassword(dataDir))
    writeEndpoint(dataDir, endpoint, cluster.account)
    watching = watch(cluster, ending.signal)
    return endpoint
  }

  async function find(): Promise<void> {
    cluster = openCluster(options)
    postmaster = await adoptPostmaster(cluster, log)
  }

  async function watch(kept: Cluster, signal: AbortSignal): Promise<void> {
    let failures = 0
    let startedAt = Date.now()
    while (!signal.aborted) {
      if (postmaster !== undefined && isAlive(postmaster.mark)) {
        await pause(watchEvery, signal)
        continue
      }
      if (Date.now() - startedAt > steadyAfter) failures = 0
      await pause(backOff(failures), signal)
      if (signal.aborted) return
      failures += 1
      startedAt = Date.now()
      log('The database has ended unexpectedly; starting it again.', { attempt: failures })
      postmaster = await restart(kept, log)
    }
  }

  async function leave(): Promise<void> {
    ending.abort()
    await watching
    watching = undefined
  }

  return {
    begin,
    find,
    leave,
    async end() {
      await leave()
      if (cluster === undefined || postmaster === undefined) return
      removeEndpoint(dataDir)
      await stopPostmaster(cluster, postmaster)
      if (platform !== 'win32') removeSocketDir(postmaster.host)
      postmaster = undefined
    },
    abandon() {
      if (cluster !== undefined && postmaster !== undefined) requestStop(cluster, postmaster)
    },
  }
}

/** Stops the PostgreSQL of a data folder whose processes have all ended, even during a recovery. */
export async function stopLeftBehind(options: KeeperOptions): Promise<void> {
  if (!existsSync(join(options.dataDir, 'cluster'))) return
  await stopAbandoned(openCluster(options))
}

function openCluster({ dataDir, durable, settings }: KeeperOptions): Cluster {
  const folder = join(dataDir, 'cluster')
  const account = chooseAccount(folder)
  checkReach(dataDir, account)
  const binaries = prepareBinaries(dataDir, account)
  return { dataDir, folder, logFile: join(dataDir, 'postgres.log'), account, binaries, durable, settings }
}

async function runPatiently(cluster: Cluster, log: Log): Promise<Postmaster> {
  const deadline = Date.now() + firstStartPatience
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await adoptOrStart(cluster, log)
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(backOff(attempt))
    }
  }
}

async function adoptOrStart(cluster: Cluster, log: Log): Promise<Postmaster> {
  const adopted = await adoptPostmaster(cluster, log)
  const listen = adopted ?? (await chooseListen(cluster.dataDir, cluster.account))
  const running = adopted ?? (await startPostmaster(cluster, listen, log))
  // Also proves that it answers: a postmaster killed a moment ago still looks alive.
  await ensureDatabase(endpointOf(running, readPassword(cluster.dataDir)))
  if (adopted !== undefined) log('Adopted the database that was already running.', { pid: adopted.mark.pid })
  return running
}

async function restart(cluster: Cluster, log: Log): Promise<Postmaster | undefined> {
  try {
    const started = await adoptOrStart(cluster, log)
    writeEndpoint(cluster.dataDir, endpointOf(started, readPassword(cluster.dataDir)), cluster.account)
    log('The database runs again.', { pid: started.mark.pid })
    return started
  } catch (error) {
    log('The database could not be started again; trying later.', { error: (error as Error).message })
    return undefined
  }
}

/** Its previous endpoint, so that open connection pools find it again, else a new one. */
async function chooseListen(dataDir: string, account: Account | undefined): Promise<{ host: string; port: number }> {
  const before = readEndpoint(dataDir)
  if (platform === 'win32') return { host: '127.0.0.1', port: await findFreePort(before?.port) }
  if (before !== undefined && reuseSocketDir(before.host, account)) return { host: before.host, port: before.port }
  return openSocketDir(dataDir, account)
}

/** Waits until the signal at most, without keeping the process alive. */
async function pause(time: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(time, undefined, { ref: false, signal })
  } catch {
    // Aborted: the caller checks the signal.
  }
}

function backOff(failures: number): number {
  return failures === 0 ? 0 : Math.min(longestBackOff, shortestBackOff * 2 ** (failures - 1))
}
