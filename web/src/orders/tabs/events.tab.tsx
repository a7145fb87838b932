import { useQuery } from '@tanstack/react-query'
import { EventsList } from '../../events/record.list.tsx'
import { orderEventsQuery } from '../order.queries.ts'

/** What was told to others about the order and its stops, and whether it arrived. */
export function EventsTab({ orderId }: { orderId: string }) {
  return <EventsList query={useQuery(orderEventsQuery(orderId))} />
}
