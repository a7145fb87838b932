import type { TaskRecord } from '@cartage/contract/accounting/app/tasks'
import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Entry } from '../../accounting/ledger/entry.section.tsx'
import { errorTypeLabels, TaskBadge, taskTypeLabels, waitingLabels } from '../../accounting/tasks/labels.tsx'
import { failureOf } from '../../api/failure.ts'
import { useLabels } from '../../records/code-labels.ts'
import { Loaded } from '../../records/loaded.tsx'
import { BookCheck } from '../../ui/icons.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { When } from '../../ui/time/when.tsx'
import { entryQuery, tasksQuery } from '../queries.ts'

/** Posting of a document: accounting tasks, and the ledger entry. */
export function PostingTab({ invoice }: { invoice: InvoiceRecord }) {
  const { t } = useLingui()
  const tasks = useQuery(tasksQuery(invoice.invoice_id))
  const entry = useQuery({ ...entryQuery(invoice.invoice_id), retry: false })
  return (
    <div className="max-w-[1080px] px-4">
      <Section title={t`Tasks`}>
        <Loaded query={tasks}>{(items) => <Tasks items={items} />}</Loaded>
      </Section>
      <Section title={t`Ledger`}>
        {entry.error && failureOf(entry.error).status === 404 ? (
          <EmptyState
            icon={BookCheck}
            title={t`Not in the ledger yet`}
            text={t`The entry appears here as soon as it is written.`}
          />
        ) : (
          <Loaded query={entry}>{(found) => <Entry entry={found} />}</Loaded>
        )}
      </Section>
    </div>
  )
}

function Tasks({ items }: { items: readonly TaskRecord[] }) {
  const { t } = useLingui()
  const [typeOf, reasonOf, waitingOf] = [
    useLabels(taskTypeLabels),
    useLabels(errorTypeLabels),
    useLabels(waitingLabels),
  ]
  if (items.length === 0) {
    return (
      <EmptyState icon={BookCheck} title={t`No tasks yet`} text={t`A task appears here when posting is requested.`} />
    )
  }
  return (
    <PlainTable<TaskRecord>
      label={t`Tasks`}
      rows={items}
      keyOf={({ task_id }) => task_id}
      columns={[
        {
          id: 'type',
          title: t`Task`,
          cell: ({ task_id, task_type }) => (
            <Link
              to="/tasks"
              search={{ peek: task_id }}
              className="font-medium text-brand-ink underline-offset-2 hover:underline"
            >
              {typeOf(task_type)}
            </Link>
          ),
        },
        {
          id: 'status',
          title: t`Status`,
          cell: (task) => (
            <>
              <TaskBadge task={task} />
              {task.waiting_for !== null && (
                <span className="block text-[12px] text-ink-2">{waitingOf(task.waiting_for)}</span>
              )}
              {isOpen(task) && (
                <span className="block text-[12px] text-ink-2">{t`Your bookkeeping reports it. Or open the task and mark it as done.`}</span>
              )}
              {task.failure !== null && (
                <span className="block text-[12px] text-red">
                  {task.failure.error_message || reasonOf(task.failure.error_type)}
                </span>
              )}
            </>
          ),
        },
        { id: 'created', title: t`Created`, width: 'w-40', cell: ({ created_at }) => <When instant={created_at} /> },
        {
          id: 'finished',
          title: t`Reported`,
          width: 'w-56',
          cell: ({ finished_at, finished_by }) =>
            finished_at !== null && (
              <>
                <When instant={finished_at} /> <span className="text-ink-2">{finished_by}</span>
              </>
            ),
        },
      ]}
    />
  )
}

/** Whether a task only waits to be booked. */
function isOpen({ status, waiting_for }: TaskRecord): boolean {
  return status === 'TODO' && waiting_for === null
}
