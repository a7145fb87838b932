import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'

/** What a span says. Never a secret, a body, a query, a parameter of a statement or a name of a person (OPS-22). */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>

/** A piece of work that begins. */
export interface SpanStart {
  /** One of few: of a route, a statement, a kind of job; never an id. */
  readonly name: string
  /** SERVER answers a request, CONSUMER does a job, CLIENT waits for the database or another machine. */
  readonly kind: 'SERVER' | 'CONSUMER' | 'CLIENT'
  readonly facts: SpanFacts
}

/** A piece of work that has begun. */
export interface Span {
  /** Of the whole trace, 32 hexadecimal digits. */
  readonly traceId: string
  /** Whether it will be exported and has not ended: otherwise there is nothing to note. */
  isRecording(): boolean
  /** Begins a piece of this work. */
  child(start: SpanStart): Span
  note(facts: SpanFacts): void
  /** @param type the code of an error; never its message, which may have values in it */
  fail(type: string): void
  end(): void
}

/** How many spans arrived since this process started. */
export interface SpanCounts {
  exported: number
  /** The collector refused them, could not be reached, or was too slow. */
  lost: number
  /** Whether the last attempt reached the collector. */
  isReached: boolean
}

/** Sends spans to a collector. */
export interface Tracing {
  /** Begins work of its own, or work that goes on from the `traceparent` of a request. */
  begin(start: SpanStart, headers?: IncomingHttpHeaders): Span
  readonly counts: Readonly<SpanCounts>
  /** Sends the spans that are left, for a bounded time. */
  close(): Promise<void>
}

const current = new AsyncLocalStorage<Span>()

/** The work that goes on now; always undefined when tracing is off. */
export function currentSpan(): Span | undefined {
  return current.getStore()
}

/** Runs `work` as part of a span, with everything that it waits for. */
export function asPartOf<T>(span: Span, work: () => T): T {
  return current.run(span, work)
}

/** Work in a span, which it may add to; undefined where nothing is traced. */
type Work<T> = (span: Span | undefined) => Promise<T>

/** Runs `work` as a span: a piece of the work that goes on now, or else work of its own. */
export function inSpan<T>(tracing: Tracing | undefined, start: SpanStart, work: Work<T>): Promise<T> {
  if (tracing === undefined || currentSpan() !== undefined) return inPart(start, work)
  return ending(tracing.begin(start), work)
}

/** Runs `work` as a piece of the work that goes on now; just runs it where nothing is traced. */
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

/** The code of an error, such as that of PostgreSQL or of a refusal; else its class. Never its message. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}
