import type { InboxItem } from '@cartage/contract/messages/app/record'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { SenderName } from '../records/sender-name.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { ItemState, useMessageKind } from './labels.tsx'

/** Columns of the inbox. */
export function useInboxColumns(): readonly Column<InboxItem>[] {
  const { t } = useLingui()
  const kindLabel = useMessageKind()
  return useMemo(
    () => [
      { id: 'status', title: t`Status`, width: 116, isFixed: true, cell: (row) => <ItemState status={row.status} /> },
      {
        id: 'kind',
        title: t`Type`,
        width: 170,
        cell: (row) => (
          <span className="font-medium" title={row.kind}>
            {kindLabel(row.kind)}
          </span>
        ),
      },
      { id: 'last', title: t`Received`, width: 96, cell: (row) => <RelativeTime instant={row.last_at} /> },
      {
        id: 'party',
        title: t({ message: 'From', context: 'sender' }),
        width: 200,
        cell: (row) => <SenderName name={row.party} kind={row.party_kind} />,
      },
      {
        id: 'times',
        title: t`Times received`,
        width: 110,
        align: 'right',
        cell: (row) => <span className="tnum">{row.occurrences}</span>,
      },
      { id: 'reason', title: t`Reason`, width: 300, cell: (row) => <span title={row.reason}>{row.reason}</span> },
    ],
    [t, kindLabel],
  )
}
