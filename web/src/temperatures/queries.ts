import { getOrderTemperature, getTripTemperature } from '@cartage/contract/temperatures/app'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Vehicles measure without a word in the stream of changes. */
const measuredAgainMs = 60_000

/** How warm the goods of an order were. */
export function orderTemperatureQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'temperature', orderId],
    queryFn: () => call(getOrderTemperature, { params: { order_id: orderId } }),
    refetchInterval: measuredAgainMs,
  })
}

/** How warm the goods on a trip were. */
export function tripTemperatureQuery(tripId: string) {
  return queryOptions({
    queryKey: ['trips', 'temperature', tripId],
    queryFn: () => call(getTripTemperature, { params: { trip_id: tripId } }),
    refetchInterval: measuredAgainMs,
  })
}
