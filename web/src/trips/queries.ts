import { listTripDriverActs } from '@cartage/contract/doors/app/driver'
import type { Request } from '@cartage/contract/endpoint'
import { countTrips, listTrips } from '@cartage/contract/trips/app/list'
import * as record from '@cartage/contract/trips/app/record'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { TripsSearch } from './address.ts'
import { instantsOf } from './period.ts'

type Query = NonNullable<Request<typeof listTrips>['query']>

/** Filters of the list as query parameters. */
export function filtersOf({
  peek: _peek,
  sort: _sort,
  when,
  late,
  refused,
  outdated,
  ...texts
}: TripsSearch): Partial<Query> {
  const filters = {
    ...texts,
    ...(when && instantsOf(when, new Date())),
    is_late: late && 'true',
    is_refused: refused && 'true',
    is_outdated: outdated && 'true',
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Partial<Query>
}

/** Earliest start first for future periods, otherwise latest first. */
export function sortOf({ sort, when }: TripsSearch): NonNullable<TripsSearch['sort']> {
  return sort ?? (when === undefined || when === 'past' ? '-starts' : 'starts')
}

/** A window of the list. */
export function loadTrips(search: TripsSearch) {
  return async (offset: number, limit: number) =>
    call(listTrips, { query: { ...filtersOf(search), sort: sortOf(search), offset, limit } })
}

/** Number of trips per state and kind of driver under the other filters. */
export function tripCountsQuery(search: TripsSearch) {
  const filters = filtersOf(search)
  return queryOptions({
    queryKey: ['trips', 'counts', filters],
    queryFn: () => call(countTrips, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

const ofTrip = <Data>(what: string, tripId: string, ask: (params: { trip_id: string }) => Promise<Data>) =>
  queryOptions({ queryKey: ['trips', what, tripId], queryFn: () => ask({ trip_id: tripId }) })

/** One trip with its related records. */
export const tripQuery = (tripId: string) =>
  ofTrip('record', tripId, (params) => call(record.getTripRecord, { params }))

/** Events of a trip and its stops. */
export const tripEventsQuery = (tripId: string) =>
  ofTrip('events', tripId, (params) => call(record.listTripEvents, { params }))

/** Change history of a trip. */
export const tripHistoryQuery = (tripId: string) =>
  ofTrip('history', tripId, (params) => call(record.listTripHistory, { params }))

/** The trip as returned by the API. */
export const rawTripQuery = (tripId: string) => ofTrip('raw', tripId, (params) => call(record.getRawTrip, { params }))

/** Driver reports on a trip. */
export const tripDriverActsQuery = (tripId: string) =>
  ofTrip('driver-acts', tripId, (params) => call(listTripDriverActs, { params }))
