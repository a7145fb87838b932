import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { pauseAfter } from './pace.rules.ts'

const waits = new WeakMap<Context, number>()

/** Reports the waiting time in milliseconds of uploads that this process is about to apply; 0 when none wait. */
export function noteWait(ctx: Context, waitedMs: number): void {
  waits.set(ctx, waitedMs)
}

/**
 * Delays acceptance slightly while applying lags behind. Otherwise callers that send as fast as they get responses use
 * the whole machine, and accepted uploads wait longer and longer.
 */
export async function keepPace(ctx: Context): Promise<void> {
  const pause = pauseAfter(waits.get(ctx) ?? 0)
  if (pause >= 1) await sleep(pause)
}
