import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLedgerExport } from '../../../contract/src/accounting/app/ledger.ts'
import { getInvoiceRecord, listInvoices } from '../../../contract/src/billing/app/document.ts'
import {
  finaliseInvoiceRun,
  getInvoiceRun,
  type InvoiceRun,
  startInvoiceRun,
} from '../../../contract/src/billing/app/run.ts'
import type { DocumentContent } from '../../../server/src/billing/documents/content.rules.ts'
import { eInvoiceOf } from '../../../server/src/billing/documents/einvoice.rules.ts'
import { writeUbl } from '../../../server/src/billing/einvoice/ubl-write.format.ts'
import { drawInvoice } from '../../../server/src/billing/files/invoice.drawing.ts'
import { plainLetterhead } from '../../../server/src/pdf/letterhead.ts'
import { run as runProgram } from '../../run.ts'
import { median } from '../processes.ts'
import type { World } from '../world.ts'
import type { Billed } from './prices.ts'
import { besidePgbench, count, cpuMs, longestTransaction, quantile, until } from './world.ts'

/** Duration of an invoice run, of writing its files, and of their export. Times and CPU times in milliseconds. */
export interface DocumentFigures {
  run: {
    orders: number
    documents: number
    propose_ms: number
    propose_cpu_ms: number
    finalise_ms: number
    finalise_cpu_ms: number
    longest_transaction_ms: number
  }
  finalise: { rate: number; pgbench_rate: number; ratio: number }
  /** All files, measured from the last number on; CPU of the server alone per document. */
  files: { documents: number; ms: number; cpu_ms: number; pdf_cpu_ms: number; ubl_cpu_ms: number }
  ledger: { entries: number; ms: number }
}

/**
 * Bills orders of as many customers as documents are wanted, and waits for their files. A third of the customers has
 * nearly all of the orders, as in practice.
 */
export async function measureDocuments(
  billed: Billed,
  customers: readonly string[],
  orders: number,
): Promise<DocumentFigures> {
  const large = customers.slice(0, Math.ceil(customers.length / 3))
  await complete(billed, customers, customers.length)
  await complete(billed, large, orders - customers.length)
  const run = await measureRun(billed, orders)
  const rate = (run.documents * 1_000) / run.finalise_ms
  return {
    run,
    finalise: await besidePgbench(billed.world, billed.plan, rate, naiveInvoice),
    files: await measureFiles(billed.world, run.documents),
    ledger: await measureLedger(billed.admin),
  }
}

/** Completes orders in the database, taking customers in turn, and rates them again. */
export async function complete({ world, tenant }: Billed, customers: readonly string[], orders: number): Promise<void> {
  await world.client.query(
    `with done as (
       update transport_order o
          set status = 'COMPLETED', company_id = ($2::uuid[])[1 + p.place % cardinality($2::uuid[])]
         from (select order_id, row_number() over () as place from transport_order
                where tenant_id = $1 and status <> 'COMPLETED' limit $3) p
        where o.tenant_id = $1 and o.order_id = p.order_id returning o.order_id)
     insert into rating_due (tenant_id, subject_type, subject_id, reasons)
     select $1, 'ORDER', order_id, array['bench'] from done`,
    [tenant, customers, orders],
  )
  await until(async () => (await count(world, 'select count(*) as count from rating_due')) === 0)
}

/** A run from its start to the last number, and the longest write transaction meanwhile. */
export async function measureRun({ world, admin }: Billed, orders: number): Promise<DocumentFigures['run']> {
  await world.client.query('vacuum analyze')
  const date = new Date().toISOString().slice(0, 10)
  let [propose_ms, finalise_ms, propose_cpu_ms, finalise_cpu_ms] = [0, 0, 0, 0]
  let ended: InvoiceRun | undefined
  const longest = await longestTransaction(world, async () => {
    const [began, cpu] = [performance.now(), cpuMs(world)]
    const { invoice_run_id } = await admin(startInvoiceRun, { body: { up_to: '2027-12-31', date } })
    const params = { invoice_run_id }
    const reached = (status: InvoiceRun['status']) =>
      until(async () => {
        ended = await admin(getInvoiceRun, { params })
        return ended.status === status
      })
    await reached('PROPOSED')
    propose_ms = performance.now() - began
    propose_cpu_ms = cpuMs(world) - cpu
    const [finalising, finalising_cpu] = [performance.now(), cpuMs(world)]
    await admin(finaliseInvoiceRun, { params, body: { only_reviewed: false } })
    await reached('DONE')
    finalise_ms = performance.now() - finalising
    finalise_cpu_ms = cpuMs(world) - finalising_cpu
  })
  const { finalised: documents, rejected } = ended!
  if (documents === 0) throw new Error(`no document was finalised: ${JSON.stringify(rejected.slice(0, 3))}`)
  const times = { propose_ms, propose_cpu_ms, finalise_ms, finalise_cpu_ms, longest_transaction_ms: longest }
  return { orders, documents, ...times }
}

/** Waits until all files are written in the background, and measures the CPU of one file alone. */
async function measureFiles(world: World, documents: number): Promise<DocumentFigures['files']> {
  const [began, cpu] = [performance.now(), cpuMs(world)]
  const all = await count(world, 'select count(*) as count from invoice where content is not null')
  await until(async () => (await count(world, 'select count(*) as count from invoice_file')) >= all * 2)
  const [ms, cpu_ms] = [performance.now() - began, cpuMs(world) - cpu]
  const { rows } = await world.client.query<{ content: DocumentContent }>(
    'select content from invoice where content is not null order by number_counted desc limit 200',
  )
  const [pdf, ubl]: [number[], number[]] = [[], []]
  for (const { content } of rows) {
    const first = ownCpuMs()
    await drawInvoice(content, { footer: content.footer ?? null, letterhead: plainLetterhead })
    const second = ownCpuMs()
    writeUbl(eInvoiceOf(content))
    pdf.push(second - first)
    ubl.push(ownCpuMs() - second)
    // Lets the client notice connections closed by the server meanwhile.
    await sleep(1)
  }
  // The first half is discarded, because it compiles the code.
  const of = (times: number[]) => median(times.slice(times.length / 2))
  return { documents, ms, cpu_ms, pdf_cpu_ms: of(pdf), ubl_cpu_ms: of(ubl) }
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

async function measureLedger(admin: Billed['admin']): Promise<DocumentFigures['ledger']> {
  const { items } = await admin(listInvoices, { query: { limit: 1 } })
  if (items.length === 0) throw new Error('there is no document to export')
  const { billing_entity_id } = await admin(getInvoiceRecord, { params: { invoice_id: items[0]!.invoice_id } })
  const began = performance.now()
  const { entries } = await admin(createLedgerExport, { body: { billing_entity_id, profile: 'NEUTRAL' } })
  return { entries, ms: performance.now() - began }
}

/**
 * Duration of `cartage money check` for the billed tenant, including program start.
 * @throws if an invariant is violated
 */
export async function measureCheck(world: World, slug: string): Promise<number> {
  const env = { DATA_DIR: join(world.files.tokens, '..', 'data') }
  const began = performance.now()
  const { code, stdout } = await runProgram(process.execPath, ['bin/cartage.js', 'money', 'check', slug], env, true)
  if (code !== 0) throw new Error(`money check ended with ${code}:\n${stdout}`)
  return performance.now() - began
}

/** Durations of leasing a hundred tasks and of reports, in milliseconds. */
export interface ReportFigures {
  lease_p99_ms: number
  report_p99_ms: number
}

/** Leases a hundred tasks at a time and reports each as posted, sequentially. */
export async function reportTasks({ world, token }: Billed, reports: number): Promise<ReportFigures> {
  const [leases, times]: [number[], number[]] = [[], []]
  for (let left = reports; left > 0; ) {
    const limit = Math.min(100, left)
    const began = performance.now()
    const { tasks } = (await readTasks(world, token, `?lease_seconds=60&limit=${limit}`)) as { tasks: { id: string }[] }
    leases.push(performance.now() - began)
    if (tasks.length === 0) break
    for (const { id } of tasks) {
      const reporting = performance.now()
      await request(world, token, `/v1/accounting/sync-tasks/${id}/update-status`, { status: 'COMPLETED' })
      times.push(performance.now() - reporting)
    }
    left -= tasks.length
  }
  return { lease_p99_ms: quantile(leases, 0.99), report_p99_ms: quantile(times, 0.99) }
}

/** Reads tasks as an accounting system does. */
export function readTasks(world: World, token: string, query: string): Promise<unknown> {
  return request(world, token, `/v1/accounting/sync-tasks${query}`)
}

async function request(world: World, token: string, path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(world.url + path, init)
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
  return await answer.json()
}

const naiveInvoice = `begin;
update naive_number set last = last + 1 where range = 1;
with made as (insert into naive_invoice select gen_random_uuid(), gen_random_uuid(), (select last from naive_number), 121 returning *)
insert into naive_invoice_line select tenant_id, gen_random_uuid(), invoice_id, 'FREIGHT', 100 from made, generate_series(1, 24);
commit;
`
