import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { replayRateCard } from '../../../contract/src/charges/app/replay.ts'
import type { Call } from '../../../contract/src/client.ts'
import { tryRates } from '../../../contract/src/rates/app/bench.ts'
import { Facts } from '../../../contract/src/rates/app/facts.ts'
import { saveRateDraft } from '../../../contract/src/rates/app/records.ts'
import { runLoad } from '../load.ts'
import { type Plan, wholePath } from '../measures.ts'
import { median } from '../processes.ts'
import { adminOf } from '../verdict.ts'
import type { World } from '../world.ts'
import { mainCard, prepareBooks, preparePrices } from './tenant.ts'
import { besidePgbench, count, cpuMs, quantile, timesOf, until } from './world.ts'

/** Whole path with rate cards divided by the one without, in adjacent rounds. */
export interface IntakeFigures {
  ratio: number
  /** CPU of server and database per order, with cards divided by without. */
  cpu_ratio: number
  /** Rows written by rating in tenants without cards. */
  rows_without_cards: number
}

/** Duration of rating changed orders, and of trials with them. Times in milliseconds; CPU per order in microseconds. */
export interface PriceFigures {
  rating: { orders: number; cpu_us: number; rate: number; pgbench_rate: number; ratio: number }
  commits: { rate: number; orders: number; p99_ms: number }
  replay: { orders: number; ms: number; first_ms: number }
  try_p95_ms: number
}

// Session locks as taken by the loop for each tenant, so that it rates nothing meanwhile.
const holdRating = `select pg_advisory_lock(hashtextextended('rating ' || tenant_id::text, 0)) from tenant`
const releaseRating = 'select pg_advisory_unlock_all()'
const countDue = `select (select count(*) from rating_due)
                       + (select coalesce(sum(cardinality(order_ids)), 0) from rating_arrival) as count`
const selectDue = `select subject_id from rating_due union select unnest(order_ids) from rating_arrival`
const sortArrivals = `with taken as (delete from rating_arrival returning tenant_id, order_ids)
  insert into rating_due (tenant_id, subject_type, subject_id, reasons)
  select t.tenant_id, 'ORDER', o.id, array['ORDER_CREATED'] from taken t cross join lateral unnest(t.order_ids) as o (id)
  on conflict do nothing`

/**
 * Alternates rounds of the whole path with 20 cards and without; rating is blocked, so that only intake is measured.
 */
export async function measureIntake(world: World, plan: Plan): Promise<IntakeFigures> {
  const half = Math.ceil(world.tenants.length / 2)
  for (let at = 0; at < half; at += 1) {
    const admin = await adminOf(world, at)
    await prepareBooks(admin)
    await preparePrices(admin)
  }
  const priced = ofTokens(world, world.tokens.slice(0, half), 'priced')
  const without = ofTokens(world, world.tokens.slice(half), 'without')
  await world.client.query(holdRating)
  const ratios: { rate: number; cpu: number }[] = []
  for (let round = 0; round < plan.rounds; round += 1) {
    const one = { ...plan, rounds: 1, warmSeconds: round === 0 ? plan.warmSeconds : 0 }
    const sides = round % 2 === 0 ? [without, priced] : [priced, without]
    const measured = new Map<World, { rate: number; cpu: number }>()
    for (const side of sides) {
      const { rate, server_cpu_us, database_cpu_us } = await wholePath(side, one)
      measured.set(side, { rate, cpu: server_cpu_us + database_cpu_us })
    }
    const [one_side, other] = [measured.get(priced)!, measured.get(without)!]
    ratios.push({ rate: one_side.rate / other.rate, cpu: one_side.cpu / other.cpu })
  }
  const ids = world.tenants.slice(half).map(({ tenant }) => tenant.id)
  const rows = await count(
    world,
    `select (select count(*) from rating_due where tenant_id = any($1::uuid[]))
          + (select count(*) from rating_arrival where tenant_id = any($1::uuid[]))
          + (select count(*) from charge where tenant_id = any($1::uuid[])) as count`,
    [ids],
  )
  await world.client.query('truncate rating_due, rating_arrival')
  await world.client.query(releaseRating)
  return {
    ratio: median(ratios.map(({ rate }) => rate)),
    cpu_ratio: median(ratios.map(({ cpu }) => cpu)),
    rows_without_cards: rows,
  }
}

/** The same world, limited to some tenants' tokens. */
function ofTokens(world: World, tokens: readonly string[], name: string): World {
  const file = join(world.files.tokens, '..', `tokens-${name}.txt`)
  writeFileSync(file, tokens.join('\n'))
  return Object.create(world, { files: { value: { ...world.files, tokens: file } } }) as World
}

/** The billed tenant, with the setup for measuring its prices. */
export interface Billed {
  readonly world: World
  readonly plan: Plan
  readonly admin: Call
  readonly tenant: string
  readonly token: string
  /** Id of the card that prices its orders. */
  readonly card: string
}

/** Uploads orders of the billed tenant and measures rating in bulk and as they arrive. */
export async function measurePrices(billed: Billed, orders: number): Promise<PriceFigures> {
  const { world, plan } = billed
  await world.client.query(holdRating)
  await uploadOrders(billed, orders)
  await world.client.query(releaseRating)
  const [began, cpu] = [performance.now(), cpuMs(world)]
  await until(async () => (await count(world, countDue)) === 0)
  const cpu_us = ((cpuMs(world) - cpu) * 1_000) / orders
  const rating = await besidePgbench(world, plan, (orders * 1_000) / (performance.now() - began), naiveCharges)
  await world.client.query('vacuum analyze')
  return {
    rating: { orders, cpu_us, ...rating },
    commits: await measureCommits(billed),
    replay: await measureReplay(billed),
    try_p95_ms: await measureTry(billed),
  }
}

const connections = 32

function load({ world }: Billed, seconds: number, pauseMs: number) {
  const args = [world.files.tokens, `M${process.pid}-${Date.now()}`, world.files.body, String(pauseMs)]
  return runLoad({ wrk: world.programs.wrk, url: world.url, script: 'upload.lua', args, seconds, connections })
}

/** Loads until there are enough orders, and leaves exactly that many to rate. */
async function uploadOrders(billed: Billed, orders: number): Promise<void> {
  const world = ofTokens(billed.world, [billed.token], 'billed')
  while ((await count(world, countDue)) < orders) {
    await load({ ...billed, world }, 2, 0)
    await until(async () => (await count(world, 'select count(*) as count from upload_pending')) === 0)
  }
  await world.client.query(sortArrivals)
  await world.client.query(
    `delete from rating_due where subject_id in (select subject_id from rating_due order by subject_id offset $1)`,
    [orders],
  )
}

/** Uploads 50 orders a second, and polls every few ms how long each waits from its commit to that of its charges. */
async function measureCommits(billed: Billed): Promise<PriceFigures['commits']> {
  const world = ofTokens(billed.world, [billed.token], 'billed')
  const seconds = Math.max(3, billed.plan.seconds * 4)
  const [since, waited] = [new Map<string, number>(), [] as number[]]
  let isOver = false
  const look = async () => {
    const { rows } = await world.client.query<{ subject_id: string }>(selectDue)
    const now = performance.now()
    const due = new Set(rows.map(({ subject_id }) => subject_id))
    for (const id of due) if (!since.has(id)) since.set(id, now)
    for (const [id, began] of since) {
      if (due.has(id)) continue
      waited.push(now - began)
      since.delete(id)
    }
    return due.size
  }
  const sent = load({ ...billed, world }, seconds, (connections * 1_000) / 50).finally(() => {
    isOver = true
  })
  while (!isOver || (await look()) > 0) {
    await look()
    await sleep(5)
  }
  const { requests, duration_us } = await sent
  // Orders between two polls waited almost no time.
  const fast = Array.from({ length: Math.max(0, requests - waited.length) }, () => 5)
  return { orders: requests, rate: (requests * 1e6) / duration_us, p99_ms: quantile([...waited, ...fast], 0.99) }
}

/** End of a replay batch. */
interface Place {
  day: string
  id: string
}

/** Replays rated orders with a draft of the card that is a cent dearer. */
async function measureReplay({ admin, card: rate_record_id }: Billed): Promise<PriceFigures['replay']> {
  const params = { rate_record_id }
  await admin(saveRateDraft, { params, body: mainCard('0.06') })
  const pieceFrom = (after: Place | null) =>
    admin(replayRateCard, { params, body: { from: '2026-01-01', to: '2027-12-31', after } })
  const began = performance.now()
  let { items, next } = await pieceFrom(null)
  const first_ms = performance.now() - began
  while (next && items.length < 10_000) {
    const more = await pieceFrom(next)
    items = [...items, ...more.items]
    next = more.next
  }
  if (items.some(({ difference }) => difference === null || Number(difference) <= 0)) {
    throw new Error('the draft is dearer, and an order is not')
  }
  return { orders: items.length, ms: performance.now() - began, first_ms }
}

/** Tries the draft with the facts of an order, as the test bench does after each keystroke. */
async function measureTry({ world, plan, admin, tenant, card: rate_record_id }: Billed): Promise<number> {
  const { rows } = await world.client.query<{ facts: unknown }>(
    `select facts from rating where tenant_id = $1 and subject_type = 'ORDER' limit 1`,
    [tenant],
  )
  const facts = Facts.parse(rows[0]!.facts)
  const times = await timesOf(Math.max(20, plan.seconds * 20), () =>
    admin(tryRates, { body: { side: 'SALES', facts, rate_record_id } }),
  )
  return quantile(times, 0.95)
}

const naiveCharges = `insert into naive_charge select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'FREIGHT', 100
  from generate_series(1, 3);
`
