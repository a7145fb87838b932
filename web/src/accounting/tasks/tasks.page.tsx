import type { TaskRecord } from '@cartage/contract/accounting/app/tasks'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useListAddress } from '../../lists/list-address.ts'
import { RecordList } from '../../lists/record-list.tsx'
import { usePermission } from '../../session/permission.ts'
import { ClipboardCheck } from '../../ui/icons.tsx'
import type { TasksSearch } from '../address.ts'
import { invoicePath } from '../invoice-link.tsx'
import { TasksBulkBar } from './bulk-bar.tsx'
import { useTaskColumns } from './list.columns.tsx'
import { TaskFilters } from './list.filters.tsx'
import { TaskViews } from './list.views.tsx'
import { loadTasks, taskFiltersOf } from './queries.ts'

// Loaded when it is opened.
const TaskPanel = lazy(async () => ({ default: (await import('./task.panel.tsx')).TaskPanel }))

const tasksRoute = getRouteApi('/shell/tasks')

/** Accounting tasks and their progress. */
export function TasksPage() {
  const { t } = useLingui()
  const search = tasksRoute.useSearch()
  const address = useListAddress<TasksSearch>('/tasks')
  const mayWrite = usePermission('task.write')
  return (
    <RecordList<TaskRecord, TasksSearch>
      name="tasks"
      title={t`Accounting tasks`}
      search={search}
      address={address}
      countLabels={(total) => t`${plural(total, { one: '# task', other: '# tasks' })}`}
      filters={taskFiltersOf(search)}
      load={loadTasks(search)}
      columns={useTaskColumns()}
      hiddenAtFirst={['entity']}
      keyOf={({ task_id }) => task_id}
      nameOf={({ document }) => document}
      pathOf={({ invoice_id }) => invoicePath(invoice_id)}
      isFaded={({ has_retry }) => has_retry}
      views={<TaskViews search={search} onChange={address.change} />}
      tools={<TaskFilters search={search} onChange={address.change} />}
      bulkBar={mayWrite ? (selection) => <TasksBulkBar selection={selection} /> : undefined}
      peek={({ key, onClose }) => (
        <Suspense>
          <TaskPanel key={key} taskId={key} onClose={onClose} onOpenTask={address.openPeek} />
        </Suspense>
      )}
      empty={{
        icon: ClipboardCheck,
        title: t`No tasks yet`,
        text: t`Finalised invoices and credit notes appear here for the accounting system to post.`,
        children: (
          <div className="pt-4">
            <Link to="/orders-to-invoice" className="btn btn-outline">
              <Trans>Orders to invoice</Trans>
            </Link>
          </div>
        ),
      }}
    />
  )
}
