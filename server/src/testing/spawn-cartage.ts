import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEmbedded } from '../db/embedded.ts'

const launcher = fileURLToPath(new URL('../../../bin/cartage.js', import.meta.url))

/** A finished command. */
export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

/** A process that was started as people start it, through the launcher. */
export interface Spawned {
  child: ChildProcess
  stdout(): string
  stderr(): string
  /** Resolves when standard output matches; rejects when the process ends before. */
  says(pattern: RegExp): Promise<void>
  ended: Promise<Finished>
}

/** A new data folder; `remove` deletes it. PostgreSQL's account can enter it, as root needs. */
export function newDataDir(): { path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'cartage-test-'))
  chmodSync(folder, 0o755)
  return { path: join(folder, 'data'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The same with its database running until `remove`: commands join it, where each would start and stop it for itself. */
export async function newDatabase(): Promise<{ path: string; remove(): Promise<void> }> {
  const data = newDataDir()
  const database = await openEmbedded({ dataDir: data.path, durable: false, log: () => {} })
  return {
    path: data.path,
    async remove() {
      await database.stop()
      data.remove()
    },
  }
}

/** Starts `cartage …` outside the test environment: as in production, with the settings given. */
export function spawnCartage(args: readonly string[], settings: Record<string, string>): Spawned {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  // A sample world in the background would only slow the tests down.
  const env = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, DEMO: 'reference', ...settings } as NodeJS.ProcessEnv
  const child = spawn(process.execPath, [launcher, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const written = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text
      for (const listener of listeners) listener()
    })
  }
  const ended = new Promise<Finished>((resolve) => child.once('close', (code) => resolve({ code, ...written })))
  const says = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (pattern.test(written.stdout)) resolve()
      }
      listeners.add(look)
      look()
      void ended.then(({ code, stderr }) => reject(new Error(`ended with ${code} before ${pattern}: ${stderr}`)))
    })
  return { child, stdout: () => written.stdout, stderr: () => written.stderr, says, ended }
}

/** Runs `cartage …` to its end. */
export function runCartage(args: readonly string[], settings: Record<string, string>): Promise<Finished> {
  return spawnCartage(args, settings).ended
}
