import { getDay } from '@cartage/contract/app/day'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The day, in total or for one resource group. Polled, because the change stream would refresh it on every event. */
export function dayQuery(group: string | undefined) {
  return queryOptions({
    queryKey: ['day', group ?? 'all'],
    queryFn: () => call(getDay, { query: group === undefined ? {} : { group } }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchInterval: 20_000,
  })
}
