import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { SpanCounts } from './spans.ts'

/** Maximum queued spans. Further ones are dropped and counted, so an unavailable collector costs no memory. */
const mostWaiting = 4_096
/** Spans per request to the collector, and maximum wait of the first one. */
const mostEach = 512
const longestWaitMs = 2_000

/** Queue of ended spans, with counts of the exported ones. */
export interface Queue {
  readonly processor: SpanProcessor
  readonly counts: Readonly<SpanCounts>
}

/**
 * Queues ended spans and exports them in the background. An outage of the collector is logged once when it begins and
 * once when it ends (OPS-23).
 */
export function createQueue(exporter: SpanExporter, log: Logger, timeoutMs: number): Queue {
  const counts: SpanCounts = { exported: 0, lost: 0, isReached: true }
  let waiting = 0
  const note = ({ code, error }: ExportResult, spans: number) => {
    const isReached = code === ExportResultCode.SUCCESS
    if (isReached) counts.exported += spans
    else counts.lost += spans
    if (isReached && !counts.isReached) log.info({ spans_lost: counts.lost }, 'the collector takes traces again')
    if (!isReached && counts.isReached) {
      log.warn({ reason: reasonOf(error) }, 'the collector takes no traces; they are lost until it does')
    }
    counts.isReached = isReached
  }
  const watched: SpanExporter = {
    export(spans, done) {
      waiting -= spans.length
      exporter.export(spans, (result) => {
        note(result, spans.length)
        // Lost spans are counted. An error here would keep a stop from waiting for the other batches.
        done({ code: ExportResultCode.SUCCESS })
      })
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
  const batches = new BatchSpanProcessor({
    exporter: watched,
    maxQueueSize: mostWaiting,
    maxExportBatchSize: mostEach,
    scheduledDelayMillis: longestWaitMs,
    exportTimeoutMillis: timeoutMs + 1_000,
  })
  const processor: SpanProcessor = {
    onStart: (span, parent) => batches.onStart(span, parent),
    onEnd(span: ReadableSpan) {
      if (waiting >= mostWaiting) {
        counts.lost += 1
        return
      }
      waiting += 1
      batches.onEnd(span)
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
  return { processor, counts }
}

/** A name with several addresses fails with one error per address, and without a message. */
function reasonOf(error: (Error & { code?: string | number }) | undefined): string {
  return error?.message || String(error?.code ?? error?.name ?? 'no answer')
}
