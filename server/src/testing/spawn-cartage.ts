import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

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

/** Starts `cartage …` outside the test environment: as in production, with the settings given. */
export function spawnCartage(args: readonly string[], settings: Record<string, string>): Spawned {
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, ...settings } as NodeJS.ProcessEnv
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

/** A port nobody listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
