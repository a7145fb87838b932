import type { DriverActResult } from '@cartage/contract/doors/app/driver'
import type { QueuedAct } from './acts.ts'
import { afterResults, filesToDrop, nextBatch, nextFiles } from './queue.ts'

/** Stored queue, which survives closing the tab. */
export interface ActStore {
  queue(): Promise<QueuedAct[]>
  /** Writes changed acts and deletes files that are no longer needed, in one transaction. */
  save(changed: readonly QueuedAct[], droppedFiles: readonly string[]): Promise<void>
  file(actId: string): Promise<Blob | undefined>
}

/**
 * Why sending failed. OFFLINE: no response. BUSY: the server cannot process it now. LINK: the link has ended. REFUSED:
 * never accepted in this form.
 */
export class SendFailure extends Error {
  override name = 'SendFailure'
  readonly reason: 'OFFLINE' | 'BUSY' | 'LINK' | 'REFUSED'
  /** Seconds to wait as requested by the server; undefined without a request. */
  readonly retryAfter: number | undefined

  constructor(reason: SendFailure['reason'], message = '', retryAfter?: number) {
    super(message)
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

/** API calls for sending. They throw SendFailure. */
export interface SendingDoor {
  upload(file: Blob, stopId: string): Promise<{ upload_id: string; sha256: string }>
  report(acts: readonly QueuedAct['act'][]): Promise<readonly DriverActResult[]>
}

/**
 * Sends waiting acts without a file until none is left or sending fails (DOOR-1). Each step is stored before the next,
 * so that the tab may close at any time: the act is sent again under the same id.
 * @returns why it stopped; undefined when nothing waits any more
 */
export async function sendActs(store: ActStore, door: SendingDoor): Promise<SendFailure | undefined> {
  const tried = new Set<string>()
  return await untilFailure(async () => {
    for (;;) {
      const batch = nextBatch(await store.queue()).filter(({ act }) => !tried.has(act.act_id))
      if (batch.length === 0) return
      for (const { act } of batch) tried.add(act.act_id)
      await report(store, door, batch)
    }
  })
}

/** Consecutive failed files after which sending stops. */
const mostFailures = 2

/**
 * Sends waiting acts with files one after the other, each completely before the next: finished uploads are not
 * repeated. A failed one moves behind the others (DOOR-1).
 * @returns why it stopped; undefined when nothing waits any more
 */
export async function sendFiles(store: ActStore, door: SendingDoor): Promise<SendFailure | undefined> {
  const tried = new Set<string>()
  let failures = 0
  let last: SendFailure | undefined
  for (;;) {
    const queued = nextFiles(await store.queue()).find(({ act }) => !tried.has(act.act_id))
    if (!queued) return last
    tried.add(queued.act.act_id)
    const failure = await untilFailure(() => sendFile(store, door, queued))
    if (failure === undefined) continue
    last = failure
    failures += 1
    if (failure.reason === 'LINK' || failure.retryAfter !== undefined) return failure
    await countFailure(store, queued.act.act_id)
    if (failures >= mostFailures) return failure
  }
}

async function sendFile(store: ActStore, door: SendingDoor, queued: QueuedAct): Promise<void> {
  const uploaded = await withUpload(store, door, queued)
  if (uploaded.state === 'WAITING') await report(store, door, [uploaded])
}

async function countFailure(store: ActStore, actId: string): Promise<void> {
  const queued = (await store.queue()).find(({ act }) => act.act_id === actId)
  if (queued) await store.save([{ ...queued, attempts: (queued.attempts ?? 0) + 1 }], [])
}

async function untilFailure(work: () => Promise<void>): Promise<SendFailure | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof SendFailure) return error
    throw error
  }
}

async function report(store: ActStore, door: SendingDoor, batch: readonly QueuedAct[]): Promise<void> {
  const results = await door.report(batch.map(({ act }) => act))
  const after = afterResults(batch, results)
  await store.save(after, filesToDrop(batch, after))
}

/** The server keeps an unreferenced file for an hour: after half of that, it is uploaded again. */
const uploadLastsMs = 1_800_000

function isOld({ uploaded_at }: QueuedAct, now: number): boolean {
  return uploaded_at !== undefined && now - uploaded_at > uploadLastsMs
}

/** Act with its file uploaded. A file that the server permanently rejects makes the act refused. */
async function withUpload(store: ActStore, door: SendingDoor, queued: QueuedAct): Promise<QueuedAct> {
  if (!('sha256' in queued.act) || (queued.act.upload_id !== undefined && !isOld(queued, Date.now()))) return queued
  const file = await store.file(queued.act.act_id)
  if (!file) return await keep(store, { ...queued, state: 'REFUSED', reason: 'FILE_GONE' })
  try {
    const { upload_id, sha256 } = await door.upload(file, queued.act.stop_id)
    // The file was corrupted in transit: the next attempt uploads it again.
    if (sha256 !== queued.act.sha256) throw new SendFailure('OFFLINE')
    return await keep(store, { ...queued, act: { ...queued.act, upload_id }, uploaded_at: Date.now() })
  } catch (error) {
    if (!(error instanceof SendFailure) || error.reason !== 'REFUSED') throw error
    return await keep(store, { ...queued, state: 'REFUSED', reason: error.message })
  }
}

async function keep(store: ActStore, queued: QueuedAct): Promise<QueuedAct> {
  await store.save([queued], [])
  return queued
}
