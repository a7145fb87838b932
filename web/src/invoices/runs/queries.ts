import type { InvoiceRun, InvoiceRunFilter } from '@cartage/contract/billing/app/run'
import * as runs from '@cartage/contract/billing/app/run'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Milliseconds between two looks at a run that is at work. */
const lookMs = 2_000

/** Whether a run is drafting or finalising now. */
export function isAtWork({ status }: Pick<InvoiceRun, 'status'>): boolean {
  return status === 'PROPOSING' || status === 'FINALISING'
}

/** A window of the runs, the latest first. */
export async function loadRuns(offset: number, limit: number) {
  return await call(runs.listInvoiceRuns, { query: { offset, limit } })
}

/** One run, looked at again while it is at work. */
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

/** Stops a run after the piece it is at. */
export function stopRun(runId: string) {
  return call(runs.stopInvoiceRun, { params: { invoice_run_id: runId } })
}

/** Goes on with a run that was stopped. */
export function resumeRun(runId: string) {
  return call(runs.resumeInvoiceRun, { params: { invoice_run_id: runId } })
}

/** Finalises the drafts of a run in the background. */
export function finaliseRun(runId: string, onlyReviewed: boolean) {
  return call(runs.finaliseInvoiceRun, { params: { invoice_run_id: runId }, body: { only_reviewed: onlyReviewed } })
}
