// Continuous file uploads, and a check of the stored files.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Violation } from '../checker.ts'
import type { LoadTenant } from '../load.ts'
import type { World } from '../world.ts'

/** Larger than the file size limit while the disk counts as full. */
const fileBytes = 200_000

/** An uploaded file. */
export interface SentFile {
  readonly tenant_id: string
  readonly sha256: string
  readonly sent_at: number
  readonly status: number
  /** Error code of a refusal, or why a request got no response. */
  readonly code: string | undefined
}

/** File uploads that run until stopped. */
export interface FileLoad {
  readonly sent: readonly SentFile[]
  stop(): Promise<void>
}

/** Uploads files to each process in turn. */
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

/**
 * Every accepted file is stored with its bytes, no partial file has a final name, and 503 was the only other status.
 */
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
/** Milliseconds after which no upload writes to a partial file any more: each takes less. */
export const restedMs = 3_000

/** Partial files that no upload writes to any more. */
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
