import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { openEmbedded } from '../db/embedded/database.ts'
import { copyCluster, newDatabaseFolder } from './database-folder.ts'

const launcher = fileURLToPath(new URL('../../../bin/cartage.js', import.meta.url))

/** A finished command. */
export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

/** A process started through the launcher, as by a user. */
export interface Spawned {
  child: ChildProcess
  stdout(): string
  stderr(): string
  /** Resolves when the output matches; rejects when the process ends before. */
  says(pattern: RegExp, where?: 'stdout' | 'stderr'): Promise<void>
  ended: Promise<Finished>
}

/** A new data folder, by default on the disk; `remove` deletes it. Accessible to PostgreSQL's account. */
export function newDataDir(folder = newDiskFolder()): { path: string; remove(): void } {
  return { path: join(folder, 'data'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function newDiskFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cartage-test-'))
  // As root, PostgreSQL runs under another account.
  chmodSync(folder, 0o755)
  return folder
}

/** A new data folder with a migrated database and no tenant: creating the database takes most of a start. */
export function newMigratedDataDir(folder = newDiskFolder()): { path: string; remove(): void } {
  const data = newDataDir(folder)
  const cluster = inject('migratedCluster')
  mkdirSync(data.path, { mode: 0o711 })
  if (cluster !== null) copyCluster(cluster, join(data.path, 'cluster'))
  return data
}

/**
 * A new data folder whose database runs until `remove`: commands connect to it instead of each starting and stopping
 * it.
 */
export async function newDatabase(): Promise<{ path: string; remove(): Promise<void> }> {
  const data = newMigratedDataDir(newDatabaseFolder())
  const database = await openEmbedded({ dataDir: data.path, durable: false, log: () => {} })
  return {
    path: data.path,
    async remove() {
      await database.stop()
      data.remove()
    },
  }
}

/** Starts `cartage …` outside the test environment, as in production, with the given settings. */
export function spawnCartage(
  args: readonly string[],
  settings: Record<string, string>,
  input: 'ignore' | 'pipe' = 'ignore',
): Spawned {
  const child = spawn(process.execPath, [launcher, ...args], {
    env: cleanEnv(settings),
    stdio: [input, 'pipe', 'pipe'],
  })
  const written = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text
      for (const listener of listeners) listener()
    })
  }
  const ended = new Promise<Finished>((resolve) => child.once('close', (code) => resolve({ code, ...written })))
  const says = (pattern: RegExp, where: 'stdout' | 'stderr' = 'stdout') =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (pattern.test(written[where])) resolve()
      }
      listeners.add(look)
      look()
      void ended.then(({ code, stderr }) => reject(new Error(`ended with ${code} before ${pattern}: ${stderr}`)))
    })
  return { child, stdout: () => written.stdout, stderr: () => written.stderr, says, ended }
}

/** Only the paths of the test environment. */
export function cleanEnv(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  // A sample world in the background would only slow the tests down.
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, DEMO: 'reference', ...settings } as NodeJS.ProcessEnv
}

/** Runs `cartage …` as a process to its end. */
export function runCartage(args: readonly string[], settings: Record<string, string>): Promise<Finished> {
  return spawnCartage(args, settings).ended
}
