import type { Input } from '@cartage/contract/endpoint'
import type { listTrips } from '@cartage/contract/trips/app/list'

type Query = Input<typeof listTrips>['query']

/** Filters of a list of trips, as given in the query. */
export type TripFilters = Omit<Query, 'offset' | 'limit' | 'sort'>

/** Sort key of a list of trips. */
export type TripSort = Query['sort']
