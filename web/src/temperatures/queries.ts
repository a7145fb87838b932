import { getOrderTemperature, getTripTemperature } from '@cartage/contract/temperatures/app'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Milliseconds. Polled, because measurements are not in the change stream. */
const measuredAgainMs = 60_000

/** Temperatures of an order's goods. */
export function orderTemperatureQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'temperature', orderId],
    queryFn: () => call(getOrderTemperature, { params: { order_id: orderId } }),
    refetchInterval: measuredAgainMs,
  })
}

/** Temperatures of the goods on a trip. */
export function tripTemperatureQuery(tripId: string) {
  return queryOptions({
    queryKey: ['trips', 'temperature', tripId],
    queryFn: () => call(getTripTemperature, { params: { trip_id: tripId } }),
    refetchInterval: measuredAgainMs,
  })
}
