import * as dispatch from '@cartage/contract/dispatch/app'
import * as answers from '@cartage/contract/dispatch/app/answers'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Dispatches of a trip and its bookings, with all messages. */
export const tripDispatchesQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['trips', 'dispatches', tripId],
    queryFn: () => call(dispatch.listTripDispatches, { params: { trip_id: tripId } }),
  })

/** One message to a partner with its payload. */
export const revisionQuery = (dispatchId: string, revision: number) =>
  queryOptions({
    queryKey: ['trips', 'dispatches', 'message', dispatchId, revision],
    queryFn: () => call(dispatch.getDispatchRevision, { params: { dispatch_id: dispatchId, revision } }),
  })

/** All dispatch destinations. */
export const destinationsQuery = queryOptions({
  queryKey: ['dispatch', 'destinations'],
  queryFn: () => call(dispatch.listDispatchDestinations, {}),
})

/** Dispatch actions of a trip. */
export type DispatchAction =
  | { kind: 'send'; destinationId: string | null; reason?: string }
  | { kind: 'recall' }
  | { kind: 'resend'; dispatchId: string; revision: number }

/** Dispatches a trip, withdraws it, or resends a message. */
export function useDispatchAction(tripId: string) {
  const onSettled = useTripRefresh()
  const params = { trip_id: tripId }
  return useMutation({
    async mutationFn(what: DispatchAction): Promise<void> {
      if (what.kind === 'send') {
        const override = what.reason === undefined ? {} : { override: { reason: what.reason } }
        await call(dispatch.dispatchTrip, {
          params,
          body: { dispatch_destination_id: what.destinationId, ...override },
        })
      }
      if (what.kind === 'recall') await call(dispatch.recallTrip, { params })
      if (what.kind === 'resend') {
        const { dispatchId, revision } = what
        await call(dispatch.resendDispatch, { params: { dispatch_id: dispatchId, revision } })
      }
    },
    onSettled,
  })
}

/** Reloads everything that a trip command can change. */
export function useTripRefresh() {
  const queryClient = useQueryClient()
  return () => refresh(queryClient, 'trip', 'dispatch')
}

/** State of a trip at its carrier; `standing` is null without a carrier. */
export const tripAnswerQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['trips', 'answer', tripId],
    queryFn: () => call(answers.getTripAnswer, { params: { trip_id: tripId } }),
  })

/** Records a carrier's answer given by telephone. */
export function useAnswerTrip(tripId: string) {
  const onSettled = useTripRefresh()
  return useMutation({
    mutationFn: (body: answers.NewTripAnswer) => call(answers.answerTrip, { params: { trip_id: tripId }, body }),
    onSettled,
  })
}
