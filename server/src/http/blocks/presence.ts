import type { CounterKey, CounterStore } from './counter.store.ts'

/** Clocks of one process; replaced in tests. */
export interface Time {
  /** Milliseconds that never go back. */
  monotonic(): number
  /** Milliseconds since 1970. Advances while a machine sleeps, which a monotonic clock may not. */
  wall(): number
  rest(milliseconds: number): Promise<void>
}

/** A process without a heartbeat for this long has lost its blocks, in milliseconds. */
export const lifeMs = 3_000
/** It stops using them this long after its last heartbeat, because requests are held for up to 1.5 s. */
const usableMs = 1_400
/** Interval of heartbeats and of checks for what others need. */
export const beatMs = 100

/** Whether other processes know that this one is alive. */
export interface Presence {
  /** Changes once others may have taken over its blocks. */
  era(): number
  /** Whether blocks of this era may be used now. */
  covers(era: number): boolean
  /** Starts the heartbeat, if it is not running. */
  start(): void
  stop(): Promise<void>
}

/**
 * @param tend called after each heartbeat with the counters others need; false if nothing is lent and the heartbeat may
 * stop
 */
export function createPresence(
  store: CounterStore,
  time: Time,
  processId: string,
  tend: (wanted: readonly CounterKey[]) => Promise<boolean>,
): Presence {
  const state = { era: 0, sent: -Infinity, sentWall: -Infinity, offset: 0, isStopped: false }
  let running: Promise<void> | undefined
  const since = () => Math.max(time.monotonic() - state.sent, time.wall() - state.sentWall)

  async function beat(): Promise<boolean> {
    const [sent, sentWall] = [time.monotonic(), time.wall()]
    const { wanted, now } = await store.stayAlive(processId, lifeMs)
    const offset = now - time.monotonic()
    // Late, or the clock was set: others may have taken over this process's blocks, and its times are not comparable
    // any more.
    if (since() >= lifeMs || Math.abs(offset - state.offset) > clockStepMs) state.era += 1
    Object.assign(state, { sent, sentWall, offset })
    return await tend(wanted)
  }

  async function run(): Promise<void> {
    let idle = 0
    while (!state.isStopped && idle < beatsWithout) {
      // While the database is unavailable nothing is lent, and requests wait for it themselves.
      const hasWork = await beat().catch(() => true)
      idle = hasWork ? 0 : idle + 1
      await time.rest(beatMs)
    }
    running = undefined
  }

  return {
    era: () => state.era,
    covers: (era) => era === state.era && since() < usableMs,
    start() {
      if (!state.isStopped) running ??= run()
    },
    async stop() {
      state.isStopped = true
      await running
    },
  }
}

/** Heartbeats with nothing lent before they stop. */
const beatsWithout = 50
/** A clock that jumps further than this between two heartbeats was set. */
const clockStepMs = 1_000
