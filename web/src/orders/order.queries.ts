import { blockOrder, skipOrder, unblockOrder } from '@cartage/contract/orders/app/commands'
import { changeOrders } from '@cartage/contract/orders/app/list'
import { exportOrderRecord, listOrderEvents, listOrderHistory } from '@cartage/contract/orders/app/record'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** What was told to others about an order and its stops. */
export function orderEventsQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'events', orderId],
    queryFn: () => call(listOrderEvents, { params: { order_id: orderId } }),
  })
}

/** Who changed an order, and what. */
export function orderHistoryQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'history', orderId],
    queryFn: () => call(listOrderHistory, { params: { order_id: orderId } }),
  })
}

/** The order as a body for the upload. */
export function orderExportQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'export', orderId],
    queryFn: () => call(exportOrderRecord, { params: { order_id: orderId } }),
  })
}

/** What can be done to one order. */
export type OrderDeed = { kind: 'block'; reason: string } | { kind: 'unblock' } | { kind: 'skip' } | { kind: 'cancel' }

/** Does something to one order; everything shown of orders is asked for again. */
export function useOrderDeed(orderId: string) {
  const queryClient = useQueryClient()
  const params = { order_id: orderId }
  return useMutation({
    async mutationFn(deed: OrderDeed): Promise<void> {
      if (deed.kind === 'block') await call(blockOrder, { params, body: { reason: deed.reason } })
      if (deed.kind === 'unblock') await call(unblockOrder, { params })
      if (deed.kind === 'skip') await call(skipOrder, { params })
      if (deed.kind === 'cancel') await cancel(orderId)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
}

async function cancel(orderId: string): Promise<void> {
  const { items } = await call(changeOrders, { body: { action: 'cancel', order_ids: [orderId] } })
  const refused = items.find((item) => !item.is_done)
  if (refused) throw new Error(refused.message ?? 'refused')
}
