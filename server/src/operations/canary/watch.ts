import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Context } from '../../context.ts'
import { type Canary, type CanaryRun, openCanary } from './commands.ts'
import type { Breach } from './rules.ts'

/** Between two operations of a run next to other work, in milliseconds. */
const usualRestMs = 200

/** What the runs of this process have found so far, for /metrics. */
export interface CanaryFigures {
  breaches: number
  /** Operations of the last run. */
  judged: number
  failed: number
  /** When the last run ended, in seconds since 1970. */
  ended_at: number
}

const figures = new WeakMap<Context, CanaryFigures>()

/** What the canary of this process found; undefined before its first run and without the setting. */
export function canaryFigures(ctx: Context): CanaryFigures | undefined {
  return figures.get(ctx)
}

/**
 * Runs the canary again and again, the first time at once. A breach is in the log as `fatal` as soon as it is
 * found (OPS-25).
 * @param restMs between two operations
 * @returns ends it, and waits until it has taken its credentials away
 */
export function keepCanary(ctx: Context, app: FastifyInstance, log: Logger, restMs = usualRestMs): () => Promise<void> {
  const ending = new AbortController()
  const running = keep(ctx, app, log, { restMs, signal: ending.signal })
  return async () => {
    ending.abort()
    await running
  }
}

async function keep(
  ctx: Context,
  app: FastifyInstance,
  log: Logger,
  options: { restMs: number; signal: AbortSignal },
): Promise<void> {
  const { signal } = options
  let canary: Canary | undefined
  while (!signal.aborted) {
    try {
      canary ??= await openCanary(ctx, app)
      note(ctx, log, await canary.run({ ...options, onBreach: (breach) => alarm(log, breach) }))
    } catch (error) {
      log.error({ err: error }, 'the canary could not run')
    }
    await sleep(ctx.config.canary_minutes * 60_000, undefined, { signal }).catch(() => {})
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
