import { listPositions } from '@cartage/contract/positions/app/fleet'
import { listMapVehicles, type MapVehicle } from '@cartage/contract/trips/app/map'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { hasUnknown, withPositions } from './vehicles.ts'

/** Polling intervals in milliseconds for positions, and for trip data. */
const positionsMs = 2_000
const vehiclesMs = 15_000

/** Vehicles with their trips; later positions are merged into it. */
export const vehiclesQuery = queryOptions({
  queryKey: ['map', 'vehicles'],
  queryFn: () => call(listMapVehicles, {}),
  refetchInterval: vehiclesMs,
  structuralSharing: false,
})

/** Vehicles of the map, refreshed while the page is shown. */
export function useVehicles() {
  const queryClient = useQueryClient()
  const query = useQuery(vehiclesQuery)
  const version = query.data?.version
  const news = useQuery({
    queryKey: ['map', 'positions'],
    queryFn: async () => {
      // Version of the currently shown response, read when the request starts.
      const since = queryClient.getQueryData(vehiclesQuery.queryKey)?.version
      return await call(listPositions, { query: { since } })
    },
    enabled: version !== undefined,
    refetchInterval: positionsMs,
    gcTime: 0,
  }).data
  useEffect(() => {
    if (news === undefined) return
    const shown = queryClient.getQueryData(vehiclesQuery.queryKey)
    if (shown === undefined) return
    if (hasUnknown(shown.items, news.items)) void queryClient.invalidateQueries(vehiclesQuery)
    const items = withPositions(shown.items, news.items) as MapVehicle[]
    queryClient.setQueryData(vehiclesQuery.queryKey, { version: news.version, items })
  }, [news, queryClient])
  return query
}
