import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../server/src/testing/free-port.ts'

const run = promisify(execFile)
const readyWithinMs = 300_000

/** Unprivileged user: `nobody` if this process is root, otherwise the current user. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** A machine with only the release: an empty folder, a PATH without Node and npm, and an unprivileged user. */
export interface Machine {
  /**
   * Unpacks an archive next to the others, as an operator does, and verifies its SHA256SUMS.
   * @returns its folder
   */
  unpack(archive: string, name: string): Promise<string>
  /** Points `current` to this installation, for the next start. */
  use(installation: string): void
  /**
   * Runs a `cartage` command of the current installation.
   * @throws Error with its output if it fails
   */
  cartage(...args: string[]): Promise<string>
  /** Starts `cartage serve` and waits until it is ready. */
  serve(): Promise<Running>
  /** Runs an integrator's program in a separate folder with the packed client. */
  outside(client: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string>
  remove(): void
}

export interface Running {
  url: string
  log(): string
  /**
   * Stops it gracefully.
   * @throws Error if it does not end cleanly
   */
  stop(): Promise<void>
}

/** Creates such a machine. */
export function openMachine(): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'cartage-trial-'))
  chmodSync(folder, 0o755)
  const [versions, current, programs] = ['opt', 'current', 'programs'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [versions, programs]) mkdirSync(path, { mode: 0o755 })
  for (const name of ['data', 'home', 'outside']) makeOwn(join(folder, name))
  // System programs used by the launcher; every Linux has them. Node is missing.
  for (const name of ['sh', 'readlink', 'sed']) symlinkSync(whereIs(name), join(programs, name))
  const env = { PATH: programs, HOME: join(folder, 'home'), DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1' }
  const options = { cwd: join(folder, 'home'), env, ...user, maxBuffer: 2 ** 28 }
  return {
    async unpack(archive, name) {
      const place = join(versions, name)
      mkdirSync(place, { mode: 0o755 })
      await run('tar', ['-xzf', archive, '-C', place, '--strip-components=1', '--no-same-owner'])
      await run('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: place })
      return place
    },
    use(installation) {
      symlinkSync(installation, `${current}.next`)
      renameSync(`${current}.next`, current)
    },
    cartage: async (...args) => (await run(...startOf(current, args), options)).stdout,
    serve: async () => await serve(current, options),
    async outside(client, args, facts) {
      const place = join(folder, 'outside')
      const packed = join(place, 'node_modules/@cartage/client')
      if (!existsSync(packed)) {
        mkdirSync(packed, { recursive: true })
        await run('tar', ['-xzf', client, '-C', packed, '--strip-components=1'])
        cpSync(join(import.meta.dirname, 'outside.js'), join(place, 'outside.mjs'))
      }
      const { stdout } = await run(nodeOf(current), ['outside.mjs', ...args], {
        ...options,
        cwd: place,
        env: { ...env, ...facts },
      })
      return stdout
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function makeOwn(path: string): void {
  mkdirSync(path)
  if (user.uid !== undefined) chownSync(path, user.uid, user.gid)
}

function whereIs(name: string): string {
  const folder = ['/bin', '/usr/bin'].find((one) => existsSync(join(one, name)))
  if (folder === undefined) throw new Error(`This system has no ${name}, which bin/cartage uses.`)
  return join(folder, name)
}

function nodeOf(installation: string): string {
  return join(installation, `node_modules/node-linux-${process.arch}/bin/node`)
}

/** Commits before the first release have no bin/cartage: their Node is started by path. */
function startOf(installation: string, args: readonly string[]): [string, string[]] {
  const launcher = join(installation, 'bin/cartage')
  return existsSync(launcher) ? [launcher, [...args]] : [nodeOf(installation), [`${launcher}.js`, ...args]]
}

async function serve(current: string, options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Running> {
  const url = `http://127.0.0.1:${await freePort()}`
  const env = { ...options.env, PORT: new URL(url).port }
  const [program, args] = startOf(current, ['serve'])
  const child = spawn(program, args, { ...options, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk
    })
  }
  await untilReady(url, child, () => printed)
  return {
    url,
    log: () => printed,
    async stop() {
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      const code = await ended
      if (code !== 0) throw new Error(`cartage serve ended with ${code}:\n${printed.slice(-3_000)}`)
    },
  }
}

async function untilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  for (const deadline = Date.now() + readyWithinMs; Date.now() < deadline; await sleep(200)) {
    if (child.exitCode !== null) throw new Error(`cartage serve ended with ${child.exitCode}:\n${log()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
  }
  child.kill('SIGKILL')
  throw new Error(`cartage serve was not ready within ${readyWithinMs / 1000} s:\n${log()}`)
}
