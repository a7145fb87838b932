import type { InvoiceRun, InvoiceRunFilter } from '@cartage/contract/billing/app/run'
import * as runs from '@cartage/contract/billing/app/run'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Polling interval of a running run, in milliseconds. */
const lookMs = 2_000

/** Whether a run is drafting or finalising. */
export function isAtWork({ status }: Pick<InvoiceRun, 'status'>): boolean {
  return status === 'PROPOSING' || status === 'FINALISING'
}

/** One page of the runs, latest first. */
export async function loadRuns(offset: number, limit: number) {
  return await call(runs.listInvoiceRuns, { query: { offset, limit } })
}

/** One run, polled while it is working. */
export function runQuery(runId: string) {
  return queryOptions({
    queryKey: ['invoice-runs', 'record', runId],
    queryFn: () => call(runs.getInvoiceRun, { params: { invoice_run_id: runId } }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? lookMs : false),
  })
}

/** Starts a run. */
export function startRun(body: InvoiceRunFilter) {
  return call(runs.startInvoiceRun, { body })
}

/** Stops a run after its current batch. */
export function stopRun(runId: string) {
  return call(runs.stopInvoiceRun, { params: { invoice_run_id: runId } })
}

/** Resumes a stopped run. */
export function resumeRun(runId: string) {
  return call(runs.resumeInvoiceRun, { params: { invoice_run_id: runId } })
}

/** Finalises the drafts of a run in the background. */
export function finaliseRun(runId: string, onlyReviewed: boolean) {
  return call(runs.finaliseInvoiceRun, { params: { invoice_run_id: runId }, body: { only_reviewed: onlyReviewed } })
}
