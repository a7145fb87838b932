import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { backgroundLoops, buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { DatabaseRefused } from '../db/failure.ts'
import { startDraining } from '../http/draining.ts'
import { type Loops, startLoops } from '../jobs/loop.ts'
import { keepCanary } from '../operations/canary/watch.ts'
import { isUnsafe, readSafety } from '../operations/health.ts'
import { ensureWebFiles } from '../operations/pages.ts'
import { openTracing } from '../tracing/open.ts'
import { returnMemory } from './memory.ts'
import { PortBusy } from './port-busy.ts'
import { type Started, startContext } from './start-context.ts'
import { onStopRequest } from './stopping.ts'

/** Duties of one process. */
export interface Duties {
  /** Answer HTTP requests. */
  http: boolean
  /** Do background work. */
  work: boolean
}

/** A running process of the server. */
export interface Running {
  readonly started: Started
  /** Address of the service without a trailing slash; undefined without HTTP. */
  readonly url: string | undefined
  /**
   * Resolves once the process was asked to stop and everything has stopped.
   * @throws DatabaseRefused if it stopped because the database is unsuitable
   */
  readonly ended: Promise<void>
  /** Stops cleanly; the same as a SIGTERM. */
  stop(): Promise<void>
}

/** Maximum milliseconds for running requests and batches to finish after a stop request. */
const longestDrain = 20_000
/** The same for unsent traces. */
const longestFlush = 6_000

/**
 * Starts this process and returns once it is ready. SIGTERM and SIGINT stop it cleanly: readiness off, DRAIN_SECONDS of
 * further answering, no new requests, running ones finish (20 s at most), background work ends, pools close, the
 * embedded database stops last.
 * @throws PortBusy, and errors of startContext
 */
export async function start(config: Config, duties: Duties, log: Logger): Promise<Running> {
  // Before the database starts: a busy port must not leave a half-made installation behind.
  if (duties.http) await checkPort(config)
  let stoppedEarly = false
  const forgetEarly = onStopRequest(() => {
    stoppedEarly = true
  })
  const started = await startContext(config, log, await openTracing(config.tracing, log))
  const parts: Parts = { started, app: undefined, loops: undefined, log }
  try {
    await warnIfUnsafe(started, log)
    if (duties.http) parts.app = await listen(started, config)
    if (duties.work) parts.loops = startLoops(backgroundLoops(started.ctx), started.bell, log)
    parts.keepMemory = returnMemory()
    if (parts.app && config.canary_minutes > 0) parts.endCanary = keepCanary(started.ctx, parts.app, log)
  } catch (error) {
    await stopAll(parts)
    throw error
  }
  const running = run(parts, config)
  forgetEarly()
  if (stoppedEarly) void running.stop()
  return running
}

interface Parts {
  started: Started
  app: FastifyInstance | undefined
  loops: Loops | undefined
  /** Stops returning memory. */
  keepMemory?: () => void
  /** Stops the canary. */
  endCanary?: () => Promise<void>
  log: Logger
}

function run(parts: Parts, config: Config): Running {
  const { log, app } = parts
  const end = Promise.withResolvers<void>()
  // The error is reported to the code that awaits the end. Until then it must not count as unhandled.
  end.promise.catch(() => {})
  let stopping: Promise<void> | undefined
  const stop = (why?: DatabaseRefused) => {
    stopping ??= stopAll(parts).then(() => (why ? end.reject(why) : end.resolve()), end.reject)
    return stopping
  }
  onStopRequest((reason) => {
    log.info({ reason }, 'stopping')
    void stop()
  })
  void parts.started.refused.then((refusal) => {
    log.fatal({ reason: refusal.message }, 'the database failed its checks: stopping')
    void stop(refusal)
  })
  return { started: parts.started, url: app && addressOf(app, config), ended: end.promise, stop: () => stop() }
}

async function stopAll(parts: Parts): Promise<void> {
  const { app, loops, started, log } = parts
  parts.keepMemory?.()
  await parts.endCanary?.()
  if (app) {
    startDraining(app)
    await sleep(started.ctx.config.drain_seconds * 1_000)
  }
  if (app) await within(longestDrain, app.close(), () => app.server.closeAllConnections())
  // Interrupting a batch is safe because its lease expires; waiting forever is not.
  if (loops) await within(longestDrain, loops.stop(), () => log.warn('background work did not end in time'))
  const { tracing } = started.ctx
  if (tracing) await within(longestFlush, tracing.close(), () => log.warn('the last traces were not sent in time'))
  await within(longestDrain, started.close(), () => log.warn('the database did not close in time'))
}

async function within(milliseconds: number, work: Promise<unknown>, onLate: () => void): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    onLate()
    late.resolve()
  }, milliseconds)
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

async function listen(started: Started, config: Config): Promise<FastifyInstance> {
  const { app } = buildApp(started.ctx)
  ensureWebFiles(started.ctx.log)
  try {
    await app.listen({ host: config.host, port: config.port })
    return app
  } catch (error) {
    await app.close()
    throw explainListen(error, config)
  }
}

/** @throws PortBusy if the port is in use */
async function checkPort(config: Config): Promise<void> {
  const probe = createServer()
  try {
    probe.listen({ host: config.host, port: config.port })
    await once(probe, 'listening')
  } catch (error) {
    throw explainListen(error, config)
  } finally {
    probe.close()
  }
}

function explainListen(error: unknown, config: Config): unknown {
  const { code } = error as NodeJS.ErrnoException
  const { host, port } = config
  if (code === 'EADDRINUSE') {
    const other = port === 65_535 ? 8081 : port + 1
    return new PortBusy(
      `Port ${port} on ${host} is in use by another program. Stop it, or choose another port: PORT=${other} npm start`,
    )
  }
  if (code === 'EACCES')
    return new PortBusy(`This user may not listen on port ${port}. Choose one above 1023 with PORT.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new PortBusy(`This machine has no address ${host} to listen on. Set HOST to 127.0.0.1 or 0.0.0.0.`)
  }
  return error
}

/** The address to show people: PUBLIC_URL, else a local one. */
function addressOf(app: FastifyInstance, config: Config): string {
  if (config.public_url) return config.public_url
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const anywhere = config.host === '0.0.0.0' || config.host === '::'
  const host = anywhere ? '127.0.0.1' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function warnIfUnsafe(started: Started, log: Logger): Promise<void> {
  const safety = await readSafety(started.ctx.db)
  if (!isUnsafe(safety) || started.ctx.config.is_test) return
  log.error(safety, 'the database may lose committed data, so this server will not become ready')
}
