import { countAuditRecords, listAuditRecords, verifyAuditTrail } from '@cartage/contract/audit/app'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useMutation } from '../api/use-mutation.ts'
import { type LogDays, spanOf } from '../lists/log-days.tsx'

/** Filters of the audit trail. */
export interface AuditFilter extends LogDays {
  /** Name of a record, or id of a record or request. */
  q?: string | undefined
  type?: string | undefined
  id?: string | undefined
  actor?: string | undefined
  action?: string | undefined
}

/** API filters. A record is identified by kind and id together. */
export function filtersOf({ q, type, id, actor, action, ...days }: AuditFilter): Record<string, string> {
  const filters = { q, entity_type: type, entity_id: type && id, actor_id: actor, action, ...spanOf(days) }
  return Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

/** Audit trail, newest first, paginated. */
export function auditQuery(filter: AuditFilter) {
  const filters = filtersOf(filter)
  return infiniteQueryOptions({
    queryKey: ['audit', filters],
    // A cursor includes its filters, so it is sent alone.
    queryFn: ({ pageParam }) =>
      call(listAuditRecords, { query: pageParam === undefined ? filters : { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
}

/** Number of recent entries per actor, action and record kind. */
export function auditCountsQuery(filter: AuditFilter) {
  const query = filtersOf(filter)
  return queryOptions({
    queryKey: ['audit', 'counts', query],
    queryFn: () => call(countAuditRecords, { query }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Verifies the hash chain from the first entry to the last. */
export function useVerification() {
  return useMutation({ mutationFn: () => call(verifyAuditTrail, {}) })
}
