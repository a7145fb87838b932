import type { InvoiceRun } from '@cartage/contract/billing/app/run'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Column } from '../../ui/table/data-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { When } from '../../ui/time/when.tsx'
import { RunStatus } from '../labels.tsx'

/** Columns of the run list. */
export function useRunColumns(): readonly Column<InvoiceRun>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'started',
        title: t`Started`,
        width: 170,
        isFixed: true,
        cell: ({ created_at }) => (
          <span className="font-semibold">
            <When instant={created_at} />
          </span>
        ),
      },
      { id: 'status', title: t`Status`, width: 160, cell: ({ status }) => <RunStatus status={status} /> },
      { id: 'until', title: t`Work until`, width: 130, cell: ({ filter }) => <OrderDay date={filter.up_to} /> },
      { id: 'date', title: t`Invoice date`, width: 130, cell: ({ filter }) => <OrderDay date={filter.date} /> },
      count('documents', t`Documents`, ({ total }) => total),
      count('finalised', t`Finalised`, ({ finalised }) => finalised),
      count('unsent', t`Not sent`, ({ unsent }) => unsent),
      count('left', t`Left out`, ({ rejected }) => rejected.length),
    ],
    [t],
  )
}

function count(id: string, title: string, of: (run: InvoiceRun) => number): Column<InvoiceRun> {
  return { id, title, width: 110, align: 'right', cell: (run) => <span className="tnum">{of(run)}</span> }
}
