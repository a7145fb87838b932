// Files that are uploaded all the time, and what is left of them.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Violation } from '../checker.ts'
import type { LoadTenant } from '../load.ts'
import type { World } from '../world.ts'

/** Larger than what processes may write while their disk counts as full. */
const fileBytes = 200_000

/** A file as it was sent. */
export interface SentFile {
  readonly tenant_id: string
  readonly sha256: string
  readonly sent_at: number
  readonly status: number
  /** Of a refusal; of a request without an answer why there is none. */
  readonly code: string | undefined
}

/** Uploads of files, which go on until they are stopped. */
export interface FileLoad {
  readonly sent: readonly SentFile[]
  stop(): Promise<void>
}

/** Uploads files, at each process in turn. */
export function startFiles(urls: readonly string[], tenant: LoadTenant): FileLoad {
  const sent: SentFile[] = []
  const state = { stopped: false }
  const running = (async () => {
    for (let count = 0; !state.stopped; count += 1) {
      sent.push(await send(urls[count % urls.length]!, tenant))
      await sleep(100)
    }
  })()
  return {
    sent,
    async stop() {
      state.stopped = true
      await running
    },
  }
}

async function send(url: string, { tenant_id, token }: LoadTenant): Promise<SentFile> {
  const bytes = Buffer.from(randomBytes(fileBytes / 2).toString('hex'))
  const form = new FormData()
  form.set('file', new Blob([bytes], { type: 'text/plain' }), 'proof.txt')
  const facts = {
    tenant_id,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sent_at: performance.now(),
  }
  try {
    const answer = await fetch(`${url}/v1/documents/document/upload_content`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
      signal: AbortSignal.timeout(25_000),
    })
    const { code } = (await answer.json()) as { code?: string }
    return { ...facts, status: answer.status, code }
  } catch (error) {
    const { message, cause } = error as Error
    return { ...facts, status: 0, code: `${message} ${cause ?? ''}` }
  }
}

/** Every file that was taken is there with its bytes, nothing under a final name is a part, and no other answer than 503 was given. */
export function checkFiles(sent: readonly SentFile[], world: World): Violation[] {
  const folder = join(world.dataDir, 'blobs')
  const taken = sent.filter(({ status }) => status === 201)
  const lost = taken.filter(
    ({ tenant_id, sha256 }) => hashOf(join(folder, tenant_id, sha256.slice(0, 2), sha256)) !== sha256,
  )
  const other = sent.filter(({ status }) => status !== 201 && status !== 503)
  const kept = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.endsWith(temporary),
  )
  const partial = kept.filter(({ parentPath, name }) => hashOf(join(parentPath, name)) !== name)
  return [
    ...lost.map(({ sha256 }) => broken(`the file ${sha256} was taken and is not there as it was sent`)),
    ...partial.map(({ name }) => broken(`the file ${name} has other bytes than its name says`)),
    ...other.map(({ status, code }) => ({ invariant: 'I14', what: `a file was answered ${status} ${code}` })),
  ]
}

const temporary = join('blobs', 'tmp')
/** After this many milliseconds no upload writes to a part any more: each takes less. */
export const restedMs = 3_000

/** Parts of files that no upload writes to any more. */
export function partsOf({ dataDir }: World): string[] {
  const folder = join(dataDir, temporary)
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => {
    const written = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs
    return written !== undefined && Date.now() - written > restedMs
  })
}

function broken(what: string): Violation {
  return { invariant: 'I10', what }
}

function hashOf(path: string): string | undefined {
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : undefined
}
