import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../api/use-mutation.ts'
import { useTripRefresh } from '../dispatch/queries.ts'
import { giveCommand } from './planning.queries.ts'
import { tripQuery } from './queries.ts'

/** Replaces one of a trip's resources by another driver. */
export function useDriverReplacement(tripId: string) {
  const client = useQueryClient()
  const onSettled = useTripRefresh()
  return useMutation({
    async mutationFn({ from, to, reason }: { from: string; to: string; reason: string | undefined }) {
      const { trip } = await client.fetchQuery({ ...tripQuery(tripId), staleTime: 0 })
      const resource_ids = trip.resources.map(({ resource_id }) => (resource_id === from ? to : resource_id))
      return await giveCommand({ kind: 'PLACE', trip_id: tripId, resource_ids }, reason, [
        { trip_id: tripId, version: trip.version },
      ])
    },
    onSettled,
  })
}
