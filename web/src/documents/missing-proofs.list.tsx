import type { OrderWithoutProof } from '@cartage/contract/messages/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../records/loaded.tsx'
import { Button } from '../ui/button.tsx'
import { CircleCheck } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { When } from '../ui/time/when.tsx'
import { missingProofsQuery } from './queries.ts'

/** Completed orders without their proof of delivery, oldest first. */
export function MissingProofs() {
  const { t } = useLingui()
  const query = useInfiniteQuery(missingProofsQuery)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Loaded query={query}>
        {({ pages }) => {
          const orders = pages.flatMap((page) => page.items)
          if (orders.length === 0) {
            return (
              <EmptyState
                icon={CircleCheck}
                title={t`No proof of delivery missing`}
                text={t`All completed orders have one.`}
              />
            )
          }
          return (
            <>
              <div className="p-4">
                <Orders orders={orders} />
              </div>
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

function Orders({ orders }: { orders: readonly OrderWithoutProof[] }) {
  const { t } = useLingui()
  return (
    <PlainTable<OrderWithoutProof>
      label={t`Missing proof of delivery`}
      rows={orders}
      keyOf={({ order_id }) => order_id}
      columns={[
        {
          id: 'order',
          title: t`Order`,
          width: 'w-36',
          cell: ({ order_id, order_number }) => (
            <Link
              to="/orders/$orderId"
              params={{ orderId: order_id }}
              search={{ tab: 'documents' }}
              className="tnum font-semibold underline-offset-2 hover:underline"
            >
              {order_number}
            </Link>
          ),
        },
        { id: 'customer', title: t`Customer`, cell: ({ customer_name }) => customer_name },
        {
          id: 'reference',
          title: t`Customer reference`,
          cell: ({ customer_reference_number: reference }) => <span className="text-ink-2">{reference ?? '—'}</span>,
        },
        {
          id: 'came',
          title: t`Received`,
          width: 'w-44',
          cell: ({ created_at }) => (
            <span className="text-ink-2">
              <When instant={created_at} />
            </span>
          ),
        },
      ]}
    />
  )
}
