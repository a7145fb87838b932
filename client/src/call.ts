import { answers, readWarnings } from './answer.ts'
import { Problem, Unreached } from './problem.ts'
import { mayRepeat, pause, waitBefore } from './repeat.ts'
import type { Answers, Operation, Options, Settings, Text } from './settings.ts'
import { basic, Tokens } from './tokens.ts'

/** Creates the function that calls operations of one server. */
export function createCall(settings: Settings): Answers {
  const url = settings.url.replace(/\/+$/, '')
  const tokens = new Tokens(settings, async (operation, headers) => {
    const init = { method: operation.method, headers }
    const response = await repeat(settings, operation, {}, () => reach(settings, operation, url + operation.path, init))
    return (await readAnswer(operation, response)) as { access_token: string; expires_in: number }
  })
  return async <A>(operation: Operation, request: object, options: Options = {}) => {
    const address = url + pathOf(operation, request)
    const { body, type } = bodyOf(request)
    // One key for all attempts, so that the server treats them as one request.
    const key = operation.hasKey ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
    const given = { ...headersOf(operation, request, key), ...(type !== undefined && { 'content-type': type }) }
    const attempt = async () => {
      const headers = { ...given, authorization: await authorizationOf(settings, operation, tokens) }
      const init: RequestInit = { method: operation.method, headers, ...(body !== undefined && { body }) }
      return await reach(settings, operation, address, init, options.signal)
    }
    const response = await repeat(settings, operation, options, async () => {
      const first = await attempt()
      // The token may be revoked, or the clocks differ: one new token tells which.
      if (first.status !== 401 || operation.auth !== 'bearer' || !tokens.drop()) return first
      return await attempt()
    })
    return (await answerOf(settings, operation, response)) as A
  }
}

async function authorizationOf(settings: Settings, { auth }: Operation, tokens: Tokens): Promise<string> {
  if (auth === 'bearer') return `Bearer ${await tokens.get()}`
  return basic(auth === 'client' ? settings.client : settings.webhook, auth)
}

/** One attempt. `fetch` reports each network failure as a TypeError; an abort by the caller is rethrown unchanged. */
async function reach(
  { fetch: send = fetch, timeout = 60 }: Settings,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal?: AbortSignal,
): Promise<Response> {
  const limit = AbortSignal.timeout(timeout * 1000)
  try {
    return await send(url, { ...init, signal: signal ? AbortSignal.any([signal, limit]) : limit })
  } catch (error) {
    if (signal?.aborted || !(error instanceof TypeError || limit.aborted)) throw error
    throw new Unreached(operation.id, error)
  }
}

/** Repeats a request until it has a final answer, or throws the error of the last attempt. */
async function repeat(settings: Settings, operation: Operation, options: Options, attempt: () => Promise<Response>) {
  const { attempts = 4, longestWait = 60 } = settings
  for (let count = 1; ; count += 1) {
    const outcome = await attempt().catch((error: unknown) => {
      if (error instanceof Unreached && error.operation === operation.id) return error
      throw error
    })
    if (outcome instanceof Response && (outcome.ok || isGone(operation, outcome, count))) return outcome
    const problem = outcome instanceof Response ? await problemOf(operation, outcome) : outcome
    const wait = waitBefore(count, problem)
    if (count >= attempts || wait > longestWait || !mayRepeat(problem)) throw problem
    await pause(wait, options.signal)
  }
}

/** An earlier attempt has already removed the record: the request succeeded. */
function isGone({ method }: Operation, { status }: Response, count: number): boolean {
  return method === 'DELETE' && status === 404 && count > 1
}

async function problemOf(operation: Operation, response: Response): Promise<Problem> {
  const body = await response.json().catch(() => undefined)
  return new Problem(operation.id, response, body)
}

async function answerOf(settings: Settings, operation: Operation, response: Response): Promise<unknown> {
  const warnings = readWarnings(response.headers)
  if (warnings.length > 0) settings.onWarnings?.(warnings, operation.id)
  if (response.status === 204 || response.status === 404) return undefined
  const answer = await readAnswer(operation, response)
  if (typeof answer === 'object' && answer !== null) {
    const isRepeat = response.headers.get('idempotency-replayed') === 'true'
    answers.set(answer, { status: response.status, headers: response.headers, warnings, isRepeat })
  }
  return answer
}

async function readAnswer(operation: Operation, response: Response): Promise<unknown> {
  try {
    return operation.isFile ? await response.blob() : await response.json()
  } catch (error) {
    throw error instanceof SyntaxError
      ? new Problem(operation.id, response, undefined)
      : new Unreached(operation.id, error)
  }
}

function headersOf(operation: Operation, request: object, key: string | undefined): Record<string, string> {
  const given = Object.entries(request).filter(([name, value]) => operation.headers?.includes(name) && value != null)
  return {
    accept: operation.isFile ? '*/*' : 'application/json',
    ...Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), String(value)])),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
}

/** Path and query of a request. */
function pathOf(operation: Operation, request: object): string {
  const given = request as Record<string, unknown>
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (given[name] === undefined || given[name] === '') throw new TypeError(`${operation.id} needs ${name}`)
    return encodeURIComponent(String(given[name]))
  })
  const query = new URLSearchParams()
  for (const name of operation.query ?? []) {
    const value = given[name]
    if (value !== undefined && value !== null) query.append(name, String(value))
  }
  return query.size === 0 ? path : `${path}?${query}`
}

/** Encodes a body: a file unchanged, a form if members are files, otherwise JSON. */
function bodyOf(request: object): { body?: Blob | FormData | string; type?: string } {
  const { body } = request as { body?: unknown }
  if (body === undefined) return {}
  if (body instanceof Blob) return { body, type: body.type || 'application/octet-stream' }
  if (isText(body)) return { body: body.text, type: body.type }
  const members = typeof body === 'object' && body !== null ? Object.entries(body) : []
  if (!members.some(([, member]) => member instanceof Blob)) {
    return { body: JSON.stringify(body), type: 'application/json' }
  }
  const form = new FormData()
  for (const [name, member] of members) form.append(name, member instanceof Blob ? member : String(member))
  return { body: form }
}

function isText(body: unknown): body is Text {
  const { text, type, ...others } = Object(body) as Partial<Text>
  return typeof text === 'string' && typeof type === 'string' && type.includes('/') && Object.keys(others).length === 0
}
