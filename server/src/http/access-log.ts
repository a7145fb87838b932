import { closeSync, fstatSync, openSync, statSync, writeSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import type { AccessLine, AccessLog } from '../context.ts'
import { rejectedPath } from './rejections.ts'

/** Interval for checking whether the log file was moved, in milliseconds. A moved file is opened again. */
const lookEveryMs = 1_000

/**
 * Opens the access log: JSON lines on standard output or appended to a file. The operator rotates the file by moving it
 * (logrotate without `copytruncate`). Lines go to a new file within a second.
 * @param target `off`, `stdout` or the path of a file
 * @param onFailure called once with the cause of failing writes, until they work again
 * @throws Error if the file cannot be opened
 */
export function openAccessLog(target: string, onFailure: (error: Error) => void): AccessLog | undefined {
  if (target === 'off') return undefined
  const write = target === 'stdout' ? (text: string) => void process.stdout.write(text) : appendTo(target)
  let isFailing = false
  return (line) => {
    try {
      write(`${JSON.stringify(line)}\n`)
      isFailing = false
    } catch (error) {
      if (!isFailing) onFailure(error as Error)
      isFailing = true
    }
  }
}

/** One write per line, so that lines of several processes in one file do not mix. */
function appendTo(path: string): (text: string) => void {
  let file = openSync(path, 'a', 0o640)
  let lookedAt = performance.now()
  return (text) => {
    if (performance.now() - lookedAt > lookEveryMs) {
      if (isMoved(file, path)) {
        const next = openSync(path, 'a', 0o640)
        closeSync(file)
        file = next
      }
      lookedAt = performance.now()
    }
    writeSync(file, text)
  }
}

function isMoved(file: number, path: string): boolean {
  const [open, there] = [fstatSync(file), statSync(path, { throwIfNoEntry: false })]
  return there === undefined || there.ino !== open.ino || there.dev !== open.dev
}

/**
 * Log line of a request that reached the framework.
 * @param status null if the client disconnected before the answer
 * @param address client address
 */
export function lineOf(
  request: FastifyRequest,
  status: number | null,
  ms: number | null,
  at: Date,
  address: string,
): AccessLine {
  const { caller, problem, routeOptions, span } = request
  const isKnown = caller !== undefined && caller.kind !== 'anonymous'
  const route = routeOptions.url ?? null
  return {
    at: at.toISOString(),
    request_id: request.id,
    method: request.method,
    route,
    ...(route === null && { path: rejectedPath(request) }),
    status,
    ms: ms === null ? null : Math.round(ms * 10) / 10,
    address: address || null,
    tenant_id: isKnown ? caller.tenantId : null,
    caller: isKnown ? caller.kind : 'anonymous',
    caller_id: isKnown ? caller.id : null,
    ...(problem !== undefined && { code: problem.code }),
    ...(span !== undefined && { trace_id: span.traceId }),
  }
}

/** Log line of data that never became a request of the framework. */
export function lineOfUnread(
  requestId: string,
  method: string | null,
  status: number,
  code: string,
  at: Date,
  address: string | null,
): AccessLine {
  const who = { address, tenant_id: null, caller: 'anonymous', caller_id: null }
  return { at: at.toISOString(), request_id: requestId, method, route: null, status, ms: null, ...who, code }
}
