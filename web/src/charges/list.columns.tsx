import type { Charge } from '@cartage/contract/charges/app/charge'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useLabels } from '../records/code-labels.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { AmountOf } from './charges-table.tsx'
import { ApprovalBadge, ChargeStatusBadge, originLabels } from './labels.tsx'

/** Columns of the list of charges or costs. */
export function useChargeColumns(side: 'SALES' | 'COST'): readonly Column<Charge>[] {
  const { t } = useLingui()
  const originOf = useLabels(originLabels)
  return useMemo(
    () => [
      {
        id: 'name',
        title: t`Charge`,
        width: 200,
        isFixed: true,
        cell: ({ name }) => <span className="font-semibold">{name}</span>,
      },
      {
        id: 'subject',
        title: side === 'SALES' ? t`Order` : t`Trip`,
        width: 120,
        cell: ({ order, trip }) => <span className="tnum">{order?.name ?? trip?.name}</span>,
      },
      {
        id: 'company',
        title: side === 'SALES' ? t`Customer` : t`Carrier`,
        width: 200,
        cell: ({ company }) =>
          company?.name ?? <span className="text-ink-3">{side === 'COST' ? t`Own fleet` : '—'}</span>,
      },
      { id: 'day', title: t`Day of service`, width: 138, cell: ({ supplied_on }) => <OrderDay date={supplied_on} /> },
      { id: 'amount', title: t`Amount`, width: 130, align: 'right', cell: (charge) => <AmountOf charge={charge} /> },
      { id: 'status', title: t`Status`, width: 140, cell: (charge) => <ChargeStatusBadge charge={charge} /> },
      { id: 'approval', title: t`Approval`, width: 170, cell: ({ approval }) => <ApprovalBadge approval={approval} /> },
      { id: 'origin', title: t`Origin`, width: 130, cell: ({ origin }) => originOf(origin) },
      { id: 'description', title: t`Description`, width: 232, cell: ({ description }) => description },
    ],
    [t, side, originOf],
  )
}
