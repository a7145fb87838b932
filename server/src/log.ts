import { type DestinationStream, type Logger, pino } from 'pino'
import { currentSpan } from './tracing/spans.ts'

/**
 * Log of one process, on standard error so that standard output stays for answers and the start block. One JSON object
 * per line; in a terminal one readable line instead. Lines of a traced request or job name its trace.
 */
export function createLog(level: string): Logger {
  const options = { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime, mixin: traceOf }
  return process.stderr.isTTY ? pino(options, readable(process.stderr)) : pino(options, pino.destination(2))
}

/** A new object each time, because pino writes the line's fields into it. */
function traceOf(): { trace_id?: string } {
  const span = currentSpan()
  return span === undefined ? {} : { trace_id: span.traceId }
}

/** Writes `12:03:04 warn  message {facts}` for people. */
function readable(stream: NodeJS.WriteStream): DestinationStream {
  return {
    write(line) {
      const { time, level, msg, pid, err, ...facts } = JSON.parse(line)
      const name = pino.levels.labels[level] ?? String(level)
      const more = Object.keys(facts).length === 0 ? '' : ` ${JSON.stringify(facts)}`
      const stack = err === undefined ? '' : `\n${err.stack ?? err.message}`
      stream.write(`${String(time).slice(11, 19)} ${name.padEnd(5)} ${msg ?? ''}${more}${stack}\n`)
    },
  }
}
