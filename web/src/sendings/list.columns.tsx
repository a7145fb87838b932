import type { Sending } from '@cartage/contract/billing/app/sending'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useLabels } from '../records/code-labels.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { When } from '../ui/time/when.tsx'
import { SendingBadge, sendingChannelLabels, sendingPurposeLabels } from './labels.tsx'

/** Columns of the list of sendings. */
export function useSendingColumns(): readonly Column<Sending>[] {
  const { t } = useLingui()
  const channelOf = useLabels(sendingChannelLabels)
  const purposeOf = useLabels(sendingPurposeLabels)
  return useMemo(
    () => [
      {
        id: 'document',
        title: t`Document`,
        width: 150,
        isFixed: true,
        cell: ({ document }) => <span className="tnum font-semibold">{document || '—'}</span>,
      },
      { id: 'status', title: t`Status`, width: 110, cell: (sending) => <SendingBadge sending={sending} /> },
      {
        id: 'detail',
        title: t`Detail`,
        width: 320,
        cell: ({ failure }) => failure !== null && <span title={failure}>{failure}</span>,
      },
      { id: 'company', title: t`Company`, width: 200, cell: ({ company_name }) => company_name },
      { id: 'channel', title: t`Channel`, width: 120, cell: ({ channel }) => channelOf(channel) },
      { id: 'address', title: t`Address`, width: 220, cell: ({ address }) => address || '—' },
      {
        id: 'purpose',
        title: t`Content`,
        width: 140,
        cell: ({ purpose, reminder_level }) => reminder_level ?? purposeOf(purpose),
      },
      { id: 'created', title: t`Created`, width: 120, cell: ({ created_at }) => <RelativeTime instant={created_at} /> },
      {
        id: 'finished',
        title: t`Finished`,
        width: 160,
        cell: ({ finished_at }) => finished_at && <When instant={finished_at} />,
      },
      { id: 'by', title: t`Requested by`, width: 160, cell: ({ requested_by }) => requested_by },
    ],
    [t, channelOf, purposeOf],
  )
}
