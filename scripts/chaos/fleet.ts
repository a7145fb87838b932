import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, type WriteStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/src/testing/free-port.ts'
import { root } from '../run.ts'

/** Server processes that are killed and restarted during the whole run. */
export interface Fleet {
  /** URLs of the serving processes; some may be down at any moment. */
  readonly urls: readonly string[]
  /** Current processes. */
  members(): readonly { readonly role: string; readonly port: number; readonly pid: number | undefined }[]
  /** Number of process deaths, by kill or crash point. */
  deaths(): number
  /** Crash points reached so far, in order. */
  reached(): readonly string[]
  /** Kills one random process with SIGKILL. */
  killOne(): void
  /**
   * Kills processes that have run this long without reaching their crash point.
   * @returns those points, and those of processes that ended otherwise since the last call
   */
  killStale(afterMs: number): readonly string[]
  /** Starts processes without crash points from now on, and restarts those that have one. */
  disarm(): void
  untilReady(): Promise<void>
  stop(): Promise<void>
}

interface Member {
  args: Role
  port: number
  child: ChildProcess | undefined
  /** Crash point of the process; undefined for none. */
  crashPoint: string | undefined
  startedAt: number
  /** Whether the next death was requested by us. */
  isKilled: boolean
}

/** Random crash point: any statement boundary, after a random number of statements. */
function randomCrashPoint(): string {
  const count = 200 + Math.floor(Math.random() * 6_000)
  return `statement:*#${count}`
}

/** Roles of a fleet's processes: cartage commands, or separate scripts. */
export type Role = readonly [program: string, ...args: string[]]

/**
 * Starts processes on one database. A dead process is restarted at once. While armed, each start has a crash point,
 * because killing from outside alone misses the moments between two statements.
 */
export async function startFleet(
  env: NodeJS.ProcessEnv,
  roles: readonly Role[],
  logFile: string,
  crashPoint: () => string = randomCrashPoint,
): Promise<Fleet> {
  const log = createWriteStream(logFile, { flags: 'a' })
  const state = { stopping: false, armed: true, deaths: 0, reached: [] as string[], missed: [] as string[] }
  const members: Member[] = []
  for (const args of roles) members.push(newMember(args, await freePort()))
  const launch = (member: Member) => {
    Object.assign(member, {
      crashPoint: state.armed ? crashPoint() : undefined,
      startedAt: Date.now(),
      isKilled: false,
    })
    member.child = spawnServer(env, member, log)
    member.child.once('exit', (_code, signal) => {
      if (state.stopping) return
      state.deaths += 1
      if (member.crashPoint && !member.isKilled) {
        // A process with an exit code ended itself, such as a server that finds no database at start.
        state[signal === 'SIGKILL' ? 'reached' : 'missed'].push(member.crashPoint)
      }
      launch(member)
    })
  }
  for (const member of members) launch(member)
  const serving = members.filter((member) => member.args[0] === 'serve')
  return {
    urls: serving.map((member) => `http://127.0.0.1:${member.port}`),
    members: () => members.map(({ args, port, child }) => ({ role: args[0], port, pid: child?.pid })),
    deaths: () => state.deaths,
    reached: () => state.reached,
    killOne: () => kill(members[Math.floor(Math.random() * members.length)]!),
    killStale(afterMs) {
      const stale = members.filter((member) => Date.now() - member.startedAt > afterMs)
      for (const member of stale) kill(member)
      return [...state.missed.splice(0), ...stale.flatMap((member) => member.crashPoint ?? [])]
    },
    disarm: () => {
      state.armed = false
      for (const member of members) if (member.crashPoint) kill(member)
    },
    untilReady: () => untilReady(serving.map((member) => `http://127.0.0.1:${member.port}`)),
    async stop() {
      state.stopping = true
      await Promise.all(members.map((member) => endChild(member.child)))
      log.end()
    },
  }
}

function newMember(args: Role, port: number): Member {
  return { args, port, child: undefined, crashPoint: undefined, startedAt: 0, isKilled: false }
}

function kill(member: Member): void {
  member.isKilled = true
  member.child?.kill('SIGKILL')
}

function spawnServer(env: NodeJS.ProcessEnv, member: Member, log: WriteStream) {
  const isScript = member.args[0].endsWith('.ts')
  const child = spawn(process.execPath, [...(isScript ? [] : ['server/src/cli.ts']), ...member.args], {
    cwd: root,
    env: {
      ...process.env,
      DEMO: 'reference',
      ...env,
      NODE_ENV: 'test',
      PORT: String(member.port),
      ...(member.crashPoint && { CARTAGE_CRASH_AT: member.crashPoint }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  return child
}

async function untilReady(urls: readonly string[]): Promise<void> {
  const deadline = Date.now() + 120_000
  for (const url of urls) {
    while (!(await isReady(url))) {
      if (Date.now() > deadline) throw new Error(`${url} was not ready within 120 s`)
      await sleep(200)
    }
  }
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok === true
}

async function endChild(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 30_000)
  await ended
  clearTimeout(late)
}
