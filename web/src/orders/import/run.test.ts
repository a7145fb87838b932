import { client, UnreachedError } from '@cartage/contract/client'
import { expect, test } from 'vitest'
import { importServer } from './queries.ts'
import { goOn, type ImportRun, newRun, type RunWorld } from './run.ts'

const reading = { today: '2026-11-21', language: 'nl-NL' }
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    row: { line: at + 2, values: { customer: 'Mill', reference: `PO-${at}` } },
    faults: [],
    warnings: [],
    order: at + 2,
  }))
const jobOf = (count: number) => ({
  name: 'orders.csv',
  sheet: [{ line: 1, cells: ['Klant'] }],
  columns: ['customer' as const],
  again: 0,
  checked: lines(count),
  reading,
})

/** A fake server that identifies lines by their import key and is offline on demand. */
function serverOf() {
  const orders = new Map<string, string>()
  const state = { isAway: false, awayAfter: Number.POSITIVE_INFINITY, requests: 0 }
  const send = async (url: string | URL | globalThis.Request, init?: RequestInit) => {
    state.requests += 1
    if (state.isAway || state.requests > state.awayAfter) throw new TypeError('failed to fetch')
    const body = JSON.parse(String(init?.body))
    const items = String(url).endsWith('/import')
      ? body.rows.map(({ line }: { line: number }) => {
          const key = `${body.import_key} ${line}`
          const is_repeat = orders.has(key)
          if (!is_repeat) orders.set(key, `upload-${orders.size}`)
          return { line, upload_id: orders.get(key), is_repeat, errors: [] }
        })
      : body.upload_ids.map((upload_id: string) => ({ upload_id, upload_status: 'COMPLETED', order_id: upload_id }))
    return new Response(JSON.stringify({ items }), { status: 200 })
  }
  return { state, orders, requests: importServer(client('', {}, send)) }
}

function worldOf(server: ReturnType<typeof serverOf>) {
  const shown: ImportRun[] = []
  const world: RunWorld = {
    server: server.requests,
    isOurs: () => true,
    pause: async () => {},
    show: (run) => shown.push(run),
  }
  return { world, last: () => shown.at(-1)! }
}
const states = (run: ImportRun) => run.results.map(({ state }) => state)

test('a run that stopped after five attempts keeps its open lines and continues with them; nothing is imported twice', async () => {
  const server = serverOf()
  const { world, last } = worldOf(server)
  server.state.awayAfter = 1
  await goOn(newRun(jobOf(120)), world)
  expect(last()).toMatchObject({ isRunning: false, error: expect.any(UnreachedError) })
  expect(new Set(states(last()))).toEqual(new Set(['SENT', 'WAITING']))
  expect(server.state.requests).toBe(6)
  server.state.awayAfter = Number.POSITIVE_INFINITY
  await goOn(last(), world)
  expect(last().error).toBeUndefined()
  expect(new Set(states(last()))).toEqual(new Set(['DONE']))
  expect(server.orders.size).toBe(120)
})

test('the same sheet after a reload finds its orders again; imported again on purpose it creates new ones', async () => {
  const server = serverOf()
  const first = worldOf(server)
  await goOn(newRun(jobOf(3)), first.world)
  const second = worldOf(server)
  await goOn(newRun(jobOf(3)), second.world)
  expect(server.orders.size).toBe(3)
  expect(second.last().results.every(({ isRepeat }) => isRepeat)).toBe(true)
  await goOn(newRun({ ...jobOf(3), again: 1 }), second.world)
  expect(server.orders.size).toBe(6)
})

test('once another user is signed in, nothing more is sent', async () => {
  const server = serverOf()
  const { world, last } = worldOf(server)
  let asked = 0
  await goOn(newRun(jobOf(120)), { ...world, isOurs: () => ++asked < 2 })
  expect(server.state.requests).toBe(1)
  expect(last()).toMatchObject({ isRunning: false, error: expect.objectContaining({ name: 'NotOurs' }) })
})
