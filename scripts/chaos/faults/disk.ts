// Makes disks full or failing: the document disk, and PostgreSQL's disk for its log and tables. A process limited to a
// file size gets an error where a full disk would give one, which needs no administrator.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf, postmasterIn } from '../../../server/src/testing/servers/postgres.ts'
import { lookFor } from '../../external.ts'
import { nothing } from '../../run.ts'
import type { Violation } from '../checker.ts'
import type { Proof } from '../proof.ts'
import { comesBack } from '../survival.ts'
import { connect, type World } from '../world.ts'
import { type Scene, uploadWhile, type Wreck } from '../wreck.ts'
import { checkFiles, type FileLoad, partsOf, restedMs, startFiles } from './documents.ts'

const fullForMs = 5_000
/** Less than the uploaded files. */
const bytesOfDocuments = 65_536
/** Less than a segment of PostgreSQL's log, so that the log is full at once. */
const bytesOfLog = 1_000_000
/** One log segment: with a table larger than that, and this as the file size limit, only tables are full. */
const bytesOfSegment = 16_777_216
/** The upload table grows this large quickly if its pages stay nearly empty. */
const emptyPages = 'alter table order_upload set (fillfactor = 10)'
const longestFillMs = 120_000

/** Disks that can be full. */
type Disk = 'documents' | 'folder' | 'log' | 'tables'
const disks: readonly Disk[] = ['documents', 'log', 'folder', 'tables']

/** Fills disks under upload load (OPS-3, OPS-27). */
export const disk: Proof = {
  what: 'fills the disks of documents and of PostgreSQL while orders and files are uploaded; needs prlimit and Linux',
  forms: ['deep'],
  async run(extent) {
    const prlimit = lookFor('prlimit')
    if (prlimit === undefined || !existsSync('/proc/self/limits')) {
      console.log(
        'disk: skipped, because the sizes of files can be limited from outside only with prlimit (util-linux) on Linux',
      )
      return { ...nothing, skipped: 1 }
    }
    return await uploadWhile(filling(extent.number('rounds', { short: 4, usual: 4, deep: 16 }), prlimit))
  },
}

function filling(rounds: number, prlimit: string): Wreck {
  let files: FileLoad | undefined
  return {
    isSurvived: true,
    rules: ['I10'],
    async prepare(_world, embedded) {
      const client = await connect(embedded)
      await client.query(emptyPages)
      await client.end()
    },
    async run(scene) {
      files = startFiles(scene.fleet.urls, scene.tenants[0]!)
      try {
        return await fillAll(scene, files, rounds, prlimit)
      } finally {
        await files.stop()
      }
    },
    judge: async ({ world }) => checkFiles(files!.sent, world),
  }
}

async function fillAll(scene: Scene, files: FileLoad, rounds: number, prlimit: string) {
  const { load } = scene
  const violations: Violation[] = []
  const figures: Record<string, number> = { longest_until_back_ms: 0 }
  const add = (name: string, count: number) => {
    figures[name] = (figures[name] ?? 0) + count
  }
  let wasEnough = true
  const parts = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    const which = disks[round % disks.length]!
    const bytesOfTables = which === 'tables' ? await untilLarge(scene) : 0
    const began = performance.now()
    await fill(scene, which, prlimit, bytesOfTables)
    const ended = performance.now()
    const refused = load.answers.filter(({ status, answered_at }) => status === 503 && answered_at > began).length
    const refusedFiles = files.sent.filter(({ status, sent_at }) => status === 503 && sent_at > began).length
    const accepted = load.answers.filter(
      ({ status, sent_at, answered_at }) => status < 300 && sent_at > began && answered_at < ended,
    )
    add(`full_${which}`, 1)
    add('orders_refused', refused)
    add('files_refused', refusedFiles)
    const isOfFiles = which === 'documents' || which === 'folder'
    // A failure that no caller noticed does not count; and orders need no document disk.
    if ((isOfFiles ? refusedFiles : refused) === 0) wasEnough = false
    if (isOfFiles && accepted.length === 0)
      violations.push({
        invariant: 'OPS-27',
        what: `no order was accepted while the disk of documents was full (${which})`,
      })
    const back = await comesBack(load, `the disk was full (${which}, round ${round + 1})`)
    violations.push(...back.violations, ...(await filesComeBack(files, which)))
    // Remains of an interrupted upload are swept later; a full disk must not get fuller.
    await sleep(restedMs)
    const left = partsOf(scene.world).filter((name) => !parts.has(name))
    if (which === 'documents')
      violations.push(...left.map((name) => ({ invariant: 'I10', what: `a part of a file was left: ${name}` })))
    for (const name of left) parts.add(name)
    figures.longest_until_back_ms = Math.max(figures.longest_until_back_ms!, back.backAfterMs)
  }
  const taken = files.sent.filter(({ status }) => status === 201).length
  return { figures: { rounds, ...figures, files: files.sent.length, files_taken: taken }, wasEnough, violations }
}

async function fill(scene: Scene, which: Disk, prlimit: string, bytesOfTables: number): Promise<void> {
  const { fleet, world } = scene
  if (which === 'folder') return await withoutFolder(join(world.dataDir, 'blobs'))
  const serving = () => fleet.members().flatMap(({ role, pid }) => (role === 'serve' && pid !== undefined ? [pid] : []))
  const pids = which === 'documents' ? serving : () => clusterOf(world)
  const bytes = { documents: bytesOfDocuments, log: bytesOfLog, tables: bytesOfTables }[which]
  const ends = Date.now() + fullForMs
  // A restarted PostgreSQL must find its disk as full as before.
  while (Date.now() < ends) {
    await limit(prlimit, pids(), String(bytes))
    await sleep(50)
  }
  await limit(prlimit, pids(), 'unlimited')
}

/** Only the soft limit, which its setter may lift again. */
async function limit(prlimit: string, pids: readonly number[], bytes: string): Promise<void> {
  await Promise.all(pids.map((pid) => limitOne(prlimit, pid, bytes)))
}

async function limitOne(prlimit: string, pid: number, bytes: string): Promise<void> {
  const owner = statSync(`/proc/${pid}`, { throwIfNoEntry: false })
  if (owner === undefined) return
  // As the account of the process, because a container's administrator may lack the permission.
  const account = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {}
  const child = spawn(prlimit, [`--pid=${pid}`, `--fsize=${bytes}:`], { ...account, cwd: '/', stdio: 'ignore' })
  const [code] = await once(child, 'close')
  // A process that has ended needs no limit.
  if (code !== 0 && existsSync(`/proc/${pid}`)) throw new Error(`prlimit could not limit the process ${pid}`)
}

/** Processes of PostgreSQL; none while it is down. */
function clusterOf({ dataDir }: World): number[] {
  try {
    const pid = postmasterIn(join(dataDir, 'cluster'))
    return [pid, ...childrenOf(pid)]
  } catch {
    return []
  }
}

/** Replaces a folder by something else, as if its disk were not mounted. */
async function withoutFolder(folder: string): Promise<void> {
  renameSync(folder, `${folder}.away`)
  writeFileSync(folder, '')
  await sleep(fullForMs)
  rmSync(folder)
  renameSync(`${folder}.away`, folder)
}

/**
 * Waits until the table is larger than a segment.
 * @returns its size limit, which leaves less than a whole page
 */
async function untilLarge({ embedded }: Scene): Promise<number> {
  const operator = await connect(embedded)
  try {
    const ends = Date.now() + longestFillMs
    while (Date.now() < ends) {
      const { rows } = await operator.query<{ size: number }>(`select pg_relation_size('order_upload')::float8 as size`)
      if (rows[0]!.size > bytesOfSegment) return rows[0]!.size + 1
      await sleep(200)
    }
    throw new Error(`the table of uploads was not large within ${longestFillMs / 1_000} s`)
  } finally {
    await operator.end()
  }
}

/** Files are accepted again as well. */
async function filesComeBack({ sent }: FileLoad, which: Disk): Promise<Violation[]> {
  const since = performance.now()
  while (performance.now() - since < 45_000) {
    if (sent.some(({ status, sent_at }) => status === 201 && sent_at > since)) return []
    await sleep(100)
  }
  return [{ invariant: 'OPS-27', what: `no file was taken within 45 s after the disk was full (${which})` }]
}
