import { accessSync, chmodSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { canReach, changeOwner, chooseAccount, EmbeddedError, isRoot } from './binaries.ts'
import { answers, type Endpoint, readEndpoint } from './endpoint.ts'
import { createKeeper, type Keeper, type Log } from './keeper.ts'
import { createOwnerLock, type OwnerLock } from './lock.ts'

/** The embedded PostgreSQL of one data folder, as one process uses it. */
export interface EmbeddedDatabase {
  /** The superuser on the unix socket (`host` is its folder); on Windows on the loopback address with a password. */
  connection: Endpoint
  /** True while this process looks after PostgreSQL: starts it again when it dies, stops it at the end. */
  readonly owner: boolean
  /** Leaves the database. The last process that leaves stops PostgreSQL and waits until it is gone. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log: Log
  /** False for throw-away databases of tests: no fsync, so a crash of the machine loses data. Default true. */
  durable?: boolean
  /** Settings of PostgreSQL besides the usual ones. Those of the process that starts it count. */
  settings?: Readonly<Record<string, string>>
}

/** Where the data goes when the checkout is in a folder that only root may enter. */
const systemDataDir = '/var/lib/cartage'
/** How often a process that uses the database looks whether its owner still lives, in milliseconds. */
const lookEvery = 1_000
/** How long to wait for a database that another process is starting, in milliseconds. */
const longestWait = 60_000

/**
 * Opens the embedded PostgreSQL of a data folder, making it on the first start.
 *
 * The first process owns it. Further processes attach; when the owner ends, PostgreSQL keeps running and one of them
 * takes it over. After a kill the next start adopts the PostgreSQL that still runs.
 * @throws EmbeddedError saying what to do, when the database cannot run here
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
 * The data folder when DATA_DIR does not name one: `.data` in the checkout, or /var/lib/cartage when this process is
 * root and the account PostgreSQL runs as cannot pass the folders above the checkout.
 */
export function defaultDataDir(checkout: string): string {
  const inFolder = join(checkout, '.data')
  const account = chooseAccount(join(inFolder, 'cluster'))
  return account === undefined || canReach(checkout, account) ? inFolder : systemDataDir
}

/**
 * Makes a data folder when there is none, and lets PostgreSQL's account pass through it. @returns its real path
 * @throws EmbeddedError when it cannot be made or used, saying what to do
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
  // As root, PostgreSQL's account passes through this folder into its own; it cannot list it.
  if (isRoot() && stat.uid === 0) chmodSync(dataDir, isNew ? 0o711 : (stat.mode | 0o011) & 0o7777)
  return dataDir
}

function openAttached(dataDir: string): void {
  const { uid, gid } = statSync(dataDir)
  const attached = join(dataDir, 'attached')
  mkdirSync(attached, { recursive: true })
  if (isRoot()) changeOwner({ uid, gid }, attached)
}

/** Step by step: mkdir with `recursive` never comes back from places where nothing can be made, such as /proc. */
function createFolder(folder: string): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat?.isDirectory()) return false
  if (stat !== undefined) throw new EmbeddedError(`${folder} is a file, not a folder. Choose another DATA_DIR.`)
  if (dirname(folder) !== folder) createFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // Another process that starts at the same moment was quicker.
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

  // process.exit() without stop(): PostgreSQL shuts down by itself, cleanly, a moment after this process.
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
 * The last one out stops PostgreSQL. Two processes that leave at the same moment: the owner looks again after giving up
 * the lock, and the other one looks at the lock after taking its name off the list, so one of them sees it is the last.
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
