import { listMissingProofs } from '@cartage/contract/app/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { Loaded } from '../records/loaded.tsx'
import { When } from '../records/when.tsx'
import { call } from '../shell/call.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Completed orders that lack their proof of delivery, oldest first. */
export function MissingProofs() {
  const { t } = useLingui()
  const query = useInfiniteQuery({
    queryKey: ['documents', 'missing'],
    queryFn: ({ pageParam }) =>
      call(listMissingProofs, { query: pageParam === undefined ? {} : { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Loaded query={query}>
        {({ pages }) => {
          const orders = pages.flatMap((page) => page.items)
          if (orders.length === 0) {
            return (
              <EmptyState
                icon={CircleCheck}
                title={t`Nothing is missing`}
                text={t`Every completed order has its proof of delivery.`}
              />
            )
          }
          return (
            <>
              <ul className="px-4 py-2">
                {orders.map((order) => (
                  <li key={order.order_id} className="flex min-h-9 items-center gap-3 border-b border-line">
                    <Link
                      to="/orders/$orderId"
                      params={{ orderId: order.order_id }}
                      className="tnum w-28 font-semibold hover:underline"
                    >
                      {order.order_number}
                    </Link>
                    <span className="w-64 truncate">{order.customer_name}</span>
                    <span className="min-w-0 flex-1 truncate text-ink-2">{order.customer_reference_number}</span>
                    <span className="text-ink-3">
                      <When instant={order.created_at} />
                    </span>
                  </li>
                ))}
              </ul>
              {query.hasNextPage && (
                <div className="px-4 pb-4">
                  <Button onClick={() => query.fetchNextPage()} isBusy={query.isFetchingNextPage}>
                    <Trans>Show more</Trans>
                  </Button>
                </div>
              )}
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
