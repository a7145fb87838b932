import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { AddressRefused } from '../../net/connect.ts'
import { fileName, inFolder, isOurPart, partName, stalePartMs } from './files.rules.ts'
import type { FileFormat, Message, Sent, Target } from './target.model.ts'

/** Least time limit for one file in milliseconds; its transfer at 4 KiB per second is added. */
const leastTotalMs = 5 * 60 * 1_000
const totalMs = (bytes: number) => leastTotalMs + (bytes / 4_096) * 1_000

/** Target of files: a folder of this machine or of an SFTP server. Paths follow the rules of the target. */
export interface FileSide {
  /** IP address of the server; null for this machine. */
  readonly address: string | null
  /** Writes a file, which must not exist unless it may be replaced, and flushes it to disk where supported. */
  write(path: string, bytes: Buffer, mayReplace?: boolean): Promise<{ synced: boolean }>
  /** Size in bytes and time of the last change in milliseconds, by the target's clock. */
  stat(path: string): Promise<{ size: number; modifiedAt: number }>
  /**
   * `replaced` may have overwritten a file of that name; `exists` and `unclear` (no right to check) changed nothing.
   */
  rename(from: string, to: string): Promise<'replaced' | 'renamed' | 'exists' | 'unclear'>
  remove(path: string): Promise<void>
  list(folder: string): Promise<string[]>
}

/** The endpoint must be paused until a person has checked it; the message has the reason. */
export class EndpointChanged extends Error {
  override name = 'EndpointChanged'
}

/** What was done, as recorded with the attempt. */
interface Placed {
  size: number
  fsync: 'done' | 'not offered'
  rename: 'replaced' | 'renamed' | 'there already' | 'not allowed'
  /** Rights that the login lacks and that were worked around (DLV-15). */
  without?: string
}

/** A right that an upload-only login lacks. */
type Right = 'stat' | 'rename' | 'remove'

/** Rights found to be missing, by endpoint: checked again after a day and when the process starts. */
const lacking = new Map<string, { rights: Set<Right>; until: number }>()
const lackingMs = 24 * 60 * 60 * 1_000

function rightsLackedBy(ctx: Context, { subscription_id }: Target): Set<Right> {
  const known = lacking.get(subscription_id)
  if (known && known.until > ctx.now().getTime()) return known.rights
  const rights = new Set<Right>()
  lacking.set(subscription_id, { rights, until: ctx.now().getTime() + lackingMs })
  return rights
}

/** Error codes of a missing right: SSH_FX_PERMISSION_DENIED, SSH_FX_OP_UNSUPPORTED, and those of this machine. */
const refusals: readonly unknown[] = [3, 8, 'EACCES', 'EPERM']

function isRefusal(error: unknown): boolean {
  return refusals.includes((error as { code?: unknown }).code)
}

/** Adds the failed step and the file to an error: "Permission denied" alone has neither. */
async function step<T>(what: string, path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw Object.assign(new Error(`could not ${what} ${path}: ${(error as Error).message}`), {
      code: (error as { code?: unknown }).code,
    })
  }
}

/** Folders already searched for old parts, by target, so that each connection searches once. */
const swept = new WeakMap<FileSide, Set<string>>()

/**
 * Writes one event as a file: hidden until it is complete, under a name that a repeat would have too. Never throws.
 * @param open opens the target; its errors count as a failed attempt
 */
export async function sendFile(
  ctx: Context,
  target: Target,
  message: Message,
  open: () => Promise<FileSide>,
): Promise<Sent> {
  const started = performance.now()
  const bytes = message.content ?? Buffer.from(message.payload)
  const name = message.file_name ?? fileName(message, target.format)
  const shown = {
    path: inFolder(target.folder ?? '', name),
    size: String(bytes.length),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  let side: FileSide | undefined
  try {
    side = await open()
    const placed = await within(
      totalMs(bytes.length),
      placeFile(ctx, side, target, { name, attempt: attemptOf(ctx, message), bytes }),
    )
    return sentOf(target, message, { started, side, shown, placed })
  } catch (error) {
    return sentOf(target, message, { started, side, shown, error: error as Error })
  }
}

/**
 * Writes and removes a file under a hidden name only: proof that files can be placed there.
 * @throws Error with the missing right in its message
 */
export async function tryFile(ctx: Context, target: Target, message: Message, side: FileSide): Promise<void> {
  const name = message.file_name ?? fileName(message, target.format)
  const path = inFolder(target.folder ?? '', partName(name, attemptOf(ctx, message)))
  await step('write', path, side.write(path, Buffer.from(message.payload)))
  const isWhole = await step('remove', path, side.remove(path)).then(
    () => true,
    (error) => {
      if (!isRefusal(error)) throw error
      return false
    },
  )
  if (!isWhole) rightsLackedBy(ctx, target).add('remove')
}

interface FileToPlace {
  name: string
  attempt: string
  bytes: Buffer
}

async function placeFile(ctx: Context, side: FileSide, target: Target, file: FileToPlace): Promise<Placed> {
  const lacks = rightsLackedBy(ctx, target)
  // Without the right to rename, the final name is written directly: otherwise hidden parts would accumulate, and no
  // file would arrive.
  const placed = lacks.has('rename') ? undefined : await placeByPart(ctx, side, target, { ...file, lacks })
  const done = placed ?? (await placeDirectly(side, target, { ...file, lacks }))
  return { ...done, ...(lacks.size > 0 && { without: [...lacks].sort().join(', ') }) }
}

type Placing = FileToPlace & { lacks: Set<Right> }

/** Writes a hidden file and renames it when complete. Undefined when the rename failed. */
async function placeByPart(ctx: Context, side: FileSide, target: Target, file: Placing): Promise<Placed | undefined> {
  const { bytes, lacks } = file
  const folder = target.folder ?? ''
  const part = inFolder(folder, partName(file.name, file.attempt))
  const path = inFolder(folder, file.name)
  try {
    ctx.crashPoints.reach('deliveries:file_begun')
    const { synced } = await step('write', part, side.write(part, bytes))
    ctx.crashPoints.reach('deliveries:file_written')
    const found = await expectWhole(side, part, file)
    ctx.crashPoints.reach('deliveries:file_checked')
    const rename = await orLacking(lacks, 'rename', step('rename', `${part} to ${path}`, side.rename(part, path)))
    if (rename === undefined || rename === 'unclear') {
      await removePart(side, part, lacks)
      return undefined
    }
    ctx.crashPoints.reach('deliveries:file_named')
    if (rename === 'exists') await expectSame(side, part, path, file)
    if (found) await sweep(side, folder, found.modifiedAt)
    return {
      size: bytes.length,
      fsync: synced ? 'done' : 'not offered',
      rename: rename === 'exists' ? 'there already' : rename,
    }
  } catch (error) {
    await removePart(side, part, lacks)
    throw error
  }
}

/**
 * Writes the final name directly, for an upload-only login: a repeat replaces what an earlier attempt left (DLV-15).
 */
async function placeDirectly(side: FileSide, target: Target, file: Placing): Promise<Placed> {
  const path = inFolder(target.folder ?? '', file.name)
  const size = file.bytes.length
  const there = await orLacking(file.lacks, 'stat', side.stat(path)).catch(() => undefined)
  if (there?.size === size) return { size, fsync: 'not offered', rename: 'there already' }
  // A smaller file was left by an earlier attempt that was cut off.
  if (there && there.size > size) throw otherFile(path, there.size, size)
  const { synced } = await step('write', path, side.write(path, file.bytes, true))
  await expectWhole(side, path, file)
  return { size, fsync: synced ? 'done' : 'not offered', rename: 'not allowed' }
}

function otherFile(path: string, found: number, size: number): Error {
  return new Error(`another file is called ${path}: it has ${found} bytes instead of ${size}`)
}

/** Records a missing right and returns undefined; other errors are thrown. */
async function orLacking<T>(lacks: Set<Right>, right: Right, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (!isRefusal(error)) throw error
    lacks.add(right)
    return undefined
  }
}

/** Undefined when the login may not check: then only the responses to the write are known. */
async function expectWhole(side: FileSide, path: string, { bytes, lacks }: Placing) {
  if (lacks.has('stat')) return undefined
  const found = await orLacking(lacks, 'stat', step('look at', path, side.stat(path)))
  if (found && found.size !== bytes.length) {
    throw new Error(`${found.size} bytes have arrived of ${bytes.length} in ${path}`)
  }
  return found
}

/** A file with the same name and size is from an earlier attempt. */
async function expectSame(side: FileSide, part: string, path: string, { bytes, lacks }: Placing): Promise<void> {
  const there = await step('look at', path, side.stat(path))
  if (there.size !== bytes.length) throw otherFile(path, there.size, bytes.length)
  await removePart(side, part, lacks)
}

/** Ignores failures: a remaining part is hidden, and swept later where that is allowed. */
async function removePart(side: FileSide, part: string, lacks: Set<Right>): Promise<void> {
  await orLacking(lacks, 'remove', side.remove(part)).catch(() => {})
}

/**
 * Removes parts left by a killed process. Their age is measured by the target's clock, which a file written just before
 * shows.
 */
async function sweep(side: FileSide, folder: string, now: number): Promise<void> {
  const done = swept.get(side) ?? new Set()
  swept.set(side, done)
  if (done.has(folder)) return
  done.add(folder)
  // A login without the right to list or remove still receives files.
  const names = await side.list(folder).catch(() => [])
  for (const name of names.filter(isOurPart)) {
    const path = inFolder(folder, name)
    const age = await side.stat(path).then(
      (found) => now - found.modifiedAt,
      () => 0,
    )
    if (age > stalePartMs) await side.remove(path).catch(() => {})
  }
}

/** Unique per attempt: two processes must not write the same part at the same time. */
function attemptOf(ctx: Context, message: Message): string {
  return `${message.attempts + 1}-${ctx.randomBytes(4).toString('hex')}`
}

interface Course {
  started: number
  side: FileSide | undefined
  shown: Record<string, string>
  placed?: Placed
  error?: Error
}

function sentOf(target: Target, message: Message, course: Course): Sent {
  const { side, shown, placed, error, started } = course
  const isChanged = error instanceof EndpointChanged
  return {
    outcome: {
      status: null,
      retryAfter: undefined,
      ...(placed && { channelVerdict: { verdict: 'delivered' } as const }),
      ...(isChanged && { channelVerdict: { verdict: 'gone', reason: error.message } as const }),
    },
    attempt: {
      event_id: message.event_id,
      subscription_id: target.subscription_id,
      duration_ms: Math.round(performance.now() - started),
      status: null,
      address: side?.address ?? null,
      failure: error ? failureOf(error) : null,
      request_headers: JSON.stringify(shown),
      response_headers: JSON.stringify(placed ?? {}),
      response_body: '',
    },
  }
}

function failureOf(error: Error): string {
  if (error instanceof AddressRefused) return `address_refused: ${error.message}`
  if (error instanceof EndpointChanged) return `receiver_changed: ${error.message}`
  return `failed: ${error.message}`.replaceAll('\u0000', '\uFFFD').slice(0, 1_000)
}

/** File format of an endpoint. */
export type { FileFormat }

/**
 * Limits the time of a task.
 * @throws Error when it took longer
 */
export async function within<T>(milliseconds: number, work: Promise<T>, what = 'the file'): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what} took longer than ${milliseconds / 1_000} seconds`)),
      milliseconds,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
