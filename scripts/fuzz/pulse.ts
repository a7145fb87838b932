import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Agent, request } from 'undici'

// Polls a server's liveness in a separate thread: a thread that sends large bodies would itself be late.

/** Measurements: the longest response in milliseconds, and the number of responses. */
export interface Pulse {
  readonly longest: number
  readonly count: number
}

/** Milliseconds between two polls. */
const pauseMs = 10

const { baseUrl } = workerData as { readonly baseUrl: string }
const dispatcher = new Agent({ connections: 1 })
const state = { isOver: false }
parentPort!.on('message', () => {
  state.isOver = true
})

async function ask(): Promise<void> {
  const answer = await request(`${baseUrl}/healthz`, { dispatcher })
  await answer.body.dump()
}

// The first one opens the connection.
await ask()
parentPort!.postMessage('begun')
let [longest, count] = [0, 0]
do {
  const began = performance.now()
  await ask()
  longest = Math.max(longest, performance.now() - began)
  count += 1
  await sleep(pauseMs)
} while (!state.isOver)
parentPort!.postMessage({ longest, count } satisfies Pulse)
await dispatcher.close()
parentPort!.close()
