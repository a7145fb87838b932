import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { listTasks } from '../../../contract/src/accounting/app/tasks.ts'
import { listInvoices } from '../../../contract/src/billing/app/document.ts'
import { explainOrder } from '../../../contract/src/charges/app/explain.ts'
import { listCharges, listUnbilledOrders } from '../../../contract/src/charges/app/list.ts'
import type { Plan } from '../measures.ts'
import { adminOf } from '../verdict.ts'
import type { World } from '../world.ts'
import {
  complete,
  type DocumentFigures,
  measureCheck,
  measureDocuments,
  measureRun,
  type ReportFigures,
  readTasks,
  reportTasks,
} from './documents.ts'
import { type Billed, measurePrices, type PriceFigures } from './prices.ts'
import { createCustomers, prepareBooks, preparePrices } from './tenant.ts'
import { count, quantile, timesOf, until } from './world.ts'

/** Number of orders, customers and rows for the money measurements. */
export interface MoneySize {
  /** Orders rated in bulk. */
  rated: number
  /** Orders and customers of the measured run. */
  orders: number
  customers: number
  /** Customers with one additional order each, to reach the wanted number of documents. */
  small: number
  /** Completed unbilled orders. */
  open: number
  /** Tasks not processed by an accounting system. */
  tasks: number
  /** Number of copies made before lists and the check are measured. */
  copies: number
}

/** Prices, invoices, tasks and the ledger. Rates per second, times in milliseconds. */
export interface MoneyFigures extends PriceFigures, DocumentFigures {
  /** Table sizes when lists, tasks and the check are measured. */
  rows: { orders: number; charges: number; documents: number }
  /** 95th percentiles by request. */
  requests: Record<string, number>
  tasks: ReportFigures & { count: number; list_p95_ms: number }
  check_ms: number
}

/** Rates, bills, posts and checks orders of a tenant with 20 rate cards, then reads them among many copies. */
export async function money(world: World, plan: Plan, size: MoneySize): Promise<MoneyFigures> {
  const at = world.tenants.length - 1
  const admin = await adminOf(world, at)
  await prepareBooks(admin)
  const card = await preparePrices(admin)
  const { id: tenant, slug } = world.tenants[at]!.tenant
  const billed: Billed = { world, plan, admin, tenant, token: world.tokens[at]!, card }
  const prices = printed(await measurePrices(billed, size.rated))
  const customers = await createCustomers(world, admin, billed.token, size.customers + size.small)
  const [large, small] = [customers.slice(0, size.customers), customers.slice(size.customers)]
  await billSmall(billed, small)
  const documents = printed(await measureDocuments(billed, large, size.orders))
  await growBooks(billed, small, size)
  const rows = printed(await rowsOf(billed))
  const requests = printed(await measureLists(billed))
  const todo = await count(world, `select count(*) as count from task where tenant_id = $1 and status = 'TODO'`, [
    tenant,
  ])
  const times = await timesOf(20, () => readTasks(world, billed.token, ''))
  const reports = await reportTasks(billed, Math.min(todo, 300))
  const tasks = printed({ count: todo, list_p95_ms: quantile(times, 0.95), ...reports })
  return { ...prices, ...documents, rows, requests, tasks, check_ms: await measureCheck(world, slug) }
}

/** Prints a measurement at once: a full run takes long, and a later part may fail. */
function printed<Measured>(measured: Measured): Measured {
  console.log(JSON.stringify(measured))
  return measured
}

/**
 * Bills a small document for each of the other customers before the measured run: query plans made before the first
 * document assume an empty table, and a tenant bills for the first time only once.
 */
async function billSmall(billed: Billed, customers: readonly string[]): Promise<void> {
  await complete(billed, customers, customers.length)
  await measureRun(billed, customers.length)
  await untilWritten(billed.world)
}

/** All but some tasks posted, some open orders, and then many copies of everything. */
async function growBooks(billed: Billed, customers: readonly string[], size: MoneySize): Promise<void> {
  const { world, tenant } = billed
  // Numbers, files and tasks must be complete before they are copied.
  await untilWritten(world)
  await reportTasks(billed, size.customers + size.small - size.tasks)
  await complete(billed, customers, size.open)
  await untilWritten(world)
  await world.client.query(readFileSync(fileURLToPath(new URL('fill.sql', import.meta.url)), 'utf8'))
  await world.client.query('select fill_money($1, $2)', [tenant, size.copies])
  await world.client.query('vacuum analyze')
}

async function untilWritten(world: World): Promise<void> {
  const jobs = `select count(*) as count from job where kind like 'billing.%' or kind like 'accounting.%'`
  await until(async () => (await count(world, jobs)) === 0)
}

async function rowsOf({ world, tenant }: Billed): Promise<MoneyFigures['rows']> {
  const of = (table: string) => count(world, `select count(*) as count from ${table} where tenant_id = $1`, [tenant])
  return { orders: await of('transport_order'), charges: await of('charge'), documents: await of('invoice') }
}

/** 95th percentiles of list pages, and of an explanation. */
async function measureLists({ world, plan, admin, tenant }: Billed): Promise<Record<string, number>> {
  const { items } = await admin(listUnbilledOrders, { query: {} })
  const company = items[0]!.company_id
  const rated = await world.client.query<{ subject_id: string }>(
    `select subject_id from rating where tenant_id = $1 and subject_type = 'ORDER' order by rated_at desc limit 1`,
    [tenant],
  )
  const order_id = rated.rows[0]!.subject_id
  const kinds: Record<string, (turn: number) => Promise<unknown>> = {
    'orders to invoice': (turn) => admin(listUnbilledOrders, { query: { offset: turn % 50 } }),
    charges: (turn) => admin(listCharges, { query: { offset: turn % 50 } }),
    'charges of a customer': () => admin(listCharges, { query: { company } }),
    invoices: (turn) => admin(listInvoices, { query: { offset: turn % 50 } }),
    'invoices by number': () => admin(listInvoices, { query: { q: '2026000' } }),
    tasks: (turn) => admin(listTasks, { query: { offset: turn % 50 } }),
    explain: () => admin(explainOrder, { params: { order_id } }),
  }
  const measured: Record<string, number> = {}
  for (const [name, work] of Object.entries(kinds)) {
    measured[name] = quantile(await timesOf(Math.max(20, plan.seconds * 20), work), 0.95)
  }
  return measured
}
