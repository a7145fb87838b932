import type { TaskFailureStatus, TaskType } from '@cartage/contract/accounting/task'
import { msg } from '@cartage/contract/message'
import type { DocumentKind } from '../../billing/documents/content.rules.ts'
import type { InvoicePosting, InvoiceStatus } from '../../billing/records/store.ts'
import { Problem } from '../../http/problem.ts'
import type { MissingAccount } from '../ledger/accounts.rules.ts'

/** Reasons of WAITING tasks. */
export const waitingReasons = ['INVOICE_POSTED', 'DISPUTE', 'FILES', 'ACCOUNT'] as const
export type WaitingReason = (typeof waitingReasons)[number]

/** Type of the task that posts a document (ACC-6). */
export const postingTypes: Readonly<Record<DocumentKind, TaskType>> = {
  SALES_INVOICE: 'POST_INVOICE',
  PURCHASE_INVOICE: 'POST_INVOICE_PURCHASE',
  SALES_CREDIT_NOTE: 'POST_CREDIT_NOTE',
  PURCHASE_CREDIT_NOTE: 'POST_CREDIT_NOTE_PURCHASE',
}

/** Facts that decide whether a document can be offered to the accounting system. */
export interface PostingFacts {
  status: InvoiceStatus
  /** Posting state of the credited invoice; null: no invoice. */
  credited: InvoicePosting | null
  is_disputed: boolean
  has_files_to_come: boolean
  missing: readonly MissingAccount[]
}

/** TASK-2: what a document waits for before it is offered; null: nothing. */
export function waitingFor(facts: PostingFacts): WaitingReason | null {
  if (facts.is_disputed) return 'DISPUTE'
  if (facts.missing.length > 0) return 'ACCOUNT'
  if (facts.credited !== null && facts.credited !== 'POSTED') return 'INVOICE_POSTED'
  return facts.has_files_to_come ? 'FILES' : null
}

/** State of a task when a report arrives. */
export interface ReportedTask {
  task_id: string
  status: 'TODO' | 'WAITING' | 'COMPLETED' | 'FAILED'
  /** Client with a valid lease; null: none. */
  leased_by: string | null
}

export interface Report {
  status: 'COMPLETED' | 'FAILED'
  failure: TaskFailureStatus | null
  /** Note by the person who marked the task manually. */
  note?: string | null
}

/** Outcome of a report: it decides, repeats, contradicts, or another client has the lease. */
export type ReportOutcome = 'APPLIED' | 'REPEATED' | 'CONTRADICTED' | 'LEASED'

/**
 * TASK-5, LEASE-3: the first report decides. A repeat has no effect, from any client; a different one contradicts it.
 * @param reporter the client or user
 * @throws Problem state_conflict if the task is not offered yet
 */
export function decideReport(task: ReportedTask, report: Report, reporter: string | null): ReportOutcome {
  if (task.status === 'COMPLETED' || task.status === 'FAILED') {
    return task.status === report.status ? 'REPEATED' : 'CONTRADICTED'
  }
  if (task.status === 'WAITING') {
    throw new Problem('state_conflict', { message: 'This task is waiting and cannot be reported yet.' })
  }
  return task.leased_by !== null && task.leased_by !== reporter ? 'LEASED' : 'APPLIED'
}

/** Error response for a report that was not applied. */
export function reportProblem(outcome: 'CONTRADICTED' | 'LEASED', task: ReportedTask): Problem {
  if (outcome === 'LEASED') return new Problem('task_leased')
  return new Problem('task_already_reported', {
    message: msg`This task was already reported as ${task.status}. To do it again, retry it in the application.`,
  })
}

/** Failure of a report, for storage. */
export function failureOf({ status, failure }: Report): TaskFailureStatus | null {
  if (status === 'COMPLETED') return null
  return failure ?? { error_type: 'INTERNAL_ERROR', error_message: null }
}

/**
 * TASK-6: a failed task is retried as a new one.
 * @returns the action: a waiting task is only checked again
 * @throws Problem state_conflict
 */
export function decideRetry(task: { status: ReportedTask['status']; has_retry: boolean }): 'NEW' | 'CHECK' {
  if (task.status === 'WAITING') return 'CHECK'
  if (task.status === 'FAILED' && !task.has_retry) return 'NEW'
  const message =
    task.status === 'COMPLETED'
      ? 'This document is posted. Credit it to undo it.'
      : task.status === 'FAILED'
        ? 'This task was already retried.'
        : 'This task is open: the accounting system can still take it.'
  throw new Problem('state_conflict', { message })
}
