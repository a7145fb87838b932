import {
  getPlanningBoardParts,
  listDrivingTimes,
  listPlanningConflicts,
  type PlanningBoardParts,
} from '@cartage/contract/planning/app/board'
import { listPlanningCommands } from '@cartage/contract/planning/app/commands'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { spanOf } from './board.queries.ts'

/** Maximum number of ids per request for parts. */
export const mostParts = 80

/** Current state of single trips and orders of the board. */
export function readParts(
  span: { from: number; to: number },
  tripIds: readonly string[],
  orderIds: readonly string[],
): Promise<PlanningBoardParts> {
  return call(getPlanningBoardParts, {
    query: { ...spanOf(span.from, span.to), trip_ids: tripIds.join(','), order_ids: orderIds.join(',') },
  })
}

/** Conflicts of the current plan. The server computes a verdict per trip, so this is not refetched on each change. */
export function conflictsQuery(from: number, to: number) {
  const query = spanOf(from, to)
  return queryOptions({
    queryKey: ['planning-conflicts', query],
    queryFn: () => call(listPlanningConflicts, { query }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
}

/** Planned hours of some drivers. Includes moves by others after a minute at most. */
export function drivingQuery(from: number, to: number, driverIds: readonly string[]) {
  const query = { ...spanOf(from, to), driver_ids: driverIds.join(',') }
  return queryOptions({
    queryKey: ['planning-driving', query],
    queryFn: () => call(listDrivingTimes, { query }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })
}

/** Latest planning commands of all users. */
export const commandsQuery = queryOptions({
  queryKey: ['planning', 'commands'],
  queryFn: () => call(listPlanningCommands, { query: {} }),
})
