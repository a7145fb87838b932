import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createLedgerExport } from '../../contract/src/accounting/app/ledger.ts'
import { listTasks } from '../../contract/src/accounting/app/tasks.ts'
import { getInvoiceRecord, listInvoices } from '../../contract/src/billing/app/document.ts'
import {
  finaliseInvoiceRun,
  getInvoiceRun,
  type InvoiceRun,
  startInvoiceRun,
} from '../../contract/src/billing/app/run.ts'
import { explainOrder } from '../../contract/src/charges/app/explain.ts'
import { listCharges, listUnbilledOrders } from '../../contract/src/charges/app/list.ts'
import type { Call } from '../../contract/src/client.ts'
import type { DocumentContent } from '../../server/src/billing/documents/content.rules.ts'
import { eInvoiceOf } from '../../server/src/billing/documents/einvoice.rules.ts'
import { writeUbl } from '../../server/src/billing/einvoice/ubl-write.rules.ts'
import { drawInvoice } from '../../server/src/billing/files/invoice.rules.ts'
import { run as runProgram } from '../run.ts'
import { type Plan, wholePath } from './measures.ts'
import { createCustomers, prepareBooks, preparePrices } from './money-tenant.ts'
import { runPgbench } from './pgbench.ts'
import { median } from './processes.ts'
import { adminOf } from './verdict.ts'
import type { World } from './world.ts'

/** How many orders, customers and rows the measures of money work with. */
export interface MoneySize {
  orders: number
  customers: number
  charges: number
  documents: number
  tasks: number
}

/** Prices, invoices, tasks and the ledger. Rates per second, times in milliseconds. */
export interface MoneyFigures {
  size: MoneySize
  /** The whole path with rate cards over that without, next to each other; rows that tenants without cards wrote. */
  intake: { ratio: number; rows_without_cards: number }
  rating: { orders: number; rate: number; pgbench_rate: number; ratio: number }
  run: { orders: number; documents: number; propose_ms: number; finalise_ms: number }
  finalise: { rate: number; pgbench_rate: number; ratio: number }
  files: { documents: number; ms: number; pdf_ms: number; ubl_ms: number }
  /** 95th percentiles by what is requested. */
  requests: Record<string, number>
  tasks: { count: number; list_p95_ms: number; lease_p99_ms: number; report_p99_ms: number }
  ledger: { entries: number; ms: number }
  check_ms: number
}

/** The tenant whose orders are billed; the second half of the tenants has rate cards. */
const billed = (world: World) => world.tenants.length - 1
const holdRating = `select pg_advisory_lock(hashtextextended('rating ' || tenant_id::text, 0)) from tenant`

/** Measures what prices cost the intake of orders, then bills, posts and checks what came in. */
export async function money(world: World, plan: Plan, size: MoneySize): Promise<MoneyFigures> {
  const admins: Call[] = []
  const half = Math.ceil(world.tenants.length / 2)
  for (let at = half; at < world.tenants.length; at += 1) {
    const admin = await adminOf(world, at)
    await prepareBooks(admin)
    await preparePrices(admin)
    admins.push(admin)
  }
  const admin = admins.at(-1)!
  const intake = await measureIntake(world, plan, half)
  const rating = await measureRating(world, plan)
  const run = await measureRun(world, admin, size)
  const finalise = await besidePgbench(world, plan, (run.documents * 1_000) / run.finalise_ms, naiveInvoice)
  const files = await measureFiles(world, run.documents)
  const ledger = await measureLedger(admin)
  const check_ms = await measureCheck(world)
  const posted = await measureReports(world, Math.min(run.documents, 300))
  await world.client.query(readFileSync(fileURLToPath(new URL('fill-money.sql', import.meta.url)), 'utf8'))
  const { charges, documents, tasks, orders } = size
  await world.client.query('select fill_money($1, $2, $3, $4, $5)', [
    tenantOf(world),
    charges,
    documents,
    tasks,
    orders,
  ])
  await world.client.query('vacuum analyze')
  const requests = await measureLists(world, admin, plan)
  const list_p95_ms = await p95(20, () => listed(world, ''))
  return {
    ...{ size, intake, rating, run, finalise, files, requests, ledger, check_ms },
    tasks: { count: tasks, list_p95_ms, ...posted },
  }
}

const tenantOf = (world: World) => world.tenants[billed(world)]!.tenant.id

/** Rounds of the whole path with cards and without in turn; rating waits meanwhile, so that only intake is measured. */
async function measureIntake(world: World, plan: Plan, half: number): Promise<MoneyFigures['intake']> {
  const view = (tokens: readonly string[], name: string): World => {
    const file = join(world.files.tokens, '..', `tokens-${name}.txt`)
    writeFileSync(file, tokens.join('\n'))
    return Object.create(world, { files: { value: { ...world.files, tokens: file } } }) as World
  }
  const without = view(world.tokens.slice(0, half), 'without')
  const priced = view(world.tokens.slice(half), 'priced')
  await world.client.query(holdRating)
  const ratios: number[] = []
  for (let round = 0; round < plan.rounds; round += 1) {
    const one = { ...plan, rounds: 1, warmSeconds: round === 0 ? plan.warmSeconds : 0 }
    const sides = round % 2 === 0 ? [without, priced] : [priced, without]
    const rates = new Map<World, number>()
    for (const side of sides) rates.set(side, (await wholePath(side, one)).rate)
    ratios.push(rates.get(priced)! / rates.get(without)!)
  }
  const ids = world.tenants.slice(0, half).map(({ tenant }) => tenant.id)
  const rows = await count(
    world,
    `select (select count(*) from rating_due where tenant_id = any($1::uuid[]))
          + (select count(*) from charge where tenant_id = any($1::uuid[])) as count`,
    [ids],
  )
  return { ratio: median(ratios), rows_without_cards: rows }
}

/** How fast the orders that came in are rated, once nothing holds rating back. */
async function measureRating(world: World, plan: Plan): Promise<MoneyFigures['rating']> {
  const orders = await count(world, 'select count(*) as count from rating_due')
  await world.client.query('select pg_advisory_unlock_all()')
  const began = performance.now()
  await until(async () => (await count(world, 'select count(*) as count from rating_due')) === 0)
  const rate = (orders * 1_000) / (performance.now() - began)
  return { orders, ...(await besidePgbench(world, plan, rate, naiveCharges)) }
}

/** Bills orders of one tenant: completed by hand in the database, rated again, drafted and finalised by a run. */
async function measureRun(world: World, admin: Call, size: MoneySize): Promise<MoneyFigures['run']> {
  const tenant = tenantOf(world)
  const token = world.tokens[billed(world)]!
  const customers = await createCustomers(world, admin, token, size.customers)
  const completed = await world.client.query(
    `update transport_order o set status = 'COMPLETED', company_id = ($2::uuid[])[1 + p.place % cardinality($2::uuid[])]
       from (select order_id, row_number() over () as place from transport_order where tenant_id = $1 limit $3) p
      where o.tenant_id = $1 and o.order_id = p.order_id`,
    [tenant, customers, size.orders],
  )
  await world.client.query(
    `insert into rating_due (tenant_id, subject_type, subject_id, reasons)
     select $1, 'ORDER', o.order_id, array['bench'] from transport_order o where o.tenant_id = $1 and o.status = 'COMPLETED'`,
    [tenant],
  )
  await until(async () => (await count(world, 'select count(*) as count from rating_due')) === 0)
  await world.client.query('vacuum analyze')
  const date = new Date().toISOString().slice(0, 10)
  const began = performance.now()
  const { invoice_run_id } = await admin(startInvoiceRun, { body: { up_to: '2027-12-31', date } })
  const params = { invoice_run_id }
  const reached = (status: InvoiceRun['status']) =>
    until(async () => (await admin(getInvoiceRun, { params })).status === status)
  await reached('PROPOSED')
  const propose_ms = performance.now() - began
  const finalising = performance.now()
  await admin(finaliseInvoiceRun, { params, body: { only_reviewed: false } })
  await reached('DONE')
  const finalise_ms = performance.now() - finalising
  const { finalised, rejected } = await admin(getInvoiceRun, { params })
  if (finalised === 0) throw new Error(`no document was finalised: ${JSON.stringify(rejected.slice(0, 3))}`)
  return { orders: completed.rowCount ?? 0, documents: finalised, propose_ms, finalise_ms }
}

/** Until all files are written in the background, and what drawing and writing one takes by itself. */
async function measureFiles(world: World, documents: number): Promise<MoneyFigures['files']> {
  const began = performance.now()
  await until(async () => (await count(world, 'select count(*) as count from invoice_file')) >= documents * 2)
  const ms = performance.now() - began
  const { rows } = await world.client.query<{ content: DocumentContent }>(
    'select content from invoice where content is not null limit 100',
  )
  const [pdf, ubl]: [number[], number[]] = [[], []]
  for (const { content } of rows) {
    const first = performance.now()
    await drawInvoice(content, content.footer ?? null)
    const second = performance.now()
    writeUbl(eInvoiceOf(content))
    pdf.push(second - first)
    ubl.push(performance.now() - second)
    // So that connections that the server closed meanwhile are noticed.
    await sleep(1)
  }
  return { documents, ms, pdf_ms: median(pdf), ubl_ms: median(ubl) }
}

async function measureLedger(admin: Call): Promise<MoneyFigures['ledger']> {
  const { items } = await admin(listInvoices, { query: { limit: 1 } })
  if (items.length === 0) throw new Error('there is no document to export')
  const { billing_entity_id } = await admin(getInvoiceRecord, { params: { invoice_id: items[0]!.invoice_id } })
  const began = performance.now()
  const { entries } = await admin(createLedgerExport, { body: { billing_entity_id, profile: 'NEUTRAL' } })
  return { entries, ms: performance.now() - began }
}

/** `cartage money check` of the tenant that was billed, with the start of the program. */
async function measureCheck(world: World): Promise<number> {
  const env = { DATA_DIR: join(world.files.tokens, '..', 'data') }
  const began = performance.now()
  const { slug } = world.tenants[billed(world)]!.tenant
  const { code, stdout } = await runProgram(process.execPath, ['bin/cartage.js', 'money', 'check', slug], env, true)
  if (code !== 0) throw new Error(`money check ended with ${code}:\n${stdout}`)
  return performance.now() - began
}

interface Leased {
  tasks: { id: string }[]
}

/** Leases of a hundred tasks, and reports one after the other. */
async function measureReports(world: World, reports: number) {
  const leases: number[] = []
  const times: number[] = []
  for (let left = reports; left > 0; ) {
    const began = performance.now()
    const { tasks } = (await listed(world, '?lease_seconds=60&limit=100')) as Leased
    leases.push(performance.now() - began)
    if (tasks.length === 0) break
    for (const { id } of tasks) {
      const reporting = performance.now()
      await request(world, `/v1/accounting/sync-tasks/${id}/update-status`, { status: 'COMPLETED' })
      times.push(performance.now() - reporting)
    }
    left -= tasks.length
  }
  return { lease_p99_ms: quantile(leases, 0.99), report_p99_ms: quantile(times, 0.99) }
}

/** 95th percentiles of the windows of lists, and of an explanation. */
async function measureLists(world: World, admin: Call, plan: Plan): Promise<Record<string, number>> {
  const times = Math.max(20, plan.seconds * 20)
  const { items } = await admin(listUnbilledOrders, { query: {} })
  const rated = await world.client.query<{ subject_id: string }>(
    `select subject_id from rating where tenant_id = $1 and subject_type = 'ORDER' limit 1`,
    [tenantOf(world)],
  )
  const order_id = rated.rows[0]!.subject_id
  const kinds: Record<string, (turn: number) => Promise<unknown>> = {
    'orders to invoice': (turn) => admin(listUnbilledOrders, { query: { offset: turn % 50 } }),
    charges: (turn) => admin(listCharges, { query: { offset: turn % 50 } }),
    'charges of a customer': () => admin(listCharges, { query: { company: items[0]!.company_id } }),
    invoices: (turn) => admin(listInvoices, { query: { offset: turn % 50 } }),
    'invoices by number': () => admin(listInvoices, { query: { q: 'C2026' } }),
    tasks: (turn) => admin(listTasks, { query: { offset: turn % 50 } }),
    explain: () => admin(explainOrder, { params: { order_id } }),
  }
  const measured: Record<string, number> = {}
  for (const [name, work] of Object.entries(kinds)) {
    for (let turn = 0; turn < 5; turn += 1) await work(turn)
    measured[name] = await p95(times, work)
  }
  return measured
}

async function p95(times: number, work: (turn: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const began = performance.now()
    await work(turn)
    taken.push(performance.now() - began)
  }
  return quantile(taken, 0.95)
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)]!
}

async function request(world: World, path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${world.tokens[billed(world)]}`, 'content-type': 'application/json' }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(world.url + path, init)
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
  return await answer.json()
}

const listed = (world: World, query: string) => request(world, `/v1/accounting/sync-tasks${query}`)

/** A rate next to pgbench doing what a straightforward system would do for one order or document, right after it. */
async function besidePgbench(world: World, plan: Plan, rate: number, sql: string) {
  const script = join(world.files.tokens, '..', 'naive-money.sql')
  writeFileSync(script, sql)
  const naive = { ...world.embedded.connection, database: 'naive' }
  const pgbench_rate = await runPgbench(world.programs.pgbench, naive, script, plan.seconds)
  return { rate, pgbench_rate, ratio: rate / pgbench_rate }
}

const naiveCharges = `insert into naive_charge select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'FREIGHT', 100
  from generate_series(1, 3);
`
const naiveInvoice = `begin;
update naive_number set last = last + 1 where range = 1;
with made as (insert into naive_invoice select gen_random_uuid(), gen_random_uuid(), (select last from naive_number), 121 returning *)
insert into naive_invoice_line select tenant_id, gen_random_uuid(), invoice_id, 'FREIGHT', 100 from made, generate_series(1, 24);
commit;
`

async function count(world: World, sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await world.client.query<{ count: string }>(sql, values)
  return Number(rows[0]!.count)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 1_800_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('it did not become so within half an hour')
    await sleep(20)
  }
}
