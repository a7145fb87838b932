import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'

/** Attributes of a span. Never a secret, a body, a query, a statement parameter or a person's name (OPS-22). */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>

/** A span to start. */
export interface SpanStart {
  /** Low cardinality: a route, a statement, a kind of job; never an id. */
  readonly name: string
  /** SERVER answers a request, CONSUMER runs a job, CLIENT waits for the database or another machine. */
  readonly kind: 'SERVER' | 'CONSUMER' | 'CLIENT'
  readonly facts: SpanFacts
}

/** A started span. */
export interface Span {
  /** Id of the whole trace, 32 hexadecimal digits. */
  readonly traceId: string
  /** Whether it is sampled and has not ended; otherwise attributes are pointless. */
  isRecording(): boolean
  /** Starts a child span. */
  child(start: SpanStart): Span
  note(facts: SpanFacts): void
  /** @param type error code; never the message, which may contain values */
  fail(type: string): void
  end(): void
}

/** Number of exported spans since this process started. */
export interface SpanCounts {
  exported: number
  /** Rejected by the collector, or it was unreachable or too slow. */
  lost: number
  /** Whether the last attempt reached the collector. */
  isReached: boolean
}

/** Exports spans to a collector. */
export interface Tracing {
  /** Starts a root span, or a child of a request's `traceparent`. */
  begin(start: SpanStart, headers?: IncomingHttpHeaders): Span
  readonly counts: Readonly<SpanCounts>
  /** Exports the remaining spans, within a time limit. */
  close(): Promise<void>
}

const current = new AsyncLocalStorage<Span>()

/** The current span; always undefined while tracing is off. */
export function currentSpan(): Span | undefined {
  return current.getStore()
}

/** Runs `work`, including everything it awaits, inside a span. */
export function asPartOf<T>(span: Span, work: () => T): T {
  return current.run(span, work)
}

/** Work in a span, to which it may add attributes; undefined without tracing. */
type Work<T> = (span: Span | undefined) => Promise<T>

/** Runs `work` in a child of the current span, or else in a root span. */
export function inSpan<T>(tracing: Tracing | undefined, start: SpanStart, work: Work<T>): Promise<T> {
  if (tracing === undefined || currentSpan() !== undefined) return inPart(start, work)
  return ending(tracing.begin(start), work)
}

/** Runs `work` in a child of the current span; without one it just runs it. */
export function inPart<T>(start: SpanStart, work: Work<T>): Promise<T> {
  const parent = currentSpan()
  return parent?.isRecording() ? ending(parent.child(start), work) : work(undefined)
}

async function ending<T>(span: Span, work: Work<T>): Promise<T> {
  try {
    return await asPartOf(span, () => work(span))
  } catch (error) {
    span.fail(errorType(error))
    throw error
  } finally {
    span.end()
  }
}

/** Error code, such as that of PostgreSQL or of a refusal; else the class. Never the message. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}
