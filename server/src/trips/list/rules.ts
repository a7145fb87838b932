import type { Input } from '@cartage/contract/endpoint'
import type { ListedTrip, listTrips } from '@cartage/contract/trips/app/list'
import { isLate, punctualityOf, type StopTimes, worstPunctuality } from '../../orders/stops/punctuality.rules.ts'

type Query = Input<typeof listTrips>['query']

/** Filters of a list of trips as the query gives them. */
export type TripFilters = Omit<Query, 'offset' | 'limit' | 'sort'>

/** What a list of trips is ordered by. */
export type TripSort = Query['sort']

/** How punctual a trip is by its stops. One that is over is no longer late, and its list still says how late it was. */
export function tripPunctuality(
  status: string,
  stops: readonly StopTimes[],
  now: number,
): Pick<ListedTrip, 'is_late' | 'punctuality'> {
  const verdicts = stops.flatMap((stop) => punctualityOf(stop, now) ?? [])
  const isUnderWay = status === 'PLANNED' || status === 'IN_PROGRESS'
  return { is_late: isUnderWay && verdicts.some(isLate), punctuality: worstPunctuality(stops, now) }
}
