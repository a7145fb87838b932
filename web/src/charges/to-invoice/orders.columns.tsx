import type { UnbilledOrder } from '@cartage/contract/charges/app/list'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Amount } from '../../books/amount.tsx'
import { OrderStatus } from '../../records/order.labels.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { ReasonBadge } from '../labels.tsx'

/** Columns of the orders to invoice. */
export function useOrderColumns(): readonly Column<UnbilledOrder>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'number',
        title: t`Order`,
        width: 120,
        isFixed: true,
        cell: ({ order_number }) => <span className="tnum font-semibold">{order_number}</span>,
      },
      { id: 'customer', title: t`Customer`, width: 180, cell: ({ company_name }) => company_name },
      {
        id: 'reference',
        title: t`Reference`,
        width: 130,
        cell: ({ customer_reference_number }) => customer_reference_number ?? <span className="text-ink-3">—</span>,
      },
      {
        id: 'day',
        title: t`Day of service`,
        width: 162,
        sortKey: 'day',
        cell: ({ completed_on }) => <OrderDay date={completed_on} />,
      },
      { id: 'reason', title: t`Waits for`, width: 165, cell: ({ reason }) => <ReasonBadge reason={reason} /> },
      {
        id: 'charges',
        title: t`Charges`,
        width: 130,
        cell: ({ charge_count, waiting_count, waiting_charge_id }) => (
          <span className="tnum">
            {charge_count}
            {waiting_charge_id !== null && (
              <Link
                to="/charges/$chargeId"
                params={{ chargeId: waiting_charge_id }}
                onClick={(event) => event.stopPropagation()}
                className="pl-1.5 text-amber underline-offset-2 hover:underline"
              >
                <Trans>{waiting_count} to approve</Trans>
              </Link>
            )}
          </span>
        ),
      },
      {
        id: 'status',
        title: t`Order status`,
        width: 136,
        cell: ({ order_status }) => <OrderStatus status={order_status} />,
      },
      {
        id: 'amount',
        title: t`Amount`,
        width: 120,
        align: 'right',
        cell: ({ amount, currency }) => (currency === null ? '—' : <Amount amount={amount} currency={currency} />),
      },
    ],
    [t],
  )
}
