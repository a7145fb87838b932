import { useQuery } from '@tanstack/react-query'
import { EventsList } from '../../events/record.list.tsx'
import { orderEventsQuery } from '../order.queries.ts'

/** Events of the order and its stops, with their deliveries. */
export function EventsTab({ orderId }: { orderId: string }) {
  return <EventsList query={useQuery(orderEventsQuery(orderId))} />
}
