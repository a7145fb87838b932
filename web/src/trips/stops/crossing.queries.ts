import { unplan } from '@cartage/contract/planning/app/commands'
import { call } from '../../api/call.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useTripRefresh } from '../../dispatch/queries.ts'
import { type CrossingChange, sendCrossing } from './send-crossing.ts'

/** What is done to the crossings of a trip on its page. */
export type CrossingAction = CrossingChange | { kind: 'remove-crossing'; stopIds: readonly string[] }

/** Changes or removes a crossing of a trip as the screen knows it; a trip that was changed meanwhile is rejected. */
export function useCrossingAction({ trip_id, version }: { trip_id: string; version: number }) {
  const onSettled = useTripRefresh()
  return useMutation({
    mutationFn({ action, reason }: { action: CrossingAction; reason: string | undefined }) {
      const frame = { versions: [{ trip_id, version }], ...(reason !== undefined && { override: { reason } }) }
      if (action.kind !== 'remove-crossing') return sendCrossing({ ...action, tripId: trip_id }, frame)
      return call(unplan, { body: { ...frame, stop_ids: [...action.stopIds] } })
    },
    onSettled,
  })
}
