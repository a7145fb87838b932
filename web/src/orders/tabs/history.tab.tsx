import { useQuery } from '@tanstack/react-query'
import { HistoryList } from '../../audit/history.list.tsx'
import { orderHistoryQuery } from '../order.queries.ts'

/** Commands that changed the order: user, time, old and new values. */
export function HistoryTab({ orderId }: { orderId: string }) {
  return <HistoryList query={useQuery(orderHistoryQuery(orderId))} />
}
