import type { Logger } from 'pino'
import type { TracingSettings } from './settings.ts'
import type { Tracing } from './spans.ts'

/**
 * Sends spans to the configured collector. Without one nothing is loaded (OPS-22).
 * @param timeoutMs limit for one export including retries; a stop waits no longer than that
 */
export async function openTracing(
  settings: TracingSettings | undefined,
  log: Logger,
  timeoutMs = 5_000,
): Promise<Tracing | undefined> {
  if (settings === undefined) return undefined
  const { createTracing } = await import('./sdk.ts')
  const tracing = createTracing(settings, log, timeoutMs)
  log.info({ collector: new URL(settings.url).origin }, 'traces go to a collector')
  return tracing
}
