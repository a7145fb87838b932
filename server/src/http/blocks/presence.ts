import type { CounterKey, CounterStore } from './counter.store.ts'

/** The clocks of one process; tests have their own. */
export interface Time {
  /** Milliseconds that never go back. */
  monotonic(): number
  /** Milliseconds since 1970: they go on while a machine sleeps, the others may not. */
  wall(): number
  rest(milliseconds: number): Promise<void>
}

/** A process that has said nothing for so long has no blocks any more, in milliseconds. */
export const lifeMs = 3_000
/** It does not use them itself for longer than this after it last said that it lives: requests are held for up to 1.5 s. */
const usableMs = 1_400
/** How often it says so, and looks for what others need. */
export const beatMs = 100

/** Whether other processes know that this one lives. */
export interface Presence {
  /** Another number once others may have taken its blocks over. */
  era(): number
  /** Whether blocks of this era may be used now. */
  covers(era: number): boolean
  /** Starts saying it; harmless when it does. */
  start(): void
  stop(): Promise<void>
}

/** @param tend called after each beat with what others need; false when nothing is lent, and the beats may end */
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
    // Late, or another clock: others may have taken over what this process had, and its times compare with nothing.
    if (since() >= lifeMs || Math.abs(offset - state.offset) > clockStepMs) state.era += 1
    Object.assign(state, { sent, sentWall, offset })
    return await tend(wanted)
  }

  async function run(): Promise<void> {
    let idle = 0
    while (!state.isStopped && idle < beatsWithout) {
      // While the database is away nothing is lent, and requests wait for it themselves.
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

/** Beats without anything lent before they end. */
const beatsWithout = 50
/** A clock that moves further than this from one beat to the next was set. */
const clockStepMs = 1_000
