import type { ListedEvent } from '@cartage/contract/events/app'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { About } from '../deliveries/list.columns.tsx'
import { useLabels } from '../records/code-labels.ts'
import { eventLabels } from '../records/event.labels.ts'
import { StatusBadge, Tag } from '../ui/status.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { LogTime } from '../ui/time/log-time.tsx'
import { deliveryBadge, eventBadge } from './status.labels.ts'

/** Columns of the log. */
export function useEventColumns(): readonly Column<ListedEvent>[] {
  const { t } = useLingui()
  const eventLabel = useLabels(eventLabels)
  return useMemo(
    () => [
      {
        id: 'at',
        title: t`Recorded`,
        width: 150,
        isFixed: true,
        cell: (row) => <LogTime instant={row.recorded_at} />,
      },
      {
        id: 'type',
        title: t`Type`,
        width: 170,
        cell: (row) => (
          <span className="font-medium" title={row.event_type}>
            {eventLabel(row.event_type)}
          </span>
        ),
      },
      { id: 'status', title: t`Status`, width: 130, cell: (row) => <Status row={row} /> },
      { id: 'about', title: t`Object`, width: 160, cell: (row) => <About delivery={row} /> },
      {
        id: 'sequence',
        title: t`No.`,
        width: 56,
        align: 'right',
        cell: (row) => <span className="tnum text-ink-3">{row.sequence}</span>,
      },
      { id: 'sent', title: t`Sent`, width: 150, cell: (row) => <Tag badge={deliveryBadge(row.deliveries)} /> },
    ],
    [t, eventLabel],
  )
}

function Status({ row }: { row: ListedEvent }) {
  const badge = eventBadge(row.status)
  return badge ? <StatusBadge badge={badge} /> : <span className="text-ink-3">—</span>
}
