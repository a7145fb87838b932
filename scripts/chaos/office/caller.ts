// A caller that is as careful as an integrator has to be: what was not answered is looked for, and only then done again.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createToken } from '@cartage/contract/auth/endpoints'
import { type Call, CallError, client, UnreachedError } from '@cartage/contract/client'
import { basicOf, openSession, type TenantFacts } from '../../scratch.ts'

/** How one haulier, its planner and its carriers call processes that may be down at any moment. */
export interface Caller {
  /** A program of the haulier: one request. */
  readonly program: Call
  /** Its planner, as the screens call: one request. */
  readonly planner: Call
  /** A program of the haulier that repeats each request under its key until it is answered. */
  readonly repeating: Call
  /** A carrier, which repeats in the same way. */
  readonly carrier: Call
  /** Sends a file as a carrier does, in the same way. */
  sendFile(path: string, name: string, bytes: Buffer): Promise<void>
  /** Reads a file as a program of the haulier does. */
  readFile(path: string): Promise<Buffer>
  /** Answers of 5xx that are not 503: there may be none. */
  readonly faults: readonly string[]
  /** Requests that got no answer so far. */
  unanswered(): number
}

interface State {
  readonly urls: readonly string[]
  readonly faults: string[]
  unanswered: number
}

const patienceMs = 15_000
const pauseMs = 150
/** A request that is still open after this is a failed run. */
const longestMs = 240_000

/** Logs in and gets a token. @param urls of the processes that serve; each request goes to one of them */
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

/** Sends to any of the processes. @throws TypeError when there was no answer, as `fetch` does, also for one that took too long */
function sendTo(state: State): typeof fetch {
  return async (path, init) => {
    const url = state.urls[Math.floor(Math.random() * state.urls.length)]!
    try {
      const answer = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(patienceMs) })
      // Read whole: a process that dies in the middle of an answer has not answered.
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

/** A file was not taken, or not handed out, yet. */
class FileOpen extends Error {}

/** One request for a file or with one. @throws FileOpen when it is to be repeated */
async function exchange(send: typeof fetch, path: string, init: RequestInit): Promise<Buffer> {
  const answer = await send(path, init).catch((error: unknown) => {
    throw new FileOpen('no answer', { cause: error })
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status === 503) throw new FileOpen(`${bytes}`)
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${bytes}`)
  return bytes
}

/** Calls that are repeated under one key until they are answered. */
function repeated(headers: Record<string, string>, send: typeof fetch): Call {
  return async (endpoint, request) => {
    const call = client('', { ...headers, 'idempotency-key': randomUUID() }, send)
    return await untilAnswered(() => call(endpoint, request))
  }
}

/** Whether what was requested may have been done all the same, or was not done yet. */
function isOpen(error: unknown): boolean {
  if (error instanceof UnreachedError || error instanceof FileOpen) return true
  if (!(error instanceof CallError)) return false
  return error.status === 503 || error.body.code === 'creation_running' || error.body.code === 'creation_unknown'
}

/** Requests something that may be requested any number of times, until it is answered. @throws for a refusal */
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
 * Does what must happen once: it is requested while it cannot be found. A refusal after a request without an answer is one of
 * something that is done already, and it is looked for again.
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

/** Waits for what the processes do by themselves. @throws when it does not come */
export async function untilSeen<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + longestMs
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${longestMs / 1_000} s`)
    await sleep(pauseMs)
  }
}
