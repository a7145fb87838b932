import { currentSpan, errorType } from '../tracing/spans.ts'

/**
 * Traces a statement as a span of the current request or job; outside of one it just runs it. The span has the
 * statement's name, never its values (OPS-22).
 */
export function traced<Result extends { rowCount: number | null }>(
  name: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const parent = currentSpan()
  if (!parent?.isRecording()) return run()
  const span = parent.child({ name, kind: 'CLIENT', facts: { 'db.system.name': 'postgresql' } })
  return run().then(
    (result) => {
      span.note({ 'db.response.returned_rows': result.rowCount ?? 0 })
      span.end()
      return result
    },
    (error: unknown) => {
      span.fail(errorType(error))
      span.end()
      throw error
    },
  )
}
