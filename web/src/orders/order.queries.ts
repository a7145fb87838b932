import { blockOrder, skipOrder, unblockOrder } from '@cartage/contract/orders/app/commands'
import { changeOrders } from '@cartage/contract/orders/app/list'
import { exportOrderRecord, listOrderEvents, listOrderHistory } from '@cartage/contract/orders/app/record'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Events of an order and its stops. */
export function orderEventsQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'events', orderId],
    queryFn: () => call(listOrderEvents, { params: { order_id: orderId } }),
  })
}

/** Change history of an order. */
export function orderHistoryQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'history', orderId],
    queryFn: () => call(listOrderHistory, { params: { order_id: orderId } }),
  })
}

/** The order in upload format. */
export function orderExportQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'export', orderId],
    queryFn: () => call(exportOrderRecord, { params: { order_id: orderId } }),
  })
}

/** Actions on one order. */
export type OrderAction =
  | { kind: 'block'; reason: string }
  | { kind: 'unblock' }
  | { kind: 'skip' }
  | { kind: 'cancel' }
  | { kind: 'confirm' }

/** Runs an action on one order and refreshes all order queries. */
export function useOrderAction(orderId: string) {
  const queryClient = useQueryClient()
  const params = { order_id: orderId }
  return useMutation({
    async mutationFn(command: OrderAction): Promise<void> {
      if (command.kind === 'block') await call(blockOrder, { params, body: { reason: command.reason } })
      if (command.kind === 'unblock') await call(unblockOrder, { params })
      if (command.kind === 'skip') await call(skipOrder, { params })
      if (command.kind === 'cancel' || command.kind === 'confirm') await changeOne(orderId, command.kind)
    },
    onSettled: () => refresh(queryClient, 'order'),
  })
}

async function changeOne(orderId: string, action: 'cancel' | 'confirm'): Promise<void> {
  const { items } = await call(changeOrders, { body: { action, order_ids: [orderId] } })
  const refused = items.find((item) => !item.is_done)
  if (refused) throw new Error(refused.message ?? 'refused')
}
