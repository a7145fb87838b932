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

/** How many orders, customers and rows the measures of money work with. */
export interface MoneySize {
  /** Orders that are rated in bulk. */
  rated: number
  /** Orders and customers of the run that is measured. */
  orders: number
  customers: number
  /** Customers of one more order each, so that there are as many documents as there are to be. */
  small: number
  /** Orders that are completed and not billed. */
  open: number
  /** Tasks that no accounting system has taken over. */
  tasks: number
  /** How often all of it is copied before lists and the check are measured. */
  copies: number
}

/** Prices, invoices, tasks and the ledger. Rates per second, times in milliseconds. */
export interface MoneyFigures extends PriceFigures, DocumentFigures {
  /** What is in the tables when lists, tasks and the check are measured. */
  rows: { orders: number; charges: number; documents: number }
  /** 95th percentiles by what is requested. */
  requests: Record<string, number>
  tasks: ReportFigures & { count: number; list_p95_ms: number }
  check_ms: number
}

/** Prices, bills, posts and checks orders of a tenant with 20 rate cards, then reads all of it among many times as much. */
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

/** Prints what was measured at once: the whole takes long, and a later measure may fail. */
function printed<Measured>(measured: Measured): Measured {
  console.log(JSON.stringify(measured))
  return measured
}

/**
 * A small document for each of the other customers, before the run that is measured: plans that PostgreSQL makes before the
 * first document are those of an empty table, and a tenant bills for the first time once.
 */
async function billSmall(billed: Billed, customers: readonly string[]): Promise<void> {
  await complete(billed, customers, customers.length)
  await measureRun(billed, customers.length)
  await untilWritten(billed.world)
}

/** All but some tasks posted, some open orders: and all of it many times. */
async function growBooks(billed: Billed, customers: readonly string[], size: MoneySize): Promise<void> {
  const { world, tenant } = billed
  // Numbers, files and tasks are complete before they are copied.
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

/** 95th percentiles of the windows of lists, and of an explanation. */
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
