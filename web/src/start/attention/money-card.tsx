import type { MoneyIssues } from '@cartage/contract/accounting/app/home'
import type { TaskRecord } from '@cartage/contract/accounting/app/tasks'
import type { MoneyHome } from '@cartage/contract/charges/app/list'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TaskBadge } from '../../accounting/tasks/labels.tsx'
import { TaskDetailText } from '../../accounting/tasks/list.columns.tsx'
import { Sums } from '../../books/amount.tsx'
import { ReasonBadge } from '../../charges/labels.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { AttentionCard, lineClass, titleClass } from './card.tsx'
import { indexGaps, tasksToSettle, unbilledWork } from './queries.ts'

/** Finished but unbilled work, by what it waits for. */
export function Unbilled() {
  const { t } = useLingui()
  const query = useQuery(unbilledWork)
  return (
    <AttentionCard<MoneyHome['by_reason'][number]>
      title={
        <Link to="/money" className={titleClass}>
          {t`Work done, not billed`}
        </Link>
      }
      query={query}
      total={query.data?.total}
      keyOf={({ reason }) => reason}
      none={t`Everything is billed.`}
      line={({ reason, count, sums }) => (
        <Link to="/orders-to-invoice" search={{ reason }} className={lineClass}>
          <span className="min-w-0 flex-1 wrap-anywhere">
            <ReasonBadge reason={reason} />
          </span>
          <span className="shrink-0 text-ink-2">
            <Sums sums={sums} />
          </span>
          <span className="tnum w-10 shrink-0 text-right font-medium">{count}</span>
        </Link>
      )}
    />
  )
}

/** Accounting tasks that failed, lack an account, or have been open for a day. */
export function TasksToSettle() {
  const { t } = useLingui()
  const query = useQuery(tasksToSettle)
  return (
    <AttentionCard<TaskRecord>
      title={
        <Link to="/tasks" search={{ attention: true }} className={titleClass}>
          {t`Accounting tasks to settle`}
        </Link>
      }
      query={query}
      total={query.data?.total}
      keyOf={({ task_id }) => task_id}
      none={t`Every document is posted.`}
      line={(task) => (
        <Link to="/tasks" search={{ attention: true, peek: task.task_id }} className={lineClass}>
          <span className="tnum max-w-[50%] min-w-24 shrink-0 wrap-anywhere font-medium">{task.document}</span>
          <span className="min-w-0 flex-1 wrap-anywhere text-ink-2">
            <TaskDetailText task={task} />
          </span>
          <span className="shrink-0">
            <TaskBadge task={task} />
          </span>
        </Link>
      )}
    />
  )
}

/** Price indexes without a value for today. Prices based on them cannot be calculated. */
export function IndexGaps() {
  const { t } = useLingui()
  return (
    <AttentionCard<NonNullable<MoneyIssues['index_gaps']>[number]>
      title={
        <Link to="/rates/indexes" className={titleClass}>
          {t`Price index gaps`}
        </Link>
      }
      query={useQuery(indexGaps)}
      keyOf={({ price_index_id }) => price_index_id}
      none={t`Every price index has a value for today.`}
      line={({ price_index_id, name, last_day }) => (
        <Link to="/rates/indexes/$indexId" params={{ indexId: price_index_id }} className={lineClass}>
          <span className="min-w-0 flex-1 wrap-anywhere font-medium">{name}</span>
          <span className="shrink-0 text-ink-2">{last_day === null ? t`No values` : <OrderDay date={last_day} />}</span>
        </Link>
      )}
    />
  )
}
