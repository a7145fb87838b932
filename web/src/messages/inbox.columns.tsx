import type { InboxItem } from '@cartage/contract/messages/app/record'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Column } from '../ui/table/data-table.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { ItemState, useItemKind } from './words.tsx'

/** The columns of the inbox. */
export function useInboxColumns(): readonly Column<InboxItem>[] {
  const { t } = useLingui()
  const kindWord = useItemKind()
  return useMemo(
    () => [
      { id: 'status', title: t`Status`, width: 116, isFixed: true, cell: (row) => <ItemState status={row.status} /> },
      {
        id: 'kind',
        title: t`Webhook`,
        width: 170,
        cell: (row) => <span className="font-medium">{kindWord(row.kind)}</span>,
      },
      { id: 'last', title: t`Received`, width: 96, cell: (row) => <RelativeTime instant={row.last_at} /> },
      {
        id: 'party',
        title: t({ message: 'From', context: 'sender' }),
        width: 150,
        cell: (row) => row.party ?? <span className="text-ink-3">—</span>,
      },
      {
        id: 'times',
        title: t`Count`,
        width: 64,
        align: 'right',
        cell: (row) => <span className="tnum">{row.occurrences}</span>,
      },
      { id: 'reason', title: t`Reason`, width: 300, cell: (row) => <span title={row.reason}>{row.reason}</span> },
    ],
    [t, kindWord],
  )
}
