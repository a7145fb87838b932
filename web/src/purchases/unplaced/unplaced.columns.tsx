import type { UnplacedPurchase } from '@cartage/contract/purchases/app/unplaced'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Amount } from '../../books/amount.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

/** Columns of the documents to place. */
export function useUnplacedColumns(): readonly Column<UnplacedPurchase>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'number',
        title: t`Number`,
        width: 150,
        isFixed: true,
        cell: ({ external_name }) => <span className="tnum font-semibold">{external_name ?? '—'}</span>,
      },
      {
        id: 'supplier',
        title: t`Supplier or customer`,
        width: 220,
        cell: ({ supplier_name, customer_name }) => customer_name ?? supplier_name ?? '—',
      },
      {
        id: 'received',
        title: t`Received`,
        width: 110,
        cell: ({ received_at }) => <RelativeTime instant={received_at} />,
      },
      {
        id: 'amount',
        title: t`With tax`,
        width: 130,
        align: 'right',
        cell: ({ total_incl_tax, currency }) =>
          total_incl_tax === null || currency === null ? '—' : <Amount amount={total_incl_tax} currency={currency} />,
      },
      {
        id: 'reason',
        title: t`Reason`,
        width: 420,
        cell: ({ reason, last_failure, dispute }) => {
          const text = dispute === null ? (last_failure ?? reason) : t`Disputed: ${dispute}`
          return <span title={text}>{text}</span>
        },
      },
    ],
    [t],
  )
}
