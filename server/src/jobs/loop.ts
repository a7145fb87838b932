import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isUnavailable } from '../db/failure.ts'

/** Wakes a loop of this process: `wake('uploads')`. Other processes notice at their next poll. */
export type Wake = (loop: string) => void

/** A background loop that claims due work and performs it. */
export interface Loop {
  readonly name: string
  /** Pause after an idle run, unless woken. */
  readonly pollMs: number
  /** Maximum parallel runs in this process. */
  readonly parallel: number
  /**
   * Minimum time between the start of two runs, so that under load work gathers into cheaper batches. The first piece
   * of work after a rest never waits for it. 0 if absent.
   */
  readonly gatherMs?: number
  /** Runs one batch; true if there may be more right now. */
  run(): Promise<boolean>
  /** Waits for work that a batch started without waiting; true if there was any. */
  settle?(): Promise<boolean>
}

export interface Loops {
  wake: Wake
  /** Lets running batches finish, and starts no other. */
  stop(): Promise<void>
}

/** A wake function that exists before the loops do. */
export function createBell(): { wake: Wake; onRing(listener: (loop: string) => void): void } {
  const listeners: ((loop: string) => void)[] = []
  return {
    wake(loop) {
      for (const listener of listeners) listener(loop)
    },
    onRing(listener) {
      listeners.push(listener)
    },
  }
}

const longestRestMs = 5_000

/** Starts every loop until `stop`. A failed batch is logged and retried after an increasing pause. */
export function startLoops(loops: readonly Loop[], bell: ReturnType<typeof createBell>, log: Logger): Loops {
  const state = { stopped: false }
  const sleepers = new Map<string, Set<() => void>>()
  const ring = (name: string) => {
    for (const wakeUp of sleepers.get(name) ?? []) wakeUp()
  }
  bell.onRing(ring)
  const running = loops.flatMap((loop) =>
    Array.from({ length: loop.parallel }, () => keepRunning(loop, state, sleepersOf(sleepers, loop.name), log)),
  )
  return {
    wake: bell.wake,
    async stop() {
      state.stopped = true
      for (const name of sleepers.keys()) ring(name)
      await Promise.all(running)
      await Promise.all(loops.map((loop) => loop.settle?.()))
    },
  }
}

/** Runs all loops until none has work left: for tests and for `cartage seed`. */
export async function drainLoops(loops: readonly Loop[]): Promise<void> {
  let worked = true
  while (worked) {
    worked = false
    for (const loop of loops) {
      while ((await loop.run()) || (await loop.settle?.())) worked = true
    }
  }
}

async function keepRunning(loop: Loop, state: { stopped: boolean }, sleepers: Set<() => void>, log: Logger) {
  let failures = 0
  let missed = false
  const noticeRing = () => {
    missed = true
  }
  while (!state.stopped) {
    missed = false
    // A wake-up during the batch must not be lost, because the work may have arrived after the claim.
    sleepers.add(noticeRing)
    const began = performance.now()
    const more = await attempt(loop, log)
    sleepers.delete(noticeRing)
    failures = more === 'failed' ? failures + 1 : 0
    if (more === true || (missed && more !== 'failed')) {
      await gather(loop, began)
      continue
    }
    if (state.stopped) return
    await rest(failures === 0 ? loop.pollMs : Math.min(longestRestMs, loop.pollMs * 2 ** failures), sleepers)
  }
}

function gather(loop: Loop, began: number): Promise<void> | undefined {
  const left = (loop.gatherMs ?? 0) - (performance.now() - began)
  return left > 1 ? sleep(left) : undefined
}

async function attempt(loop: Loop, log: Logger): Promise<boolean | 'failed'> {
  try {
    return await loop.run()
  } catch (error) {
    const level = isUnavailable(error) ? 'warn' : 'error'
    log[level]({ err: error, loop: loop.name }, 'a batch failed and will be tried again')
    return 'failed'
  }
}

function rest(milliseconds: number, sleepers: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const wakeUp = () => {
      clearTimeout(timer)
      sleepers.delete(wakeUp)
      resolve()
    }
    const timer = setTimeout(wakeUp, milliseconds)
    sleepers.add(wakeUp)
  })
}

function sleepersOf(sleepers: Map<string, Set<() => void>>, name: string): Set<() => void> {
  const known = sleepers.get(name) ?? new Set<() => void>()
  sleepers.set(name, known)
  return known
}
