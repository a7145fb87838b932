// Callers that keep connections open, as customers' programs do, and count every unexpected response.
import { Agent, type IncomingMessage, request } from 'node:http'
import { sampleOrder } from '../../seeds/sample-orders.ts'

/** Several callers that send requests until stopped. */
export interface Callers {
  /** Number of responses so far. */
  count(): number
  /** Longest response time in milliseconds. */
  longest(): number
  /** Waits for a number of responses. */
  until(requests: number): Promise<void>
  stop(): Promise<{ requests: number; accepted: number; failures: readonly string[] }>
}

interface State {
  stopped: boolean
  requests: number
  accepted: number
  longest: number
  failures: string[]
}

/** Starts callers that send orders and read the event log and their own data, each over one persistent connection. */
export function startCallers(url: string, token: string, callers: number): Callers {
  const state: State = { stopped: false, requests: 0, accepted: 0, longest: 0, failures: [] }
  const running = Array.from({ length: callers }, (_, caller) => callOnAndOn(caller, url, token, state))
  return {
    count: () => state.requests,
    longest: () => Math.round(state.longest),
    async until(requests) {
      while (state.requests < requests) await new Promise((resolve) => setTimeout(resolve, 100))
    },
    async stop() {
      state.stopped = true
      await Promise.all(running)
      return state
    },
  }
}

const reads = ['/v1/events', '/v1/me', '/v1/companies/company']

async function callOnAndOn(caller: number, url: string, token: string, state: State): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let round = 0; !state.stopped; round += 1) {
    const isOrder = round % 4 === 0
    const body = isOrder
      ? JSON.stringify({ ...sampleOrder(1, new Date('2026-03-01')), order_identifier: `R-${caller}-${round}` })
      : undefined
    const path = isOrder ? '/v1/orders/order/upload' : reads[round % reads.length]!
    const began = performance.now()
    const answer = await send(agent, `${url}${path}`, token, body)
    state.longest = Math.max(state.longest, performance.now() - began)
    state.requests += 1
    if (answer !== 200) state.failures.push(`${body ? 'POST' : 'GET'} ${path}: ${answer}`)
    else if (isOrder) state.accepted += 1
  }
  agent.destroy()
}

/** Status; for a refusal also its origin, because only ours have a request id. */
function statusOf({ statusCode = 0, headers }: IncomingMessage): number | string {
  return statusCode < 400 ? statusCode : `${statusCode} of ${headers['x-request-id'] ? 'Cartage' : 'the proxy'}`
}

/** Status of the response, or why there is none. */
function send(agent: Agent, url: string, token: string, body: string | undefined): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const call = request(url, { agent, method: body ? 'POST' : 'GET', headers, timeout: 30_000 }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(statusOf(answer)))
      answer.once('error', (error) => resolve(`cut off: ${error.message}`))
    })
    call.once('timeout', () => call.destroy(new Error('no answer within 30 s')))
    call.once('error', (error) => resolve(error.message))
    call.end(body)
  })
}
