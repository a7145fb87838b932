// Effect of other tenants on the same machine: one with a long queue, one whose receivers hang, and a thousand of them.
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../contract/src/client.ts'
import { addSubscription, removeSubscription } from '../../contract/src/deliveries/app/subscriptions.ts'
import { openSession } from '../scratch.ts'
import { runLoad } from './load.ts'
import { createTokens } from './many-tenants.ts'
import { type Loaded, type Plan, upload } from './measures.ts'
import { median } from './processes.ts'
import type { World } from './world.ts'

/** Delays of the observed tenant, in milliseconds of the database clock. */
export interface Neighbours {
  /** From accepted to applied, without and with another tenant's uploads waiting. */
  noisy: { queued: number; left: number; alone_p99_ms: number; p99_ms: number; longest_ms: number }
  /** From an event to its delivery, without and with another tenant's receivers that never answer. */
  hanging: { receivers: number; alone_p99_ms: number; p99_ms: number }
  /** Whole path of many tenants with the usual limits divided by that of eight without limits. */
  many: { tenants: number; rate: number; ratio: number; refused: number }
}

const noisyTenant = 0
const quietTenant = 1
/** Callers of a quiet tenant, about 20 uploads per second: each pauses after a response. */
const quietCallers = 4
const quietPauseMs = 180
const receivers = 5

/** Leaves the databases unchanged except for orders and tenants. */
export async function neighbours(world: World, plan: Plan): Promise<Neighbours> {
  const noisy = await besidesQueue(world, plan)
  const hanging = await besidesHangingReceivers(world, plan)
  return { noisy, hanging, many: await manyTenants(world, plan) }
}

async function besidesQueue(world: World, plan: Plan): Promise<Neighbours['noisy']> {
  const wanted = Math.ceil(plan.rows / 20)
  const [one, other] = [loadedBy(world, [noisyTenant]), loadedBy(world, [quietTenant])]
  await world.restart(['--no-work'])
  while ((await waiting(world, noisyTenant)) < wanted) await upload(at(world, one), 1)
  const queued = await waiting(world, noisyTenant)
  await world.restart([])
  const meanwhile = await applied(world, () => uploadQuietly(world, other, plan.seconds))
  const left = await waiting(world, noisyTenant)
  while ((await waiting(world, noisyTenant)) > 0) await sleep(200)
  const alone = await applied(world, () => uploadQuietly(world, other, plan.seconds))
  return { queued, left, alone_p99_ms: alone.p99, p99_ms: meanwhile.p99, longest_ms: meanwhile.longest }
}

async function besidesHangingReceivers(world: World, plan: Plan): Promise<Neighbours['hanging']> {
  const both = loadedBy(world, [noisyTenant, quietTenant])
  const load = () => uploadQuietly(world, both, plan.seconds)
  const alone = await delivered(world, load)
  const { url, server } = await startSilent()
  const call = client(world.url, await openSession(world.url, world.tenants[noisyTenant]!))
  const added: string[] = []
  for (let number = 1; number <= receivers; number += 1) {
    const body = { name: `Hangs ${number}`, url: `${url}/${number}` }
    added.push((await call(addSubscription, { body })).subscription_id)
  }
  const meanwhile = await delivered(world, load)
  for (const subscription_id of added) await call(removeSubscription, { params: { subscription_id } })
  server.close()
  return { receivers, alone_p99_ms: alone.p99, p99_ms: meanwhile.p99 }
}

let quietLoads = 0

async function uploadQuietly(world: World, files: Loaded['files'], seconds: number): Promise<void> {
  quietLoads += 1
  const prefix = `Q${process.pid}-${quietLoads}`
  await runLoad({
    ...{ wrk: world.programs.wrk, url: world.url, script: 'upload.lua', seconds, connections: quietCallers },
    args: [files.tokens, prefix, files.body, String(quietPauseMs)],
  })
}

/** Receiver that accepts connections and never responds. */
async function startSilent(): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy()).resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no address')
  return { url: `http://127.0.0.1:${address.port}`, server }
}

async function manyTenants(world: World, plan: Plan): Promise<Neighbours['many']> {
  const count = Math.ceil(plan.rows / 1_000)
  const tokens = await createTokens(world, count)
  const many: Loaded['files'] = { ...world.files, tokens: join(world.files.tokens, '..', 'many-tokens.txt') }
  writeFileSync(many.tokens, tokens.join('\n'))
  const rates: number[] = []
  const ratios: number[] = []
  let refused = 0
  await upload(at(world, many), plan.warmSeconds)
  for (let round = 0; round < Math.min(3, plan.rounds); round += 1) {
    const few = await appliedRate(world, world.files, plan.seconds)
    const lot = await appliedRate(world, many, plan.seconds)
    rates.push(lot.rate)
    ratios.push(lot.rate / few.rate)
    refused += lot.refused
  }
  return { tenants: count, rate: median(rates), ratio: median(ratios), refused }
}

/** Orders applied per second, until all are. */
async function appliedRate(world: World, files: Loaded['files'], seconds: number) {
  const began = performance.now()
  const load = await upload(at(world, files), seconds)
  while ((await waiting(world)) > 0) await sleep(20)
  const taken = load.requests - load.non_2xx
  return { rate: taken / ((performance.now() - began) / 1_000), refused: load.non_2xx }
}

const at = (world: World, files: Loaded['files']): Loaded => ({ programs: world.programs, url: world.url, files })

/** Load limited to some tenants. */
function loadedBy(world: World, tenants: readonly number[]): Loaded['files'] {
  const tokens = join(world.files.tokens, '..', `tokens-${tenants.join('-')}.txt`)
  writeFileSync(tokens, tenants.map((tenant) => world.tokens[tenant]).join('\n'))
  return { ...world.files, tokens }
}

/** Waiting uploads of one tenant or of all. */
async function waiting(world: World, tenant?: number): Promise<number> {
  const { rows } = await world.client.query<{ count: number }>(
    'select count(*)::int as count from upload_pending where $1::uuid is null or tenant_id = $1',
    [tenant === undefined ? null : world.tenants[tenant]!.tenant.id],
  )
  return rows[0]!.count
}

interface Delays {
  p99: number
  longest: number
}

const longestWaitMs = 120_000

/** Delays from accepted to applied for the quiet tenant's uploads. */
async function applied(world: World, load: () => Promise<unknown>): Promise<Delays> {
  return await delaysOf(
    world,
    load,
    `select extract(epoch from o.finished_at - u.accepted_at) * 1000 as ms
       from order_upload u left join upload_outcome o using (tenant_id, upload_id)
      where u.tenant_id = $1 and u.accepted_at > $2`,
  )
}

/** Delays from an event of the quiet tenant to its delivery. */
async function delivered(world: World, load: () => Promise<unknown>): Promise<Delays> {
  return await delaysOf(
    world,
    load,
    `select extract(epoch from d.finished_at - e.recorded_at) * 1000 as ms
       from event e left join delivery d on d.tenant_id = $1 and d.event_id = e.event_id and d.status = 'DELIVERED'
      where e.tenant_id = $1 and e.recorded_at > $2`,
  )
}

/**
 * Waits for everything to finish, so that late items count with their delay.
 * @throws if something takes more than two minutes
 */
async function delaysOf(world: World, load: () => Promise<unknown>, delays: string): Promise<Delays> {
  const quiet = world.tenants[quietTenant]!.tenant.id
  const { rows: clock } = await world.client.query<{ now: string }>('select now()::text as now')
  await load()
  const deadline = Date.now() + longestWaitMs
  for (;;) {
    await sleep(500)
    const { rows } = await world.client.query<{ count: number; open: number; p99: string; longest: string }>(
      `select count(*)::int as count, count(*) filter (where ms is null)::int as open,
              percentile_cont(0.99) within group (order by ms) as p99, max(ms) as longest
         from (${delays}) measured`,
      [quiet, clock[0]!.now],
    )
    const { count, open, p99, longest } = rows[0]!
    if (count > 0 && open === 0) return { p99: Number(p99), longest: Number(longest) }
    if (Date.now() > deadline) throw new Error(`of ${count} of the quiet tenant ${open} did not end`)
  }
}

/** The figures as lines of docs/benchmarks.md. */
export function neighbourLines(neighbours: Neighbours | undefined): string[] {
  if (!neighbours) return []
  const { noisy, hanging, many } = neighbours
  return [
    `While ${noisy.queued} uploads of another tenant wait (${noisy.left} still do at the end), an upload is applied after ` +
      `${noisy.p99_ms.toFixed(0)} ms (p99; longest ${noisy.longest_ms.toFixed(0)} ms; 1000 ms are wanted); with no others waiting after ` +
      `${noisy.alone_p99_ms.toFixed(0)} ms.`,
    `While ${hanging.receivers} receivers of another tenant never answer, an event is delivered after ${hanging.p99_ms.toFixed(0)} ms (p99); ` +
      `with none of them after ${hanging.alone_p99_ms.toFixed(0)} ms.`,
    `${many.tenants} tenants with the usual limits together: ${many.rate.toFixed(0)} orders/s applied, ${many.ratio.toFixed(2)} x the rate of eight; ` +
      `${many.refused} requests beyond their limits.`,
  ]
}
