import { useQuery } from '@tanstack/react-query'
import { HistoryList } from '../../audit/history.list.tsx'
import { orderHistoryQuery } from '../order.queries.ts'

/** Who changed the order by command, when, and from what to what. */
export function HistoryTab({ orderId }: { orderId: string }) {
  return <HistoryList query={useQuery(orderHistoryQuery(orderId))} />
}
