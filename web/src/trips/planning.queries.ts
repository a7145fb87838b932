import * as planning from '@cartage/contract/planning/app/commands'
import { placeTrip } from '@cartage/contract/planning/app/place'
import { reportStop } from '@cartage/contract/trips/app/record'
import { call } from '../api/call.ts'
import { useMutation } from '../api/use-mutation.ts'
import { useTripRefresh } from '../dispatch/queries.ts'

/** What planners do to a whole trip. */
export type TripAction = 'confirm' | 'take-back' | 'cancel'

const endpoints = {
  confirm: planning.confirmTrips,
  'take-back': planning.takeBackTrips,
  cancel: planning.cancelTrips,
} as const

interface Seen {
  trip_id: string
  version: number
}

interface PlanningRequest {
  action: TripAction
  /** Why it is right in spite of the warnings; they are overridden then. */
  reason?: string
}

/** Does something to a trip as the screen knows it; a trip that was changed meanwhile is rejected. */
export function useTripAction({ trip_id, version }: Seen) {
  const onSettled = useTripRefresh()
  return useMutation({
    mutationFn: ({ action, reason }: PlanningRequest) =>
      call(endpoints[action], {
        body: {
          trip_ids: [trip_id],
          versions: [{ trip_id, version }],
          ...(reason !== undefined && { override: { reason } }),
        },
      }),
    onSettled,
  })
}

/** Gives a trip other resources, its times as they are. */
export function useCarrierChange({ trip_id, version }: Seen) {
  const onSettled = useTripRefresh()
  return useMutation({
    mutationFn: ({ resourceIds, reason }: { resourceIds: readonly string[]; reason: string | undefined }) =>
      call(placeTrip, {
        body: {
          trip_id,
          resource_ids: [...resourceIds],
          versions: [{ trip_id, version }],
          ...(reason !== undefined && { override: { reason } }),
        },
      }),
    onSettled,
  })
}

/** Has another company drive a trip, whatever drove it. */
export function useCarrierAssignment(trip_id: string) {
  const onSettled = useTripRefresh()
  return useMutation({
    mutationFn: ({ companyId, reason }: { companyId: string; reason: string | undefined }) =>
      call(planning.assignResources, {
        body: { trip_id, subcontractor_id: companyId, ...(reason !== undefined && { override: { reason } }) },
      }),
    onSettled,
  })
}

/** Says that a stop was reached or is done, now. */
export function useStopReport() {
  const onSettled = useTripRefresh()
  return useMutation({
    mutationFn: ({ stopId, status }: { stopId: string; status: 'AT_STOP' | 'COMPLETED' }) =>
      call(reportStop, { params: { stop_id: stopId }, body: { status } }),
    onSettled,
  })
}

/** Puts everything back as it was before a command. */
export function useUndo() {
  const onSettled = useTripRefresh()
  return useMutation({
    mutationFn: (command_id: string) => call(planning.undoCommand, { body: { command_id } }),
    onSettled,
  })
}
