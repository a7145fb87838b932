import type { InvoiceRunFilter } from '@cartage/contract/billing/app/run'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { KeptSentence } from '../../http/kept-sentence.ts'

/** An order that a run omitted. */
export interface RunRejection {
  id: string
  name: string
  code: string
  message: KeptSentence
}

/** Position where a run continues. */
export interface RunPlace {
  /** When proposing the company, when finalising the instant a draft was created. */
  readonly first: string
  /** The order or the draft. */
  readonly second: string
}

/** A stored run. */
export interface RunRow {
  invoice_run_id: string
  filter: InvoiceRunFilter
  status: 'PROPOSING' | 'PROPOSED' | 'FINALISING' | 'STOPPED' | 'DONE'
  stopped_in: 'PROPOSING' | 'FINALISING' | null
  only_reviewed: boolean
  place: RunPlace | null
  done: number
  rejected: RunRejection[]
  created_by: string | null
}

const insertRun = statement(
  'billing.insert_run',
  `insert into invoice_run (tenant_id, invoice_run_id, filter, created_by) values ($1, $2, $3::jsonb, $4)`,
)

/** Inserts a new run, to be proposed. */
export async function addRun(
  tx: Tx,
  run: { invoice_run_id: string; filter: InvoiceRunFilter; created_by: string | null },
): Promise<void> {
  await tx.query(insertRun, run.invoice_run_id, JSON.stringify(run.filter), run.created_by)
}

const lockRunRow = statement(
  'billing.lock_run',
  `select r.invoice_run_id, r.filter, r.status, r.stopped_in, r.only_reviewed, r.place, r.done, r.rejected, r.created_by
     from invoice_run r where r.tenant_id = $1 and r.invoice_run_id = $2 for update`,
)

/** A run, locked; undefined when there is none. */
export async function lockRun(tx: Tx, id: string): Promise<RunRow | undefined> {
  return (await tx.query<RunRow>(lockRunRow, id))[0]
}

const updateRunRow = statement(
  'billing.update_run',
  `update invoice_run set status = $3, stopped_in = $4, only_reviewed = $5, place = $6::jsonb, done = $7,
          rejected = $8::jsonb, updated_at = now()
    where tenant_id = $1 and invoice_run_id = $2`,
)

/** Writes the progress of a run. */
export async function updateRun(tx: Tx, run: RunRow): Promise<void> {
  const place = run.place === null ? null : JSON.stringify(run.place)
  const rejected = JSON.stringify(run.rejected)
  const state = [run.status, run.stopped_in, run.only_reviewed, place, run.done, rejected]
  await tx.query(updateRunRow, run.invoice_run_id, ...state)
}
