import type { TaskRecord } from '@cartage/contract/accounting/app/tasks'
import type { TaskStatus, TaskType } from '@cartage/contract/accounting/task'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CodeBadge } from '../../records/code-badge.ts'
import type { CodeLabels } from '../../records/code-labels.ts'
import { CodeStatus } from '../../records/code-status.tsx'
import { CircleAlert, CircleCheck, CircleDot, CircleX, Hourglass, Lock, RotateCw } from '../../ui/icons.tsx'
import { StatusBadge } from '../../ui/status.tsx'

/** Badge of each task status. */
export const taskBadges: Readonly<Record<TaskStatus, CodeBadge>> = {
  TODO: { word: msg`To do`, tone: 'blue', icon: CircleDot },
  WAITING: { word: msg`Waiting`, tone: 'amber', icon: Hourglass },
  FAILED: { word: msg`Failed`, tone: 'red', icon: CircleX },
  COMPLETED: { word: msg`Done`, tone: 'green', icon: CircleCheck },
}

/** Waiting reasons of tasks. */
export const waitingLabels: CodeLabels = {
  INVOICE_POSTED: msg`Invoice to be posted`,
  DISPUTE: msg`Dispute`,
  FILES: msg`Files`,
  ACCOUNT: msg`Missing account`,
}

/** Task types. */
export const taskTypeLabels: Readonly<Record<TaskType, CodeLabels[string]>> = {
  POST_INVOICE: msg`Post invoice`,
  POST_INVOICE_PURCHASE: msg`Post purchase invoice`,
  POST_CREDIT_NOTE: msg`Post credit note`,
  POST_CREDIT_NOTE_PURCHASE: msg`Post purchase credit note`,
  PAID_INVOICE: msg`Report payment of invoice`,
  PAID_INVOICE_PURCHASE: msg`Report payment of purchase invoice`,
  REFUNDED_CREDIT_NOTE: msg`Report refund of credit note`,
  REFUNDED_CREDIT_NOTE_PURCHASE: msg`Report refund of purchase credit note`,
  DISPATCH: msg`Dispatch`,
}

/** Who has to act on a failed task. */
export const errorTypeLabels: CodeLabels = {
  USER_INPUT_ERROR: msg`Data to correct`,
  INTERNAL_ERROR: msg`Error in the accounting system`,
  NOT_SUPPORTED: msg`Not supported by the accounting system`,
}

/** Outcomes of a report. */
export const outcomeLabels: CodeLabels = {
  APPLIED: msg`Applied`,
  REPEATED: msg`Repeated`,
  CONTRADICTED: msg`Rejected: contradicts the first report`,
  LEASED: msg`Rejected: leased by another client`,
}

/** Status of a task: shows whether it is leased or retried, and is red after a day. */
export function TaskBadge({ task }: { task: Pick<TaskRecord, 'status' | 'is_overdue' | 'leased_by' | 'has_retry'> }) {
  const { t } = useLingui()
  if (task.has_retry) return <StatusBadge badge={{ word: t`Retried`, tone: 'grey', icon: RotateCw }} />
  if (task.is_overdue) {
    const word = t(taskBadges[task.status].word)
    return <StatusBadge badge={{ word, tone: 'red', icon: CircleAlert }} title={t`Open for more than 24 hours`} />
  }
  if (task.leased_by !== null) return <StatusBadge badge={{ word: t`Leased`, tone: 'violet', icon: Lock }} />
  return <CodeStatus badges={taskBadges} code={task.status} />
}
