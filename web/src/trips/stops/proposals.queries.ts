import { acceptStopProposal, dismissStopProposal, listStopProposals } from '@cartage/contract/positions/app/fleet'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'

/** Arrivals and departures detected from positions, for all trips. Refreshed with the trips. */
export const proposalsQuery = queryOptions({
  queryKey: ['trips', 'proposals'],
  queryFn: () => call(listStopProposals, {}),
  staleTime: 10_000,
})

/** Accepts or dismisses an arrival or departure and refreshes the trip queries. */
export function useProposalDecision() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ stopId, kind, isAccepted }: { stopId: string; kind: string; isAccepted: boolean }) =>
      call(isAccepted ? acceptStopProposal : dismissStopProposal, {
        params: { stop_id: stopId, proposal_kind: kind },
      }),
    onSettled: () => refresh(queryClient, 'stop'),
  })
}
