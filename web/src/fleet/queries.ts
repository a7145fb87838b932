import { listPositions } from '@cartage/contract/positions/app/fleet'
import { listMapVehicles, type MapVehicle } from '@cartage/contract/trips/app/map'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { hasUnknown, withPositions } from './vehicles.ts'

/** Milliseconds between two looks at positions, and at what belongs to the trips. */
const positionsMs = 2_000
const vehiclesMs = 15_000

/** Vehicles with their trips; positions that follow are put into it. */
export const vehiclesQuery = queryOptions({
  queryKey: ['map', 'vehicles'],
  queryFn: () => call(listMapVehicles, {}),
  refetchInterval: vehiclesMs,
  structuralSharing: false,
})

/** The vehicles of the map, kept up to date while the page is shown. */
export function useVehicles() {
  const queryClient = useQueryClient()
  const query = useQuery(vehiclesQuery)
  const version = query.data?.version
  const news = useQuery({
    queryKey: ['map', 'positions'],
    queryFn: async () => {
      // Of the moment of asking: the version of the answer that is shown.
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
