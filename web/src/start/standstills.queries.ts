import { dismissJobs, listStandstills, runJobsAgain, type Standstill } from '@cartage/contract/app/standstills'
import { acceptStopProposal, dismissStopProposal } from '@cartage/contract/positions/app/fleet'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Standstills, oldest first. */
export const standstillsQuery = queryOptions({
  queryKey: ['standstills', 'waiting'],
  queryFn: () => call(listStandstills, {}),
  staleTime: 10_000,
  refetchInterval: 60_000,
})

/** Actions on a standstill. */
export type StandstillAction = 'do' | 'dismiss'

/** Repeats a job, accepts what positions show, or dismisses it. Other kinds are resolved on their record. */
export function useStandstillAction() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ row, action }: { row: Standstill; action: StandstillAction }): Promise<unknown> => {
      if (row.kind === 'JOB') {
        return await call(action === 'do' ? runJobsAgain : dismissJobs, { body: { job_ids: [row.id] } })
      }
      const params = { stop_id: row.id, proposal_kind: row.kind }
      return await call(action === 'do' ? acceptStopProposal : dismissStopProposal, { params })
    },
    onSettled: () => {
      void refresh(queryClient, 'stop')
    },
  })
}
