import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, type ProcessMark, thisProcess } from './process.ts'

/** An unreadable lock file counts as being written for this long (milliseconds). */
const unreadableGrace = 5_000

/**
 * Owner and users of the database in a data folder.
 *
 * The lock is a series of numbered files, `owner-1.lock`, `owner-2.lock` and so on. The highest one counts and names
 * the process that holds it. A dead holder's file is never removed to free the lock (two concurrent processes would
 * remove each other's). Instead the next holder creates the next number, which only one process can.
 */
export interface OwnerLock {
  /** Takes the lock unless a living process holds it. True if this holder has it now. */
  tryAcquire(): boolean
  /** Releases the lock, if this holder has it. */
  release(): void
  isHeld(): boolean
  /** The living process that holds the lock. */
  findHolder(): ProcessMark | undefined
  /** Registers this holder as a user of the database. */
  attach(): void
  detach(): void
  /** Whether another living user of the database is attached. */
  hasOthers(): boolean
}

interface Held extends ProcessMark {
  token: string
}

/** The lock of one data folder for one holder (one call of openEmbedded); the folder must exist. */
export function createOwnerLock(dataDir: string): OwnerLock {
  const self: Held = { ...thisProcess(), token: randomBytes(8).toString('hex') }
  const attachedDir = join(dataDir, 'attached')
  const ownRecord = join(attachedDir, `${self.pid}-${self.token}`)
  let heldFile: string | undefined

  function findHolder(): ProcessMark | undefined {
    const number = highestNumber(dataDir)
    return number === 0 ? undefined : findLiving(lockFile(dataDir, number))
  }

  function tryAcquire(): boolean {
    if (heldFile !== undefined) return true
    const highest = highestNumber(dataDir)
    if (highest > 0 && findLiving(lockFile(dataDir, highest)) !== undefined) return false
    const file = lockFile(dataDir, highest + 1)
    if (!createWhole(file, JSON.stringify(self))) return false
    if (highestNumber(dataDir) !== highest + 1) {
      // Another process took a later number after this one read the state.
      rmSync(file, { force: true })
      return false
    }
    heldFile = file
    for (const number of lockNumbers(dataDir)) {
      if (number <= highest) rmSync(lockFile(dataDir, number), { force: true })
    }
    return true
  }

  function release(): void {
    if (heldFile === undefined) return
    // The file stays as the highest number, without a holder.
    const next = `${heldFile}.${self.token}`
    writeFileSync(next, JSON.stringify({ pid: 0, started: '', token: self.token }))
    renameSync(next, heldFile)
    heldFile = undefined
  }

  function hasOthers(): boolean {
    let others = false
    for (const name of listFiles(attachedDir)) {
      const file = join(attachedDir, name)
      if (file === ownRecord) continue
      if (findLiving(file) !== undefined) others = true
      else rmSync(file, { force: true })
    }
    return others
  }

  return {
    tryAcquire,
    release,
    isHeld: () => heldFile !== undefined,
    findHolder,
    attach() {
      mkdirSync(attachedDir, { recursive: true })
      createWhole(ownRecord, JSON.stringify(self))
    },
    detach: () => rmSync(ownRecord, { force: true }),
    hasOthers,
  }
}

function lockFile(dataDir: string, number: number): string {
  return join(dataDir, `owner-${number}.lock`)
}

function lockNumbers(dataDir: string): number[] {
  const numbers: number[] = []
  for (const name of listFiles(dataDir)) {
    const match = /^owner-(\d+)\.lock$/.exec(name)
    if (match) numbers.push(Number(match[1]))
  }
  return numbers
}

function highestNumber(dataDir: string): number {
  return Math.max(0, ...lockNumbers(dataDir))
}

/** The living process named in a lock or attachment file. */
function findLiving(file: string): ProcessMark | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const mark = JSON.parse(text) as ProcessMark
    return isAlive(mark) ? mark : undefined
  } catch {
    return isFresh(file) ? { pid: 0, started: '' } : undefined
  }
}

function isFresh(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs < unreadableGrace
}

/** Creates a file with its complete content atomically; false if it exists already. */
function createWhole(file: string, content: string): boolean {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, content)
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EEXIST') return false
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP' || code === 'ENOSYS') {
      return createWithoutLinks(file, content)
    }
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** For file systems without hard links: exclusive creation, with a moment in which the file is still empty. */
function createWithoutLinks(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
