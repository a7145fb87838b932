import { getCounts } from '@cartage/contract/app/shell'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** What waits for somebody. The stream has it asked for again when something changes. */
export const countsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: () => call(getCounts, {}),
  staleTime: 10_000,
  refetchInterval: 60_000,
})

/** A number beside a page of the sidebar. */
export interface PlaceCount {
  number: number
  /** Something went wrong and somebody should look. */
  isAlarm: boolean
}

/** The numbers of the sidebar, by the address of the page. */
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
