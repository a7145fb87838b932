import type { ListedOrder } from '@cartage/contract/orders/app/list'
import type { QueryClient } from '@tanstack/react-query'
import type { ListWindow } from '../ui/table/row-windows.ts'

/** Requested days of orders, as far as a loaded list contains them. */
export function requestedDays(queryClient: QueryClient, orderIds: ReadonlySet<string>): string[] {
  const windows = queryClient.getQueriesData<ListWindow<ListedOrder>>({ queryKey: ['orders', 'list'] })
  return windows
    .flatMap(([, window]) => window?.items ?? [])
    .filter(({ order_id }) => orderIds.has(order_id))
    .flatMap(({ pickup_on, delivery_on }) => [pickup_on, delivery_on].filter((day) => day !== null))
}
