import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sums } from '../../books/amount.tsx'
import { orderChargesQuery } from '../../charges/queries.ts'

/** Sales total of an order as on its finance page, or that it has no charges yet. */
export function OrderTotal({ orderId }: { orderId: string }) {
  const charges = useQuery(orderChargesQuery(orderId)).data
  if (charges === undefined) return null
  return (
    <p className="py-1">
      {charges.totals.length > 0 ? (
        <Link
          to="/orders/$orderId"
          params={{ orderId }}
          search={{ tab: 'charges' }}
          className="font-medium underline-offset-2 hover:underline"
        >
          <Sums sums={charges.totals} />
        </Link>
      ) : (
        <span className="text-ink-3">
          <Trans>No charges yet.</Trans>
        </span>
      )}
    </p>
  )
}
