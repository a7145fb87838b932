import type { ListedPurchase } from '@cartage/contract/purchases/app'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Amount } from '../books/amount.tsx'
import { CodeStatus } from '../records/code-status.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { resultBadges } from './words.tsx'

/** The columns of the purchase documents. */
export function usePurchaseColumns(): readonly Column<ListedPurchase>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'number',
        title: t`Number`,
        width: 150,
        isFixed: true,
        cell: ({ external_name, name }) => <span className="tnum font-semibold">{external_name ?? name ?? '—'}</span>,
      },
      { id: 'supplier', title: t`Supplier`, width: 220, cell: ({ company_name }) => company_name },
      {
        id: 'kind',
        title: t`Type`,
        width: 160,
        cell: ({ kind }) => (kind === 'PURCHASE_INVOICE' ? t`Supplier invoice` : t`Supplier credit note`),
      },
      {
        id: 'date',
        title: t`Document date`,
        width: 130,
        sortKey: 'date',
        cell: ({ date }) => <OrderDay date={date} />,
      },
      {
        id: 'result',
        title: t`Match`,
        width: 130,
        cell: ({ result }) => (result ? <CodeStatus badges={resultBadges} code={result} /> : '—'),
      },
      {
        id: 'executed',
        title: t`Executed`,
        width: 130,
        align: 'right',
        cell: ({ executed, currency }) => (executed === null ? '—' : <Amount amount={executed} currency={currency} />),
      },
      {
        id: 'amount',
        title: t`Without tax`,
        width: 130,
        align: 'right',
        cell: ({ total_excl_tax, currency }) => <Amount amount={total_excl_tax} currency={currency} />,
      },
    ],
    [t],
  )
}
