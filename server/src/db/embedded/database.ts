import { accessSync, chmodSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { canReach, changeOwner, chooseAccount, EmbeddedError, isRoot } from './binaries.ts'
import { answers, type Endpoint, readEndpoint } from './endpoint.ts'
import { createKeeper, type Keeper, type Log } from './keeper.ts'
import { createOwnerLock, type OwnerLock } from './lock.ts'

/** The embedded PostgreSQL of one data folder, as used by one process. */
export interface EmbeddedDatabase {
  /** Superuser connection by unix socket (`host` is its folder); on Windows by loopback address and password. */
  connection: Endpoint
  /** True while this process supervises PostgreSQL: restarts it if it dies, and stops it at the end. */
  readonly owner: boolean
  /** Leaves the database. The last process to leave stops PostgreSQL and waits for its end. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log: Log
  /** False for disposable test databases: no fsync, so a machine crash loses data. Default true. */
  durable?: boolean
  /** PostgreSQL settings in addition to the defaults. Those of the process that starts it apply. */
  settings?: Readonly<Record<string, string>>
}

/** Default data folder if the checkout is in a folder that only root may enter. */
const systemDataDir = '/var/lib/cartage'
/** How often a process checks that the database's owner is alive, in milliseconds. */
const lookEvery = 1_000
/** How long to wait for a database that another process is starting, in milliseconds. */
const longestWait = 60_000

/**
 * Opens the embedded PostgreSQL of a data folder, creating it on the first start.
 *
 * The first process owns it. Further processes attach. When the owner ends, PostgreSQL keeps running and one of them
 * takes over. After a kill the next start adopts the PostgreSQL that still runs.
 * @throws EmbeddedError with instructions if the database cannot run here
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = openDataDir(options.dataDir)
  openAttached(dataDir)
  const lock = createOwnerLock(dataDir)
  const { durable = true, settings = {}, log } = options
  const keeper = createKeeper({ dataDir, durable, settings, log })
  lock.attach()
  try {
    const connection = await joinDatabase(dataDir, lock, keeper)
    return stayAttached({ connection, lock, keeper, log: options.log })
  } catch (error) {
    if (lock.isHeld()) await keeper.end()
    lock.release()
    lock.detach()
    throw error
  }
}

/**
 * Default data folder without DATA_DIR: `.data` in the checkout, or /var/lib/cartage if this process is root and
 * PostgreSQL's account cannot traverse the folders above the checkout.
 */
export function defaultDataDir(checkout: string): string {
  const inFolder = join(checkout, '.data')
  const account = chooseAccount(join(inFolder, 'cluster'))
  return account === undefined || canReach(checkout, account) ? inFolder : systemDataDir
}

/**
 * Creates a data folder if missing, and lets PostgreSQL's account traverse it.
 * @returns its real path
 * @throws EmbeddedError with instructions if it cannot be created or used
 */
export function openDataDir(folder: string): string {
  const isNew = createFolder(resolve(folder))
  const dataDir = realpathSync(folder)
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new EmbeddedError(`${dataDir} belongs to another user. Start as that user, or choose another DATA_DIR.`)
  }
  const stat = statSync(dataDir)
  // As root, PostgreSQL's account traverses this folder into its own, but cannot list it.
  if (isRoot() && stat.uid === 0) chmodSync(dataDir, isNew ? 0o711 : (stat.mode | 0o011) & 0o7777)
  return dataDir
}

function openAttached(dataDir: string): void {
  const { uid, gid } = statSync(dataDir)
  const attached = join(dataDir, 'attached')
  mkdirSync(attached, { recursive: true })
  if (isRoot()) changeOwner({ uid, gid }, attached)
}

/** Step by step, because recursive mkdir never returns where nothing can be created, such as in /proc. */
function createFolder(folder: string): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat?.isDirectory()) return false
  if (stat !== undefined) throw new EmbeddedError(`${folder} is a file, not a folder. Choose another DATA_DIR.`)
  if (dirname(folder) !== folder) createFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // A concurrently starting process was quicker.
    if (code === 'EEXIST') return false
    throw new EmbeddedError(`The data folder cannot be created (${message}). Choose another DATA_DIR.`)
  }
  return true
}

async function joinDatabase(dataDir: string, lock: OwnerLock, keeper: Keeper): Promise<Endpoint> {
  const deadline = Date.now() + longestWait
  for (;;) {
    if (lock.tryAcquire()) return keeper.begin()
    const endpoint = readEndpoint(dataDir)
    if (endpoint !== undefined && (await answers(endpoint))) return endpoint
    if (Date.now() > deadline) {
      throw new EmbeddedError(
        `Process ${lock.findHolder()?.pid ?? 0} owns the database in ${dataDir}, but it does not answer. ` +
          `Look at ${join(dataDir, 'postgres.log')}, and stop that process if it hangs.`,
      )
    }
    await sleep(20)
  }
}

function stayAttached(parts: { connection: Endpoint; lock: OwnerLock; keeper: Keeper; log: Log }): EmbeddedDatabase {
  const { connection, lock, keeper, log } = parts
  let takingOver: Promise<void> | undefined
  let stopped: Promise<void> | undefined

  const look = setInterval(() => {
    if (lock.isHeld() || takingOver !== undefined || !lock.tryAcquire()) return
    log('The process that owned the database is gone; this one manages it now.')
    takingOver = takeOver(lock, keeper, log).finally(() => {
      takingOver = undefined
    })
  }, lookEvery)
  look.unref()

  // process.exit() without stop(): PostgreSQL shuts down cleanly by itself, just after this process.
  const atExit = () => {
    lock.detach()
    if (lock.isHeld() && !lock.hasOthers()) keeper.abandon()
  }
  process.once('exit', atExit)

  async function leave(): Promise<void> {
    clearInterval(look)
    await takingOver
    lock.detach()
    await stopUnlessUsed(lock, keeper)
    process.off('exit', atExit)
  }

  return {
    connection,
    get owner() {
      return lock.isHeld()
    },
    stop() {
      stopped ??= leave()
      return stopped
    },
  }
}

async function takeOver(lock: OwnerLock, keeper: Keeper, log: Log): Promise<void> {
  try {
    await keeper.begin()
  } catch (error) {
    log('The database could not be taken over; trying again.', { error: (error as Error).message })
    lock.release()
  }
}

/**
 * The last process to leave stops PostgreSQL. If two leave at the same moment, the owner checks again after releasing
 * the lock, and the other checks the lock after detaching, so one of them sees it is the last.
 */
async function stopUnlessUsed(lock: OwnerLock, keeper: Keeper): Promise<void> {
  if (lock.isHeld() && lock.hasOthers()) {
    await keeper.leave()
    lock.release()
  }
  if (lock.hasOthers()) return
  if (!lock.isHeld()) {
    if (!lock.tryAcquire()) return
    await keeper.find()
  }
  await keeper.end()
  lock.release()
}
