import type { DispatchBoardRow } from '@cartage/contract/dispatch/app/board'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Column } from '../../ui/table/data-table.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { When } from '../../ui/time/when.tsx'
import { StandingBadge } from './labels.tsx'

/** Columns of the dispatch board. */
export function useBoardColumns(): readonly Column<DispatchBoardRow>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'trip',
        title: t`Trip`,
        width: 120,
        isFixed: true,
        cell: ({ trip_name }) => <span className="tnum font-semibold">{trip_name}</span>,
      },
      { id: 'state', title: t`Status`, width: 180, cell: (row) => <StandingBadge row={row} /> },
      {
        id: 'carrier',
        title: t`Carrier`,
        width: 190,
        cell: ({ company_name, destination_name }) => company_name ?? destination_name ?? t`Own fleet`,
      },
      { id: 'start', title: t`First stop`, width: 150, cell: ({ starts_at }) => <When instant={starts_at} /> },
      { id: 'route', title: t`Route`, width: 230, cell: (row) => <RouteText row={row} /> },
      {
        id: 'since',
        title: t`Since`,
        width: 110,
        cell: ({ since }) => since !== null && <RelativeTime instant={since} />,
      },
      { id: 'answer_by', title: t`Answer by`, width: 150, cell: (row) => <Deadline row={row} /> },
      { id: 'detail', title: t`Detail`, width: 260, cell: (row) => <DetailText row={row} /> },
      { id: 'resources', title: t`Vehicle and driver`, width: 200, cell: ({ resources }) => resources },
    ],
    [t],
  )
}

/** Start and end of a trip. */
export function RouteText({ row: { from, to } }: { row: DispatchBoardRow }) {
  const nameOf = (place: DispatchBoardRow['from']) => place?.city ?? place?.name ?? '?'
  return (
    <>
      {nameOf(from)} → {nameOf(to)}
    </>
  )
}

function Deadline({ row: { answer_by, is_overdue, state } }: { row: DispatchBoardRow }) {
  if (answer_by === null || state !== 'SILENT') return null
  return (
    <span className={is_overdue ? 'font-medium text-amber' : undefined}>
      <When instant={answer_by} />
    </span>
  )
}

/** Details of the state: why it was refused or failed, or with which vehicle it was accepted. */
export function DetailText({ row }: { row: DispatchBoardRow }) {
  const { state, answer, failure, trip_status, revision } = row
  if (state === 'REFUSED' && answer?.reason) return <span title={answer.reason}>{answer.reason}</span>
  if (failure !== null) {
    return (
      <span className="text-red" title={failure}>
        {failure}
      </span>
    )
  }
  if (state === 'ACCEPTED' && answer) return [answer.plate, answer.driver_name].filter(Boolean).join(' · ')
  if (state === 'NOT_SENT' && trip_status === 'CREATED') return <Trans>Draft: confirm the trip first</Trans>
  if (state === 'CHANGED' && revision !== null) return <Trans>Has message {revision}</Trans>
  return null
}
