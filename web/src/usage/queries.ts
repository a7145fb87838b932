import { listDoubtfulSources } from '@cartage/contract/positions/app/fleet'
import { getUsage, listRefusedCalls } from '@cartage/contract/usage/app'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { UsageSearch } from './address.ts'

/** The use of the interface, loaded again every five seconds: counts are written as often. */
export function usageQuery({ category = 'general', hours = '1' }: UsageSearch) {
  return queryOptions({
    queryKey: ['usage', 'now', category, hours],
    queryFn: () => call(getUsage, { query: { category, hours } }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  })
}

/** The rejected requests. */
export function rejectedRequestsQuery({ category = 'general', hours = '1', client }: UsageSearch) {
  return queryOptions({
    queryKey: ['usage', 'refused', category, hours, client],
    queryFn: () => call(listRefusedCalls, { query: { category, hours, client, limit: 100 } }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  })
}

/** Sources of unreliable positions of the last days. */
export function unreliableSourcesQuery(days: number) {
  return queryOptions({
    queryKey: ['usage', 'doubtful', days],
    queryFn: () => call(listDoubtfulSources, { query: { days: String(days) } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}
