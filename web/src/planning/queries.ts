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

/** Ids that one read of parts takes. */
export const mostParts = 80

/** Single trips and orders as the board shows them now. */
export function readParts(
  span: { from: number; to: number },
  tripIds: readonly string[],
  orderIds: readonly string[],
): Promise<PlanningBoardParts> {
  return call(getPlanningBoardParts, {
    query: { ...spanOf(span.from, span.to), trip_ids: tripIds.join(','), order_ids: orderIds.join(',') },
  })
}

/** What is wrong with the plan as it is. It costs the server a verdict on each trip, so it is not read on each change. */
export function conflictsQuery(from: number, to: number) {
  const query = spanOf(from, to)
  return queryOptions({
    queryKey: ['planning-conflicts', query],
    queryFn: () => call(listPlanningConflicts, { query }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
}

/** Hours of some drivers by the plan. Moves of others are in them after a minute at the latest. */
export function drivingQuery(from: number, to: number, driverIds: readonly string[]) {
  const query = { ...spanOf(from, to), driver_ids: driverIds.join(',') }
  return queryOptions({
    queryKey: ['planning-driving', query],
    queryFn: () => call(listDrivingTimes, { query }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })
}

/** The last planning commands of everyone. */
export const commandsQuery = queryOptions({
  queryKey: ['planning', 'commands'],
  queryFn: () => call(listPlanningCommands, { query: {} }),
})
