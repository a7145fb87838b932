import { countLogEntries, getLogEntry, listLogEntries } from '@cartage/contract/events/app'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { EventsSearch } from './address.ts'

/** One page of the log. */
export function loadEvents({ peek: _peek, ...filters }: EventsSearch) {
  return (offset: number, limit: number) => call(listLogEntries, { query: { ...filters, offset, limit } })
}

/** API filters of the log. */
export function filtersOf({ peek: _peek, ...filters }: EventsSearch) {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''))
}

/** Number of recent entries of each type. */
export function eventCountsQuery({ q, until }: EventsSearch) {
  const query = { ...(q && { q }), ...(until !== undefined && { until }) }
  return queryOptions({
    queryKey: ['events', 'counts', query],
    queryFn: () => call(countLogEntries, { query }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Latest position of the log, and the number of events after the position where it is paused. */
export function logEndQuery({ peek: _peek, ...filters }: EventsSearch) {
  return queryOptions({
    queryKey: ['events', 'end', filters],
    queryFn: async () => {
      const { last_position, newer } = await call(listLogEntries, { query: { ...filters, offset: 0, limit: 1 } })
      return { last: last_position, newer }
    },
  })
}

/** One event with its payload and deliveries. */
export function eventQuery(eventId: string) {
  return queryOptions({
    queryKey: ['events', 'record', eventId],
    queryFn: () => call(getLogEntry, { params: { event_id: eventId } }),
  })
}
