import * as board from '@cartage/contract/dispatch/app/board'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { midnightOf } from '../../ui/time/zone.ts'
import { boardRanges, type DispatchSearch } from '../address.ts'

/** API filters of the board; days follow the organisation's time zone. */
export function boardFiltersOf({ when = 'today', state, company, q }: DispatchSearch, now = Date.now()) {
  const [first, end] = boardRanges[when]
  const midnight = (days: number) => new Date(midnightOf(now, days)).toISOString()
  return {
    ...{ from: midnight(first), to: midnight(end) },
    ...(state && { state }),
    ...(company && { company }),
    ...(q && { q }),
  }
}

/** One page of the board. */
export function loadBoard(search: DispatchSearch) {
  const filters = boardFiltersOf(search)
  return async (offset: number, limit: number) =>
    call(board.listDispatchBoard, { query: { ...filters, offset, limit } })
}

/** Trip counts by state and carrier. */
export function boardCountsQuery(search: DispatchSearch) {
  const filters = boardFiltersOf(search)
  return queryOptions({
    queryKey: ['dispatch', 'counts', filters],
    queryFn: () => call(board.countDispatchBoard, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Dispatches trips, each to its carrier's destination. */
export function dispatchTrips(ids: readonly string[]) {
  return call(board.dispatchTrips, { body: { trip_ids: [...ids] } })
}
