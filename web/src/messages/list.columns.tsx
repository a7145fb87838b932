import type { MessageSummary } from '@cartage/contract/messages/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Took } from '../deliveries/list.columns.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { LogTime } from '../ui/time/log-time.tsx'
import { Direction, MessageResult, useMessageKind } from './labels.tsx'

/** Columns of the message list. */
export function useMessageColumns(): readonly Column<MessageSummary>[] {
  const { t } = useLingui()
  const kindLabel = useMessageKind()
  return useMemo(
    () => [
      { id: 'at', title: t`Time`, width: 150, isFixed: true, cell: (row) => <LogTime instant={row.at} /> },
      { id: 'direction', title: t`Direction`, width: 84, cell: (row) => <Direction direction={row.direction} /> },
      {
        id: 'kind',
        title: t`Type`,
        width: 190,
        cell: (row) => (
          <span className="font-medium" title={row.kind}>
            {kindLabel(row.kind)}
          </span>
        ),
      },
      { id: 'result', title: t`Result`, width: 150, cell: (row) => <MessageResult message={row} /> },
      { id: 'status', title: t`Response`, width: 92, cell: (row) => <span className="tnum">{row.status ?? '—'}</span> },
      { id: 'took', title: t`Duration`, width: 84, align: 'right', cell: (row) => <Took ms={row.duration_ms} /> },
      { id: 'party', title: t`System`, width: 180, cell: (row) => <Party row={row} /> },
    ],
    [t, kindLabel],
  )
}

function Party({ row }: { row: MessageSummary }) {
  return (
    <>
      {row.party ?? <span className="text-ink-3">—</span>}
      {row.repeats > 0 && (
        <span className="tag tone-grey tnum ml-2">
          <Trans>received {row.repeats + 1} times</Trans>
        </span>
      )}
      {row.replay_of !== null && (
        <span className="tag tone-violet ml-2">
          <Trans>rerun</Trans>
        </span>
      )}
    </>
  )
}
