import type { TaskRecord } from '@cartage/contract/accounting/app/tasks'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Amount } from '../../books/amount.tsx'
import { useLabels } from '../../records/code-labels.ts'
import type { Column } from '../../ui/table/data-table.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { When } from '../../ui/time/when.tsx'
import { errorTypeLabels, TaskBadge, taskTypeLabels, waitingLabels } from './labels.tsx'

/** Columns of the task list. */
export function useTaskColumns(): readonly Column<TaskRecord>[] {
  const { t } = useLingui()
  const typeOf = useLabels(taskTypeLabels)
  return useMemo(
    () => [
      {
        id: 'document',
        title: t`Document`,
        width: 150,
        isFixed: true,
        cell: ({ document }) => <span className="tnum font-semibold">{document || '—'}</span>,
      },
      { id: 'status', title: t`Status`, width: 140, cell: (task) => <TaskBadge task={task} /> },
      { id: 'detail', title: t`Detail`, width: 300, cell: (task) => <TaskDetailText task={task} /> },
      { id: 'company', title: t`Company`, width: 200, cell: ({ company_name }) => company_name },
      {
        id: 'total',
        title: t`Total`,
        width: 120,
        align: 'right',
        cell: ({ total, currency }) => <Amount amount={total} currency={currency} />,
      },
      { id: 'type', title: t`Task`, width: 190, cell: ({ task_type }) => typeOf(task_type) },
      {
        id: 'created',
        title: t`Created`,
        width: 120,
        cell: ({ created_at, is_overdue }) => (
          <span className={is_overdue ? 'font-medium text-red' : undefined}>
            <RelativeTime instant={created_at} />
          </span>
        ),
      },
      {
        id: 'finished',
        title: t`Reported`,
        width: 160,
        cell: ({ finished_at }) => finished_at && <When instant={finished_at} />,
      },
      { id: 'by', title: t`Reported by`, width: 160, cell: ({ finished_by }) => finished_by },
      { id: 'entity', title: t`Billing entity`, width: 110, cell: ({ billing_entity_code }) => billing_entity_code },
    ],
    [t, typeOf],
  )
}

/** Waiting reason, lease holder with expiry, or failure reason. */
export function TaskDetailText({ task }: { task: TaskRecord }) {
  const waitingOf = useLabels(waitingLabels)
  const errorOf = useLabels(errorTypeLabels)
  if (task.waiting_for !== null) return waitingOf(task.waiting_for)
  if (task.failure !== null) {
    const { error_type, error_message } = task.failure
    // The accounting system's message stays in its own language; who has to act appears in the reader's.
    const text = error_message ? `${errorOf(error_type)}: ${error_message}` : errorOf(error_type)
    return <span title={text}>{text}</span>
  }
  if (task.leased_by === null || task.lease_until === null) return null
  return (
    <Trans>
      {task.leased_by}, until <When instant={task.lease_until} />
    </Trans>
  )
}
