import { dismissJobs, listStandstills, runJobsAgain, type Standstill } from '@cartage/contract/app/standstills'
import { acceptStopProposal, dismissStopProposal } from '@cartage/contract/positions/app'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** What stands still until somebody acts, oldest first. */
export const standstillsQuery = queryOptions({
  queryKey: ['standstills', 'waiting'],
  queryFn: () => call(listStandstills, {}),
  staleTime: 10_000,
  refetchInterval: 60_000,
})

/** What a person can do about something that stands still. */
export type StandstillDeed = 'do' | 'dismiss'

/** Runs a job again or accepts what positions show; or dismisses it. Other kinds are dealt with at their record. */
export function useStandstillDeed() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ row, deed }: { row: Standstill; deed: StandstillDeed }): Promise<unknown> => {
      if (row.kind === 'JOB') {
        return await call(deed === 'do' ? runJobsAgain : dismissJobs, { body: { job_ids: [row.id] } })
      }
      const params = { stop_id: row.id, proposal_kind: row.kind }
      return await call(deed === 'do' ? acceptStopProposal : dismissStopProposal, { params })
    },
    onSettled: () => {
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => ['standstills', 'trips', 'orders', 'counts'].includes(String(queryKey[0])),
      })
    },
  })
}
