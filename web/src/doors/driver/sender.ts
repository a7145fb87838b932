import type { DriverActResult } from '@cartage/contract/doors/app/driver'
import type { QueuedAct } from './acts.ts'
import { afterResults, filesToDrop, nextBatch } from './queue.ts'

/** What the phone keeps of the queue, through the end of the tab. */
export interface ActStore {
  queue(): Promise<QueuedAct[]>
  /** Writes the acts that changed, and removes the files that are not needed any more, in one transaction. */
  save(changed: readonly QueuedAct[], droppedFiles: readonly string[]): Promise<void>
  file(actId: string): Promise<Blob | undefined>
}

/** Why something was not taken. OFFLINE: later. LINK: the link is over. REFUSED: never, as it is. */
export class SendFailure extends Error {
  override name = 'SendFailure'
  readonly reason: 'OFFLINE' | 'LINK' | 'REFUSED'

  constructor(reason: SendFailure['reason'], message = '') {
    super(message)
    this.reason = reason
  }
}

/** The calls that sending needs. They throw SendFailure. */
export interface SendingDoor {
  upload(file: Blob, stopId: string): Promise<{ upload_id: string; sha256: string }>
  report(acts: readonly QueuedAct['act'][]): Promise<readonly DriverActResult[]>
}

/**
 * Sends what waits, files first, until nothing waits or the server cannot be reached. Each step is kept before the next, so
 * that a tab may close at any moment: the same act is sent again under its id.
 * @returns why it stopped; undefined when nothing waits any more
 */
export async function sendQueue(store: ActStore, door: SendingDoor): Promise<SendFailure['reason'] | undefined> {
  const tried = new Set<string>()
  try {
    for (;;) {
      const queue = await store.queue()
      const batch = nextBatch(queue).filter(({ act }) => !tried.has(act.act_id))
      if (batch.length === 0) return undefined
      for (const { act } of batch) tried.add(act.act_id)
      await sendBatch(store, door, batch)
    }
  } catch (error) {
    if (error instanceof SendFailure) return error.reason
    throw error
  }
}

async function sendBatch(store: ActStore, door: SendingDoor, batch: readonly QueuedAct[]): Promise<void> {
  const ready: QueuedAct[] = []
  for (const queued of batch) {
    const uploaded = await withUpload(store, door, queued)
    if (uploaded.state === 'WAITING') ready.push(uploaded)
  }
  if (ready.length === 0) return
  const results = await door.report(ready.map(({ act }) => act))
  const after = afterResults(ready, results)
  await store.save(after, filesToDrop(ready, after))
}

/** The server keeps a file that no act names for an hour: after half of it, it is uploaded again. */
const uploadLastsMs = 1_800_000

function isOld({ uploaded_at }: QueuedAct, now: number): boolean {
  return uploaded_at !== undefined && now - uploaded_at > uploadLastsMs
}

/** The act with its file on the server. A file that the server never takes makes the act a refused one. */
async function withUpload(store: ActStore, door: SendingDoor, queued: QueuedAct): Promise<QueuedAct> {
  if (!('sha256' in queued.act) || (queued.act.upload_id !== undefined && !isOld(queued, Date.now()))) return queued
  const file = await store.file(queued.act.act_id)
  if (!file) return await keep(store, { ...queued, state: 'REFUSED', reason: 'FILE_GONE' })
  try {
    const { upload_id, sha256 } = await door.upload(file, queued.act.stop_id)
    // Something on the way changed it: the next attempt uploads it again.
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
