import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Context } from '../../context.ts'
import { type Canary, type CanaryRun, openCanary } from './commands.ts'
import type { Breach } from './rules.ts'

/** Pauses of a canary, in milliseconds. */
export interface CanaryRests {
  /** Between two operations of a run, so that other work is not affected. */
  operationMs: number
  /** Before the next attempt after a failed run: the database may be back by then. */
  failureMs: number
}

const usualRests: CanaryRests = { operationMs: 200, failureMs: 60_000 }

/** Results of this process's runs so far, for /metrics. */
export interface CanaryFigures {
  breaches: number
  /** Judged operations of the last run. */
  judged: number
  failed: number
  /** When the last run ended, in seconds since 1970. */
  ended_at: number
}

const figures = new WeakMap<Context, CanaryFigures>()

/** Results of the canary of this process; undefined before its first run and without the setting. */
export function canaryFigures(ctx: Context): CanaryFigures | undefined {
  return figures.get(ctx)
}

/**
 * Runs the canary repeatedly, the first time at once, and soon again after a failed run. A breach is logged as `fatal`
 * as soon as it is found (OPS-25).
 * @returns a function that ends it, and waits until its credentials are removed
 */
export function keepCanary(
  ctx: Context,
  app: FastifyInstance,
  log: Logger,
  rests: CanaryRests = usualRests,
): () => Promise<void> {
  const ending = new AbortController()
  const running = keep(ctx, app, log, { rests, signal: ending.signal })
  return async () => {
    ending.abort()
    await running
  }
}

async function keep(
  ctx: Context,
  app: FastifyInstance,
  log: Logger,
  { rests, signal }: { rests: CanaryRests; signal: AbortSignal },
): Promise<void> {
  const usualMs = ctx.config.canary_minutes * 60_000
  let canary: Canary | undefined
  while (!signal.aborted) {
    let restMs = usualMs
    try {
      canary ??= await openCanary(ctx, app)
      const onBreach = (breach: Breach) => alarm(log, breach)
      note(ctx, log, await canary.run({ restMs: rests.operationMs, signal, onBreach }))
    } catch (error) {
      log.error({ err: error }, 'the canary could not run')
      restMs = Math.min(usualMs, rests.failureMs)
    }
    await sleep(restMs, undefined, { signal }).catch(() => {})
  }
  await canary?.close().catch((error: unknown) => log.warn({ err: error }, 'the client of the canary was not removed'))
}

function alarm(log: Logger, { operation, what }: Breach): void {
  log.fatal({ operation }, `records of another tenant can be read: ${operation} ${what}`)
}

function note(ctx: Context, log: Logger, { judged, failed, breaches }: CanaryRun): void {
  if (failed.length > 0) log.warn({ operations: failed }, 'the canary could not judge some operations')
  const before = figures.get(ctx)?.breaches ?? 0
  figures.set(ctx, {
    ...{ breaches: before + breaches.length, judged, failed: failed.length },
    ended_at: Math.round(ctx.now().getTime() / 1_000),
  })
}
