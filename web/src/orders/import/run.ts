import { CallError } from '@cartage/contract/client'
import { mostImportRows, type RowFault } from '@cartage/contract/orders/app/import'
import { sheetOrders } from '@cartage/contract/orders/app/sheet'
import type { Reading } from '@cartage/contract/reading/reading'
import { isPassing } from '../../api/failure.ts'
import type { SheetRow } from '../../sheets/read-sheet.ts'
import type { CheckedRow } from './checked-rows.ts'
import { type ImportIdentity, importKey } from './key.ts'
import type { ImportServer } from './queries.ts'

/** The result of one line. */
export interface RowResult {
  row: SheetRow
  state: 'WAITING' | 'SENT' | 'DONE' | 'REFUSED'
  uploadId?: string
  orderId?: string
  /** Imported before. `orderId` is that order. */
  isRepeat?: boolean
  faults: readonly RowFault[]
}

/** An import and its rows. */
export interface ImportJob extends ImportIdentity {
  /** Name of the file. */
  name: string
  checked: readonly CheckedRow[]
  reading: Reading
}

/** Progress of an import. */
export interface ImportRun {
  job: ImportJob
  results: readonly RowResult[]
  isRunning: boolean
  /** Why it stopped. The open lines can be resumed. */
  error?: unknown
}

/** Dependencies of a run. */
export interface RunWorld {
  server: ImportServer
  /** Whether the user who started it is still signed in. */
  isOurs: () => boolean
  pause: (ms: number) => Promise<void>
  show: (run: ImportRun) => void
}

/** Milliseconds between polls of uploads being applied. */
const pauseMs = 400
const mostLooked = 200
/** Attempts per request. Retries are safe, because the server identifies lines by the import key. */
const mostTries = 5

/** Initial run of a job. Unreadable lines are marked as bad and never sent. */
export function newRun(job: ImportJob): ImportRun {
  const results = job.checked.map(
    ({ row, faults }): RowResult => ({ row, faults, state: faults.length > 0 ? 'REFUSED' : 'WAITING' }),
  )
  return { job, results, isRunning: false }
}

/**
 * Sends the open lines in parts and polls each until it is an order or refused. Ends when no line is open, or with the
 * error that stopped it. A stopped run can resume, because the server identifies lines by the import key.
 */
export async function goOn(run: ImportRun, world: RunWorld): Promise<void> {
  const all = run.results.map((result) => ({ ...result }))
  const show = (more: Partial<ImportRun>) => world.show({ job: run.job, results: [...all], isRunning: true, ...more })
  show({})
  try {
    await sendAll(run.job, all, world, () => show({}))
    await followAll(all, world, () => show({}))
    show({ isRunning: false })
  } catch (error) {
    show({ isRunning: false, error })
  }
}

async function sendAll(job: ImportJob, all: RowResult[], world: RunWorld, show: () => void): Promise<void> {
  const import_key = importKey(job)
  const { today, language, decimal } = job.reading
  const reading = { today, language, ...(decimal !== undefined && { decimal_mark: decimal }) }
  const waiting = all.filter(({ state }) => state === 'WAITING')
  for (const part of partsOf(waiting)) {
    const body = { import_key, reading, rows: part.map(({ row }) => row) }
    const { items } = await insist(world, () => world.server.importRows(body))
    items.forEach(({ upload_id, is_repeat, errors }, index) => {
      const result = part[index]!
      result.state = upload_id === null ? 'REFUSED' : 'SENT'
      if (upload_id !== null) result.uploadId = upload_id
      if (is_repeat) result.isRepeat = true
      result.faults = errors
    })
    show()
  }
}

/** Parts to send. An order is never split. */
function partsOf(waiting: readonly RowResult[]): RowResult[][] {
  const byLine = new Map(waiting.map((result) => [result.row.line, result]))
  const parts: RowResult[][] = [[]]
  for (const lines of sheetOrders(waiting.map(({ row }) => row))) {
    const part = parts.at(-1)!
    const order = lines.map(({ line }) => byLine.get(line)!)
    if (part.length > 0 && part.length + order.length > mostImportRows) parts.push(order)
    else part.push(...order)
  }
  return parts.filter((part) => part.length > 0)
}

async function followAll(all: RowResult[], world: RunWorld, show: () => void): Promise<void> {
  for (;;) {
    const open = Map.groupBy(
      all.filter(({ state }) => state === 'SENT'),
      ({ uploadId }) => uploadId!,
    )
    if (open.size === 0) return
    const upload_ids = [...open.keys()].slice(0, mostLooked)
    const { items } = await insist(world, () => world.server.readUploads(upload_ids))
    for (const { upload_id, upload_status, order_id, errors } of items) {
      if (upload_status === 'IN_PROGRESS') continue
      for (const result of open.get(upload_id) ?? []) {
        result.state = upload_status === 'COMPLETED' ? 'DONE' : 'REFUSED'
        if (order_id) result.orderId = order_id
        result.faults = (errors ?? []).map(({ path, message }) => ({ column: path, message }))
      }
    }
    if (all.every(({ state }) => state !== 'SENT')) return
    show()
    await world.pause(pauseMs)
  }
}

/** Seconds to wait that the server requests after too many requests. */
function secondsToWait(error: unknown): number | undefined {
  if (!(error instanceof CallError) || error.status !== 429) return undefined
  return Math.max(1, Number(error.headers.get('retry-after')) || 1)
}

/** Another user has signed in: nothing is sent in their name. */
export class NotOurs extends Error {
  override name = 'NotOurs'
}

async function insist<Answer>({ isOurs, pause }: RunWorld, ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    if (!isOurs()) throw new NotOurs()
    try {
      return await ask()
    } catch (error) {
      const seconds = secondsToWait(error)
      if (tries >= mostTries || (seconds === undefined && !isPassing(error))) throw error
      await pause(seconds ? seconds * 1_000 : pauseMs * 2 ** tries)
    }
  }
}
