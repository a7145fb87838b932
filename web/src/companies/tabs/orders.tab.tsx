import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../records/loaded.tsx'
import { OrderStatus } from '../../records/order.labels.tsx'
import { Package } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { When } from '../../ui/time/when.tsx'
import { companyOrdersQuery } from '../queries.ts'

/** Newest orders of a company, with a link to all of them. */
export function CompanyOrdersTab({ companyId }: { companyId: string }) {
  const { t } = useLingui()
  const query = useQuery(companyOrdersQuery(companyId))
  return (
    <Loaded query={query}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState
            icon={Package}
            title={t`No orders yet`}
            text={t`Orders of this company appear here, newest first.`}
          />
        ) : (
          <div className="max-w-[960px] px-4 py-2">
            <ul>
              {items.map((order) => (
                <li key={order.order_id} className="flex min-h-10 items-center gap-3 border-b border-line">
                  <Link
                    to="/orders/$orderId"
                    params={{ orderId: order.order_id }}
                    className="tnum w-28 font-medium hover:underline"
                  >
                    {order.order_number}
                  </Link>
                  <span className="w-28">
                    <OrderStatus status={order.status} />
                  </span>
                  <span className="min-w-0 flex-1 truncate text-ink-2">{order.customer_reference_number}</span>
                  <span className="text-ink-3">
                    <When instant={order.created_at} />
                  </span>
                </li>
              ))}
            </ul>
            <p className="py-3">
              <Link to="/orders" search={{ company: companyId }} className="btn btn-outline">
                <Plural value={total} one="View # order" other="View all # orders" />
              </Link>
            </p>
          </div>
        )
      }
    </Loaded>
  )
}
