import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { S3Settings } from '../../config.ts'
import type { FileKey, Files, ReceivedFile } from '../../context.ts'
import { createS3 } from './s3.gateway.ts'
import { FileMissing, placeOf, type Shelf } from './shelf.gateway.ts'

/** Age in milliseconds after which an idle file is left over from another machine: uploads end sooner. */
const staleMs = 600_000
/** Start of this process: an older file with its process id was left by an earlier process with the same id. */
const processStart = Date.now() - performance.now()
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 12)

/**
 * The file store of this process. Bytes always arrive in a local folder, because their hash is known only at the end;
 * then they move to `folder` or to an S3-compatible store.
 * @param folder absolute; created with the first file
 */
export function createFiles(folder: string, s3: S3Settings | undefined): Files {
  const temporary = join(folder, 'tmp')
  const shelf = s3 ? createS3(s3) : fileShelf(folder)
  return {
    receive: (bytes) => receive(temporary, shelf, bytes),
    open: (key, range) => shelf.open(key, range),
    remove: (key) => shelf.remove(key),
    freeShare: () => freeShare(folder),
    sweep: () => sweep(temporary),
  }
}

async function freeShare(folder: string): Promise<number | undefined> {
  try {
    const disk = await statfs(folder)
    return disk.blocks === 0 ? undefined : disk.bavail / disk.blocks
  } catch {
    // It is created with the first file.
    return undefined
  }
}

async function receive(temporary: string, shelf: Shelf, bytes: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  const path = join(temporary, `${host}.${process.pid}.${randomUUID()}`)
  const drop = () => rm(path, { force: true })
  const file = await open(path, 'wx', 0o600)
  try {
    const facts = await write(file, bytes)
    return {
      ...facts,
      path,
      keep: (tenantId) => shelf.keep({ tenantId, sha256: facts.sha256 }, path, facts.size),
      drop,
    }
  } catch (error) {
    await drop()
    throw error
  } finally {
    await file.close()
  }
}

/** One chunk at a time: the next is read once this one is written, so that a fast sender waits for a slow disk. */
async function write(file: FileHandle, bytes: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let size = 0
  let hasNul = false
  for await (const whole of bytes) {
    for (const chunk of piecesOf(whole)) {
      hash.update(chunk)
      hasNul ||= chunk.includes(0)
      for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
      size += chunk.length
    }
    noteGarbage(whole.length)
  }
  await file.sync()
  return { sha256: hash.digest('hex'), size, hasNul }
}

/** Bytes hashed at once: other requests run after each piece, even during twenty concurrent uploads (LIMIT-15). */
const piece = 262_144

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
}

/** Bytes after which garbage of uploads is collected. */
const collectEach = 33_554_432
let uncollected = 0
let collect: ((options: { type: 'minor' }) => void) | undefined

/**
 * A written chunk is garbage outside the heap: the collector sees a small object and leaves a hundred megabytes of them
 * while uploads run. A minor collection now and then takes about a millisecond and halves the memory of twenty
 * concurrent uploads.
 */
function noteGarbage(bytes: number): void {
  uncollected += bytes
  if (uncollected < collectEach) return
  uncollected = 0
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as typeof collect
  }
  collect!({ type: 'minor' })
}

function fileShelf(folder: string): Shelf {
  const pathOf = (key: FileKey) => join(folder, placeOf(key))
  return {
    async keep(key, path) {
      const target = pathOf(key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await rename(path, target)
      // Folders may be new, created here or by a concurrent upload: their parents must be synced as well.
      await Promise.all([dirname(target), dirname(dirname(target)), folder].map(syncFolder))
    },
    async open(key, range) {
      const file = await open(pathOf(key), 'r').catch((error) => {
        throw error.code === 'ENOENT' ? new FileMissing(key, error) : error
      })
      const { size } = await file.stat()
      const part = range && { start: range.first, end: range.last }
      return { size, bytes: file.createReadStream({ ...part, autoClose: true }) }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

/** A rename is durable once its folder is synced. Windows cannot open folders and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function sweep(temporary: string): Promise<number> {
  const names = await readdir(temporary).catch(() => [])
  let removed = 0
  for (const name of names) {
    const path = join(temporary, name)
    if (!(await isAbandoned(name, path))) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

async function isAbandoned(name: string, path: string): Promise<boolean> {
  const written = (await stat(path).catch(() => undefined))?.mtimeMs
  if (written === undefined) return false
  if (Date.now() - written > staleMs) return true
  const [from, pid] = name.split('.')
  if (from !== host) return false
  return Number(pid) === process.pid ? written < processStart : !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
