// Caller as careful as an integrator has to be: after a missing response it checks whether the action was done before
// repeating it.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createToken } from '@cartage/contract/auth/endpoints'
import { type Call, CallError, client, UnreachedError } from '@cartage/contract/client'
import { basicOf, openSession, type TenantFacts } from '../../scratch.ts'

/** Calls of one haulier, its planner and its carriers to processes that may be down at any moment. */
export interface Caller {
  /** Program of the haulier: single request. */
  readonly program: Call
  /** Planner's screens: single request. */
  readonly planner: Call
  /** Program of the haulier that retries each request under its key until it gets a response. */
  readonly repeating: Call
  /** Carrier that retries in the same way. */
  readonly carrier: Call
  /** Uploads a file as a carrier, with retries. */
  sendFile(path: string, name: string, bytes: Buffer): Promise<void>
  /** Downloads a file as a program of the haulier. */
  readFile(path: string): Promise<Buffer>
  /** 5xx responses other than 503, which must not occur. */
  readonly faults: readonly string[]
  /** Requests without a response so far. */
  unanswered(): number
}

interface State {
  readonly urls: readonly string[]
  readonly faults: string[]
  unanswered: number
}

const patienceMs = 15_000
const pauseMs = 150
/** If a request is still open after this, the run fails. */
const longestMs = 240_000

/**
 * Signs in and gets a token.
 * @param urls of the serving processes; each request goes to one of them
 */
export async function openCaller(urls: readonly string[], facts: TenantFacts): Promise<Caller> {
  const state: State = { urls, faults: [], unanswered: 0 }
  const send = sendTo(state)
  const api = basicOf(facts.api_client)
  const { access_token } = await untilAnswered(() => client('', { authorization: api }, send)(createToken, {}))
  const bearer = { authorization: `Bearer ${access_token}` }
  const session = await untilAnswered(() => openSession('', facts, send))
  const webhook = { authorization: basicOf(facts.webhook_credentials) }
  return {
    program: client('', () => ({ ...bearer, 'idempotency-key': randomUUID() }), send),
    planner: client('', () => ({ ...session, 'idempotency-key': randomUUID() }), send),
    repeating: repeated(bearer, send),
    carrier: repeated(webhook, send),
    async sendFile(path, name, bytes) {
      const headers = {
        ...webhook,
        'idempotency-key': randomUUID(),
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename=${name}`,
      }
      await untilAnswered(() => exchange(send, path, { method: 'POST', headers, body: new Uint8Array(bytes) }))
    },
    readFile: (path) => untilAnswered(() => exchange(send, path, { headers: bearer })),
    faults: state.faults,
    unanswered: () => state.unanswered,
  }
}

/**
 * Sends to a random process.
 * @throws TypeError without a response, as `fetch` does, including timeouts
 */
function sendTo(state: State): typeof fetch {
  return async (path, init) => {
    const url = state.urls[Math.floor(Math.random() * state.urls.length)]!
    try {
      const answer = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(patienceMs) })
      // Read completely: a process that dies while responding counts as no response.
      const bytes = await answer.arrayBuffer()
      const { status, headers } = answer
      if (status >= 500 && status !== 503) state.faults.push(`${path}: ${status} ${Buffer.from(bytes)}`)
      return new Response(status === 204 ? null : bytes, { status, headers })
    } catch (error) {
      state.unanswered += 1
      throw new TypeError('no answer', { cause: error })
    }
  }
}

/** A file upload or download that must be retried. */
class FileOpen extends Error {}

/**
 * One file request.
 * @throws FileOpen if it must be retried
 */
async function exchange(send: typeof fetch, path: string, init: RequestInit): Promise<Buffer> {
  const answer = await send(path, init).catch((error: unknown) => {
    throw new FileOpen('no answer', { cause: error })
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status === 503) throw new FileOpen(`${bytes}`)
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${bytes}`)
  return bytes
}

/** Calls retried under one key until they get a response. */
function repeated(headers: Record<string, string>, send: typeof fetch): Call {
  return async (endpoint, request) => {
    const call = client('', { ...headers, 'idempotency-key': randomUUID() }, send)
    return await untilAnswered(() => call(endpoint, request))
  }
}

/** Whether the outcome of a request is unknown, or it was not processed yet. */
function isOpen(error: unknown): boolean {
  if (error instanceof UnreachedError || error instanceof FileOpen) return true
  if (!(error instanceof CallError)) return false
  return error.status === 503 || error.body.code === 'creation_running' || error.body.code === 'creation_unknown'
}

/**
 * Retries an idempotent request until it gets a response.
 * @throws for a refusal
 */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + longestMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!isOpen(error) || Date.now() > deadline) throw error
      await sleep(pauseMs)
    }
  }
}

/**
 * Does something exactly once: requests it while it cannot be found. A refusal after a request without a response may
 * mean that it is already done, so it is looked up again.
 * @throws for a refusal of the first request
 */
export async function untilThere<T>(find: () => Promise<T | undefined>, ask: () => Promise<unknown>): Promise<T> {
  const deadline = Date.now() + longestMs
  for (let isRepeat = false; ; ) {
    const found = await find()
    if (found !== undefined) return found
    try {
      await ask()
    } catch (error) {
      const isLate = isRepeat && error instanceof CallError && error.status === 409
      if ((!isOpen(error) && !isLate) || Date.now() > deadline) throw error
      isRepeat = true
      await sleep(pauseMs)
    }
  }
}

/**
 * Waits for background work.
 * @throws if it does not finish in time
 */
export async function untilSeen<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + longestMs
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${longestMs / 1_000} s`)
    await sleep(pauseMs)
  }
}
