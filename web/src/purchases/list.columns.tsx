import type { ListedPurchase } from '@cartage/contract/purchases/app'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Amount } from '../books/amount.tsx'
import { CodeStatus } from '../records/code-status.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { resultBadges } from './labels.tsx'
import { consentOfResult, SelfBilledStatus } from './self-billing/labels.tsx'

/** Columns of the purchase documents. */
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
        title: t`Kind`,
        width: 160,
        cell: ({ kind, is_self_billed }) => {
          if (is_self_billed) return t`Self-billed invoice`
          return kind === 'PURCHASE_INVOICE' ? t`Purchase invoice` : t`Purchase credit note`
        },
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
        title: t({ message: 'Match', context: 'of a purchase document' }),
        width: 160,
        cell: ({ result, status, is_self_billed }) => {
          if (result === null) return '—'
          return is_self_billed ? (
            <SelfBilledStatus status={status} consent={consentOfResult[result]} />
          ) : (
            <CodeStatus badges={resultBadges} code={result} />
          )
        },
      },
      {
        id: 'executed',
        title: t`Actual cost`,
        width: 130,
        align: 'right',
        cell: ({ executed, currency }) => (executed === null ? '—' : <Amount amount={executed} currency={currency} />),
      },
      {
        id: 'amount',
        title: t`Excl. VAT`,
        width: 130,
        align: 'right',
        cell: ({ total_excl_tax, currency }) => <Amount amount={total_excl_tax} currency={currency} />,
      },
    ],
    [t],
  )
}
