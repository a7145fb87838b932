import { countLogEntries, getLogEntry, listLogEntries } from '@cartage/contract/events/app'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { spanOf } from '../lists/log-days.tsx'
import type { EventsSearch } from './address.ts'

/** One page of the log. */
export function loadEvents(search: EventsSearch) {
  return (offset: number, limit: number) => call(listLogEntries, { query: { ...filtersOf(search), offset, limit } })
}

/** API filters of the log. */
export function filtersOf({ peek: _peek, when, from, to, ...rest }: EventsSearch) {
  const filters = { ...rest, ...spanOf({ when, from, to }) }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''))
}

/** Number of recent entries of each type. */
export function eventCountsQuery({ q, until, when, from, to }: EventsSearch) {
  const search = { q, until, when, from, to }
  return queryOptions({
    queryKey: ['events', 'counts', search],
    queryFn: () => call(countLogEntries, { query: filtersOf(search) }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Latest position of the log, and the number of events after the position where it is paused. */
export function logEndQuery({ peek: _peek, ...search }: EventsSearch) {
  return queryOptions({
    queryKey: ['events', 'end', search],
    queryFn: async () => {
      const query = { ...filtersOf(search), offset: 0, limit: 1 }
      const { last_position, newer } = await call(listLogEntries, { query })
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
