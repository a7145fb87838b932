import type { Input } from '@cartage/contract/endpoint'
import type { listTrips } from '@cartage/contract/trips/app/list'

type Query = Input<typeof listTrips>['query']

/** Filters of a list of trips as the query gives them. */
export type TripFilters = Omit<Query, 'offset' | 'limit' | 'sort'>

/** What a list of trips is ordered by. */
export type TripSort = Query['sort']
