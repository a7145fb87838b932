import { listSamples } from '@cartage/contract/positions/app/fleet'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { LatLon } from '../../map/geometry.ts'
import { instantText } from '../../ui/time/time-text.ts'

/** Positions of a resource in a time range, oldest first, without impossible ones. */
export function trackQuery(resourceId: string, from: number, to: number) {
  const query = { from: instantText(new Date(from)), to: instantText(new Date(to)) }
  return queryOptions({
    queryKey: ['map', 'track', resourceId, query],
    queryFn: async () => {
      const { items } = await call(listSamples, { params: { resource_id: resourceId }, query })
      return items.flatMap(({ value }) => placeOf(value) ?? [])
    },
    staleTime: 30_000,
  })
}

function placeOf(value: Readonly<Record<string, unknown>>): LatLon[] | undefined {
  const { latitude, longitude, doubt } = value
  if (doubt !== undefined || typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  return [{ latitude, longitude }]
}
