import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { pauseAfter } from './pace.rules.ts'

const waits = new WeakMap<Context, number>()

/** Reports how long the uploads that this process is about to apply have waited, in milliseconds; 0 when none wait. */
export function noteWait(ctx: Context, waitedMs: number): void {
  waits.set(ctx, waitedMs)
}

/**
 * Holds accepting up a little while applying lags behind. Without it callers that send as fast as they are answered take
 * all there is of the machine, and what they were promised is accepted waits longer and longer.
 */
export async function keepPace(ctx: Context): Promise<void> {
  const pause = pauseAfter(waits.get(ctx) ?? 0)
  if (pause >= 1) await sleep(pause)
}
