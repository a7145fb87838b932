import { closeSync, fstatSync, openSync, statSync, writeSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import { rejectedPath } from './rejections.ts'

/** One request as the access log has it (OPS-19). Never a header, a body or a query. */
export interface AccessLine {
  /** When it was answered, UTC. */
  at: string
  request_id: string
  /** Null for what could not be read as a request. */
  method: string | null
  /** The path with the names of its parts, such as `/v1/orders/order/:id`; null where no endpoint is. */
  route: string | null
  /** Only where no endpoint is: the path without its query and without parts that are longer than any id. */
  path?: string
  /** Null when the client left before the answer. */
  status: number | null
  /** Milliseconds from the head of the request to the end of the answer; null without an answer. */
  ms: number | null
  tenant_id: string | null
  /** Where it came from: the connection, or what a proxy of TRUST_PROXY says; null when that is gone. */
  address: string | null
  /** Kind of caller; `anonymous` without credentials or with wrong ones. */
  caller: string
  /** Id of the API client, webhook credential, user or link. */
  caller_id: string | null
  /** What the answer says is wrong. */
  code?: string
  /** Where requests are traced. */
  trace_id?: string
}

/** Takes one line a request. It must not throw. */
export type AccessLog = (line: AccessLine) => void

/** How often a file is looked at, in milliseconds: one that was moved away is opened again. */
const lookEveryMs = 1_000

/**
 * Opens the access log: lines of JSON on standard output or at the end of a file. The operator rotates the file by moving
 * it (logrotate without `copytruncate`); the next line but for a second goes into a new one.
 * @param target `off`, `stdout` or the path of a file
 * @param onFailure called with what keeps lines from being written, once until it works again
 * @throws Error when the file cannot be opened
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

/** One write a line: so that lines of several processes in one file do not mix. */
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
 * The line of a request that reached the framework.
 * @param status null when the client left before
 * @param address where it came from
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

/** The line of what never became a request of the framework. */
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
