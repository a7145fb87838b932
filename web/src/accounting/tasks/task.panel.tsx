import type { getTaskRecord } from '@cartage/contract/accounting/app/tasks'
import type { Answer } from '@cartage/contract/endpoint'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../books/amount.tsx'
import { useLabels } from '../../records/code-labels.ts'
import { Loaded } from '../../records/loaded.tsx'
import { Section, SidePanel } from '../../ui/overlay/side-panel.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { When } from '../../ui/time/when.tsx'
import { InvoiceLink } from '../invoice-link.tsx'
import { EntrySection } from '../ledger/entry.section.tsx'
import { errorTypeLabels, outcomeLabels, TaskBadge, taskTypeLabels, waitingLabels } from './labels.tsx'
import { PayloadSection } from './payload.section.tsx'
import { taskQuery } from './queries.ts'
import { TaskActions } from './task-actions.tsx'

type Task = Answer<typeof getTaskRecord>

/** One task: waiting or failure reason, reports, and the payload for accounting systems. */
export function TaskPanel({
  taskId,
  onClose,
  onOpenTask,
}: {
  taskId: string
  onClose: () => void
  onOpenTask: (taskId: string) => void
}) {
  const { t } = useLingui()
  const query = useQuery(taskQuery(taskId))
  const task = query.data
  return (
    <SidePanel
      isWide
      label={t`Task`}
      title={
        task && (
          <>
            <span className="tnum truncate">{task.document}</span>
            <TaskBadge task={task} />
          </>
        )
      }
      onClose={onClose}
    >
      <Loaded query={query}>
        {(loaded) => (
          <>
            <Facts task={loaded} onOpenTask={onOpenTask} />
            <Missing task={loaded} />
            <TaskActions task={loaded} onRetried={onClose} />
            <Reports task={loaded} />
            {loaded.status !== 'WAITING' && <EntrySection invoiceId={loaded.invoice_id} />}
            <PayloadSection payload={loaded.payload} />
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}

function Facts({ task, onOpenTask }: { task: Task; onOpenTask: (taskId: string) => void }) {
  const { t } = useLingui()
  const typeOf = useLabels(taskTypeLabels)
  const waitingOf = useLabels(waitingLabels)
  const { failure, retry_of } = task
  return (
    <Section>
      <Properties>
        <Property name={t`Task`}>{typeOf(task.task_type)}</Property>
        <Property name={t`Document`}>
          <InvoiceLink invoiceId={task.invoice_id} name={task.document} />
        </Property>
        <Property name={t`Company`}>
          <Link to="/companies/$companyId" params={{ companyId: task.company_id }} className="hover:underline">
            {task.company_name}
          </Link>
        </Property>
        <Property name={t`Total`}>
          <Amount amount={task.total} currency={task.currency} />
        </Property>
        <Property name={t`Billing entity`}>{task.billing_entity_code}</Property>
        <Property name={t`Created`}>
          <When instant={task.created_at} />
        </Property>
        {task.waiting_for !== null && <Property name={t`Waits for`}>{waitingOf(task.waiting_for)}</Property>}
        {task.leased_by !== null && (
          <Property name={t`Leased`}>
            {task.lease_until === null ? (
              task.leased_by
            ) : (
              <Trans>
                {task.leased_by}, until <When instant={task.lease_until} />
              </Trans>
            )}
          </Property>
        )}
        {failure !== null && (
          <Property name={t`Error`}>
            <FailureText failure={failure} />
          </Property>
        )}
        {task.finished_at !== null && (
          <Property name={t`Reported`}>
            <When instant={task.finished_at} />
            {task.finished_by !== null && <span className="text-ink-2"> · {task.finished_by}</span>}
          </Property>
        )}
        {retry_of !== null && (
          <Property name={t`Retry of`}>
            <button type="button" className="text-brand-ink hover:underline" onClick={() => onOpenTask(retry_of)}>
              <Trans>Failed task</Trans>
            </button>
          </Property>
        )}
      </Properties>
    </Section>
  )
}

function FailureText({ failure }: { failure: NonNullable<Task['failure']> }) {
  const errorOf = useLabels(errorTypeLabels)
  return (
    <span className="text-red [overflow-wrap:anywhere]">
      {failure.error_message ?? ''}
      <span className="block text-[12px] text-ink-2">{errorOf(failure.error_type)}</span>
    </span>
  )
}

/** Missing settings that block posting, each with a link to its page. */
function Missing({ task: { missing } }: { task: Task }) {
  const { t } = useLingui()
  if (missing.length === 0) return null
  return (
    <Section title={t`Missing accounts`}>
      <ul className="grid gap-1.5">
        {missing.map(({ setting, code, message }) => (
          <li key={`${setting} ${code} ${message}`} className="flex items-start gap-3">
            <span className="min-w-0 flex-1">{message}</span>
            <Link
              to="/settings/reference"
              search={{ kind: setting, ...(code !== null && { q: code }) }}
              className="shrink-0 font-medium text-brand-ink hover:underline"
            >
              <Trans>Open setting</Trans>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Reports({ task: { reports } }: { task: Task }) {
  const { t } = useLingui()
  const outcomeOf = useLabels(outcomeLabels)
  if (reports.length === 0) return null
  return (
    <Section title={t`Reports`}>
      <ul className="grid gap-2">
        {reports.map((report) => (
          <li key={`${report.reported_at} ${report.outcome}`}>
            <p>
              <span className="font-medium">{report.status === 'COMPLETED' ? t`Done` : t`Failed`}</span>
              <span className="text-ink-2"> · {outcomeOf(report.outcome)}</span>
            </p>
            {report.failure !== null && report.failure.error_message !== report.note && (
              <FailureText failure={report.failure} />
            )}
            {report.note !== null && <p className="[overflow-wrap:anywhere]">{report.note}</p>}
            <p className="text-[12px] text-ink-3">
              {report.reported_by} · <When instant={report.reported_at} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
