import { getCounts } from '@cartage/contract/app/shell'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Counts of what needs attention. The change stream refreshes it. */
export const countsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: () => call(getCounts, {}),
  staleTime: 10_000,
  refetchInterval: 60_000,
})

/** A number next to a page of the sidebar. */
export interface PlaceCount {
  number: number
  /** Something failed and needs attention. */
  isAlarm: boolean
}

/** Counts of the sidebar, by page path. */
export function useCounts(): Readonly<Record<string, PlaceCount | undefined>> {
  const { data } = useQuery(countsQuery)
  if (data === undefined) return {}
  const numbers: [string, number | null, boolean][] = [
    ['/orders', data.orders_to_plan, false],
    ['/deliveries', data.deliveries_failed, true],
    ['/settings/receivers', data.receivers_stopped, true],
    ['/messages', data.inbox_open, true],
    ['/trips', data.dispatch_failed, true],
  ]
  return Object.fromEntries(
    numbers.flatMap(([place, number, isAlarm]) => (number === null ? [] : [[place, { number, isAlarm }]])),
  )
}
