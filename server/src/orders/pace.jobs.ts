import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'

/** Uploads that wait this long to be applied are no reason to hold callers up. */
const patienceMs = 500
/** The longest a commit of accepted uploads is held up: callers wait a little, and are never turned away. */
const longestPauseMs = 20
/** Each so many milliseconds of waiting beyond the patience make the pause one longer. */
const perPauseMs = 40

const waits = new WeakMap<Context, number>()

/** Tells how long the uploads that this process is about to apply have waited, in milliseconds; 0 when none wait. */
export function noteWait(ctx: Context, waitedMs: number): void {
  waits.set(ctx, waitedMs)
}

/** How long the next commit of accepted uploads is held up, in milliseconds. */
export function pauseAfter(waitedMs: number): number {
  return Math.min(longestPauseMs, Math.max(0, waitedMs - patienceMs) / perPauseMs)
}

/**
 * Holds accepting up a little while applying lags behind. Without it callers that send as fast as they are answered take
 * all there is of the machine, and what they were told is accepted waits longer and longer.
 */
export async function keepPace(ctx: Context): Promise<void> {
  const pause = pauseAfter(waits.get(ctx) ?? 0)
  if (pause >= 1) await sleep(pause)
}
