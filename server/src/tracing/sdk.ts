import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { version } from '../version.ts'
import { createQueue } from './queue.ts'
import type { SamplerSettings, TracingSettings } from './settings.ts'
import type { Span, SpanFacts, SpanStart, Tracing } from './spans.ts'

/** Maximum recorded parts of one request or job: work with many thousand statements would displace all other spans. */
const mostParts = 500

const propagator = new W3CTraceContextPropagator()

/**
 * The OpenTelemetry SDK with our spans. Nothing is registered globally: the only spans are of this process's own work.
 * Only this module imports the SDK, and only `openTracing` imports this module.
 */
export function createTracing(settings: TracingSettings, log: Logger, timeoutMs: number): Tracing {
  const { url, headers, serviceName } = settings
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: timeoutMs })
  const queue = createQueue(exporter, log, timeoutMs)
  const provider = new TracerProvider({
    sampler: samplerOf(settings.sampler),
    spanLimits: { attributeValueLengthLimit: 256 },
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': serviceName,
        'service.version': version,
        'service.instance.id': randomUUID(),
      }),
    ),
    spanProcessors: [queue.processor],
  })
  const tracer = provider.getTracer('cartage', version)
  return {
    counts: queue.counts,
    begin: (start, given) => new RecordedSpan(tracer, start, parentOf(given), { left: mostParts }),
    // Failed exports were already logged and counted.
    close: () => provider.shutdown().catch(() => {}),
  }
}

function samplerOf({ followsCaller, ratio }: SamplerSettings): Sampler {
  const root = ratio === 1 ? new AlwaysOnSampler() : ratio === 0 ? new AlwaysOffSampler() : partOf(ratio)
  // Parts of a trace follow its first span, so that no trace has gaps.
  return followsCaller
    ? new ParentBasedSampler({ root })
    : new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root })
}

function partOf(ratio: number): Sampler {
  return new TraceIdRatioBasedSampler(ratio)
}

function parentOf(headers: IncomingHttpHeaders | undefined): Context {
  return headers === undefined ? ROOT_CONTEXT : propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
}

const kinds = { SERVER: SpanKind.SERVER, CONSUMER: SpanKind.CONSUMER, CLIENT: SpanKind.CLIENT } as const

class RecordedSpan implements Span {
  readonly traceId: string
  private readonly tracer: Tracer
  private readonly span: SdkSpan
  /** Shared by all spans of a trace in this process. */
  private readonly room: { left: number }

  constructor(tracer: Tracer, { name, kind, facts }: SpanStart, parent: Context, room: { left: number }) {
    this.tracer = tracer
    this.room = room
    this.span = tracer.startSpan(name, { kind: kinds[kind], attributes: facts }, parent)
    this.traceId = this.span.spanContext().traceId
  }

  isRecording(): boolean {
    return this.room.left > 0 && this.span.isRecording()
  }

  child(start: SpanStart): Span {
    this.room.left -= 1
    return new RecordedSpan(this.tracer, start, trace.setSpan(ROOT_CONTEXT, this.span), this.room)
  }

  note(facts: SpanFacts): void {
    this.span.setAttributes(facts)
  }

  fail(type: string): void {
    this.span.setAttribute('error.type', type)
    this.span.setStatus({ code: SpanStatusCode.ERROR })
  }

  end(): void {
    if (this.span.isRecording()) this.span.end()
  }
}
