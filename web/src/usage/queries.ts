import { listDoubtfulSources } from '@cartage/contract/positions/app/fleet'
import { getUsage, listRefusedCalls } from '@cartage/contract/usage/app'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { UsageSearch } from './address.ts'

/** API usage, polled every five seconds, as often as the counts are written. */
export function usageQuery({ category = 'general', hours = '1' }: UsageSearch) {
  return queryOptions({
    queryKey: ['usage', 'now', category, hours],
    queryFn: () => call(getUsage, { query: { category, hours } }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  })
}

/** Rejected requests. */
export function rejectedRequestsQuery({ category = 'general', hours = '1', client }: UsageSearch) {
  return queryOptions({
    queryKey: ['usage', 'refused', category, hours, client],
    queryFn: () => call(listRefusedCalls, { query: { category, hours, client, limit: 100 } }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  })
}

/** Sources of unreliable positions in the last days. */
export function unreliableSourcesQuery(days: number) {
  return queryOptions({
    queryKey: ['usage', 'doubtful', days],
    queryFn: () => call(listDoubtfulSources, { query: { days: String(days) } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}
