import type { Standstill } from '@cartage/contract/app/standstills'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureOf } from '../api/failure.ts'
import { useLabels } from '../records/code-labels.ts'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { RecordLink } from '../shell/record-path.tsx'
import { Button } from '../ui/button.tsx'
import { CircleCheck } from '../ui/icons.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { standstillLabels } from './standstill.labels.ts'
import { keyOf, useStandstillTitle } from './standstill-title.ts'
import { type StandstillAction, standstillsQuery, useStandstillAction } from './standstills.queries.ts'

/** All standstills, with reasons and actions. */
export function StandstillsPage() {
  const { t } = useLingui()
  usePageTitle(t`Open issues`)
  const query = useQuery(standstillsQuery)
  const columns = useColumns()
  const items = query.data?.items
  return (
    <>
      <PageHeader title={t`Open issues`}>
        <span className="truncate text-ink-3">
          <Trans>Failed background jobs, times to confirm, and problems with documents and bookings.</Trans>
        </span>
      </PageHeader>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        {query.error !== null && <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />}
        {items?.length === 0 && (
          <EmptyState icon={CircleCheck} title={t`No open issues`} text={t`New issues appear here.`} />
        )}
        {(query.error === null || items !== undefined) && items?.length !== 0 && (
          <PlainTable label={t`Open issues`} columns={columns} rows={items} keyOf={keyOf} />
        )}
      </div>
    </>
  )
}

function useColumns(): PlainColumn<Standstill>[] {
  const { t } = useLingui()
  const word = useLabels(standstillLabels)
  const titleOf = useStandstillTitle()
  return [
    {
      id: 'kind',
      title: t`Issue`,
      width: 'w-56',
      cell: (row) => <span className="font-medium">{word(row.kind)}</span>,
    },
    { id: 'title', title: t`Object`, cell: (row) => <About row={row} text={titleOf(row)} /> },
    { id: 'reason', title: t`Reason`, cell: (row) => row.reason ?? '—' },
    { id: 'since', title: t`Since`, width: 'w-28', cell: (row) => <RelativeTime instant={row.since} /> },
    {
      id: 'deeds',
      title: '',
      width: 'w-56',
      align: 'right',
      cell: (row) => <Actions row={row} title={titleOf(row)} />,
    },
  ]
}

function About({ row, text }: { row: Standstill; text: string }) {
  if (row.kind === 'FAILED_SENDING' || row.kind === 'UNKNOWN_SENDING') {
    return (
      <Link to="/sendings" search={{ peek: row.id }} className="underline-offset-2 hover:underline">
        {text}
      </Link>
    )
  }
  if (row.kind === 'FAILED_TASK' || row.kind === 'WAITING_TASK') {
    return (
      <Link to="/tasks" search={{ peek: row.id }} className="underline-offset-2 hover:underline">
        {text}
      </Link>
    )
  }
  if (row.kind === 'DISPUTED_PURCHASE') {
    return (
      <Link to="/purchases/$invoiceId" params={{ invoiceId: row.id }} className="underline-offset-2 hover:underline">
        {text}
      </Link>
    )
  }
  if (row.kind === 'UNPLACED_PURCHASE') {
    return (
      <Link to="/purchases" search={{ view: 'to-place', peek: row.id }} className="underline-offset-2 hover:underline">
        {text}
      </Link>
    )
  }
  if (row.entity_type === null || row.entity_id === null) return text
  return (
    <RecordLink kind={row.entity_type} id={row.entity_id} className="underline-offset-2 hover:underline">
      {text}
    </RecordLink>
  )
}

function Actions({ row, title }: { row: Standstill; title: string }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { mutate, isPending } = useStandstillAction()
  const mayRun = usePermission('delivery.write')
  const mayReport = usePermission('trip.write')
  const isJob = row.kind === 'JOB'
  const isProposal = row.kind === 'ARRIVAL' || row.kind === 'DEPARTURE'
  if (!(isJob && mayRun) && !(isProposal && mayReport)) return null
  const run = (action: StandstillAction, done: string) =>
    mutate({ row, action }, { onSuccess: () => toasts.done(done), onError: (error) => toasts.failed(failureOf(error)) })
  return (
    <span className="inline-flex gap-1.5">
      <Button
        isBusy={isPending}
        aria-label={isJob ? t`Run again: ${title}` : t`Accept: ${title}`}
        onClick={() => run('do', isJob ? t`Queued to run again` : t`Time saved on the stop`)}
      >
        {isJob ? <Trans>Run again</Trans> : <Trans>Accept</Trans>}
      </Button>
      <Button
        variant="ghost"
        disabled={isPending}
        aria-label={t`Dismiss: ${title}`}
        onClick={() => run('dismiss', t`Dismissed`)}
      >
        <Trans>Dismiss</Trans>
      </Button>
    </span>
  )
}
