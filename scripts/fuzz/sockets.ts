import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { each, type Family, type Target } from './family.ts'

/** Maximum slowdown of a tenant while others hold connections. */
const mostSlower = 2
/** Responses faster than this many milliseconds count as equal. */
const leastMs = 5
/** The server disconnects clients without headers after ten seconds, checking every two. */
const cutOffWithinMs = 20_000
const callers = 4

interface Extent {
  idle: number
  slow: number
  /** Duration of each of the two measurements. */
  seconds: number
}

/** Connections that send nothing, or an occasional byte, while a tenant keeps working. */
export const sockets: Family = {
  what: 'connections that are idle or dripping, next to a tenant that works',
  async run(target) {
    const extent: Extent = {
      idle: target.inputs({ short: 500, usual: 2_000, deep: 10_000 }),
      ...(target.form === 'short' ? { slow: 40, seconds: 1.5 } : { slow: 200, seconds: 5 }),
    }
    await work(target, extent.seconds)
    const before = await work(target, extent.seconds)
    const attackers = await attack(target, extent)
    const during = await work(target, extent.seconds)
    const open = attackers.filter((socket) => !socket.destroyed).length
    const failures = [...before, ...during].filter(({ status }) => status !== 200).length
    target.judge(
      `${during.length} requests of a tenant were answered next to ${open} connections that send nothing or drip`,
      failures === 0 && open > extent.idle / 2 ? undefined : `    ${failures} failed, ${open} connections were open`,
    )
    if (target.form !== 'short') {
      judgeSpeed(target, before, during)
      await judgeEnd(target, attackers)
    }
    for (const socket of attackers) socket.destroy()
  },
}

interface Request {
  status: number
  ms: number
}

/** The tenant's work meanwhile: concurrent reads of an order. */
async function work({ caller }: Target, seconds: number): Promise<Request[]> {
  const until = performance.now() + seconds * 1_000
  const path = `/v1/orders/order/${caller.known.orderId}`
  const requests: Request[] = []
  const one = async () => {
    while (performance.now() < until) {
      const began = performance.now()
      const { status } = await caller.request('GET', path, caller.credentials.BearerAuth)
      requests.push({ status, ms: performance.now() - began })
    }
  }
  await Promise.all(Array.from({ length: callers }, one))
  return requests
}

async function attack({ baseUrl }: Target, { idle, slow }: Extent): Promise<Socket[]> {
  const { hostname, port } = new URL(baseUrl)
  const open = async (first: string, drip: string) => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => {})
    // Without reading, a client never learns that the other side has closed.
    socket.resume()
    await once(socket, 'connect').catch(() => {})
    if (first !== '') socket.write(first)
    if (drip === '') return socket
    const timer = setInterval(() => socket.writable && socket.write(drip), 250)
    socket.once('close', () => clearInterval(timer))
    return socket
  }
  const head = (method: string) => `${method} /v1/me HTTP/1.1\r\nHost: x\r\n`
  const body = 'Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n'
  const kinds = [
    ...Array.from({ length: slow }, () => [head('GET'), 'X-Drip: 1\r\n'] as const),
    ...Array.from(
      { length: slow },
      () => [head('POST').replace('/v1/me', '/v1/orders/order/upload') + body, ' '] as const,
    ),
    ...Array.from({ length: idle }, () => ['', ''] as const),
  ]
  return await each(kinds, 100, ([first, drip]) => open(first, drip))
}

function p99(requests: readonly Request[]): number {
  const sorted = requests.map(({ ms }) => ms).toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}

/** Compares two measurements of this run, so that the machine's speed does not matter. */
function judgeSpeed(target: Target, before: readonly Request[], during: readonly Request[]): void {
  const [calm, attacked] = [p99(before), p99(during)]
  const ratio = Math.max(attacked, leastMs) / Math.max(calm, leastMs)
  const figures = `p99 ${calm.toFixed(1)} ms before, ${attacked.toFixed(1)} ms meanwhile: ${ratio.toFixed(2)} times`
  target.judge(
    `the tenant is at most ${mostSlower} times as slow (${figures})`,
    ratio <= mostSlower ? undefined : `    ${figures}`,
  )
}

async function judgeEnd(target: Target, attackers: readonly Socket[]): Promise<void> {
  const began = performance.now()
  const isIdle = (socket: Socket) => !socket.destroyed && socket.bytesWritten === 0
  while (attackers.some(isIdle) && performance.now() - began < cutOffWithinMs) await sleep(200)
  const left = attackers.filter(isIdle).length
  target.judge(
    'connections that sent nothing are cut off',
    left === 0 ? undefined : `    ${left} are open after ${cutOffWithinMs} ms`,
  )
}
