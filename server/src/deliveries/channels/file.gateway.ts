import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { AddressRefused } from '../../net/connect.ts'
import { type FileFormat, fileName, inFolder, isOurPart, partName, stalePartMs } from './files.rules.ts'
import type { Message, Sent, Target } from './gateway.ts'

/** Most milliseconds for one file: this, and its bytes over a line that carries 4 KiB a second. */
const leastTotalMs = 5 * 60 * 1_000
const totalMs = (bytes: number) => leastTotalMs + (bytes / 4_096) * 1_000

/** Where files are put: a folder of this machine or of an SFTP server. Paths are those of that side. */
export interface FileSide {
  /** Address of the machine; null for this one. */
  readonly address: string | null
  /** Writes a file that must not exist, and makes it durable where the side offers that. */
  write(path: string, bytes: Buffer): Promise<{ synced: boolean }>
  /** Size in bytes and time of the last change in milliseconds, on that side's clock. */
  stat(path: string): Promise<{ size: number; modifiedAt: number }>
  /** `replaced` may have put it over a file of that name; `exists` has changed nothing. */
  rename(from: string, to: string): Promise<'replaced' | 'renamed' | 'exists'>
  remove(path: string): Promise<void>
  list(folder: string): Promise<string[]>
}

/** The endpoint must not be sent to any more until a person has looked; the message says why. */
export class EndpointChanged extends Error {
  override name = 'ReceiverChanged'
}

/** What was done, as it is kept of the attempt. */
interface Placed {
  size: number
  fsync: 'done' | 'not offered'
  rename: 'replaced' | 'renamed' | 'there already'
}

/** Folders in which old parts were looked for, by side, so that each connection looks once. */
const swept = new WeakMap<FileSide, Set<string>>()

/**
 * Puts one event as a file: hidden until it is complete, under a name that a repeat would have too. Never throws.
 * @param open gives the side; its errors count as a failed try
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
 * Writes and removes a file without ever giving it its name: proof that files can be put there.
 * @throws Error whose message says what is missing
 */
export async function tryFile(ctx: Context, target: Target, message: Message, side: FileSide): Promise<void> {
  const name = message.file_name ?? fileName(message, target.format)
  const path = inFolder(target.folder ?? '', partName(name, attemptOf(ctx, message)))
  await side.write(path, Buffer.from(message.payload))
  await side.remove(path)
}

async function placeFile(
  ctx: Context,
  side: FileSide,
  target: Target,
  file: { name: string; attempt: string; bytes: Buffer },
): Promise<Placed> {
  const folder = target.folder ?? ''
  const part = inFolder(folder, partName(file.name, file.attempt))
  const path = inFolder(folder, file.name)
  try {
    ctx.crashPoints.reach('deliveries:file_begun')
    const { synced } = await side.write(part, file.bytes)
    ctx.crashPoints.reach('deliveries:file_written')
    const { size, modifiedAt } = await side.stat(part)
    if (size !== file.bytes.length) {
      throw new Error(`${size} bytes have arrived of ${file.bytes.length}`)
    }
    ctx.crashPoints.reach('deliveries:file_checked')
    const rename = await side.rename(part, path)
    ctx.crashPoints.reach('deliveries:file_named')
    if (rename === 'exists') await expectSame(side, part, path, size)
    await sweep(side, folder, modifiedAt)
    return { size, fsync: synced ? 'done' : 'not offered', rename: rename === 'exists' ? 'there already' : rename }
  } catch (error) {
    await side.remove(part).catch(() => {})
    throw error
  }
}

/** A file of that name with that many bytes was put there by an earlier try. */
async function expectSame(side: FileSide, part: string, path: string, size: number): Promise<void> {
  const there = await side.stat(path)
  if (there.size !== size)
    throw new Error(`another file is called ${path}: it has ${there.size} bytes instead of ${size}`)
  await side.remove(part)
}

/**
 * Removes parts that a process left behind when it was killed. What is old is judged by the clock of that side: it has
 * just written a file.
 */
async function sweep(side: FileSide, folder: string, now: number): Promise<void> {
  const done = swept.get(side) ?? new Set()
  swept.set(side, done)
  if (done.has(folder)) return
  done.add(folder)
  // Anyone who may not list or remove can still be delivered to.
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

/** Two attempts at the same time, by two processes, must not write the same part. */
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

/** The format an endpoint's files have. */
export type { FileFormat }

/** Stops waiting after a time. @throws Error when it took longer */
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
