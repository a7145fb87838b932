import * as runs from '@cartage/contract/planning/app/optimise'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Milliseconds between two looks at a run that is at work. */
const lookMs = 1_000

/** Whether a run waits or is at work. */
export function isAtWork({ status }: Pick<runs.Optimisation, 'status'>): boolean {
  return status === 'QUEUED' || status === 'RUNNING'
}

/** A window of the runs, the newest first. */
export async function loadOptimisations(offset: number, limit: number) {
  return await call(runs.listOptimisations, { query: { offset, limit } })
}

/** One run, looked at again while it is at work. */
export function optimisationQuery(optimisation_id: string) {
  return queryOptions({
    queryKey: ['optimisations', 'record', optimisation_id],
    queryFn: () => call(runs.getOptimisation, { params: { optimisation_id } }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? lookMs : false),
  })
}

/** The combinations that can be chosen. */
export const combinationsQuery = queryOptions({
  queryKey: ['optimisations', 'combinations'],
  queryFn: () => call(runs.listCombinations, {}),
})

/** Why an order is on a combination of a run or not. */
export function explanationQuery(optimisation_id: string, order_id: string) {
  return queryOptions({
    queryKey: ['optimisations', 'explanation', optimisation_id, order_id],
    queryFn: () => call(runs.explainOptimisation, { params: { optimisation_id, order_id } }),
  })
}

/** Starts a run. */
export function startOptimisation(body: runs.OptimisationRequest) {
  return call(runs.startOptimisation, { body })
}

/** Ends a run that is at work. */
export function cancelOptimisation(optimisation_id: string) {
  return call(runs.cancelOptimisation, { params: { optimisation_id } })
}

/** Runs again, with the plan of now. */
export function retryOptimisation(optimisation_id: string) {
  return call(runs.retryOptimisation, { params: { optimisation_id } })
}

/**
 * Asks for suggestions again, with the plan of now. A run of which trips were accepted stays as it is: another one begins for the
 * orders that are left.
 */
export function suggestAgain(run: runs.OptimisationRecord): Promise<runs.OptimisationRecord> {
  if (run.accepted === 0) return retryOptimisation(run.optimisation_id)
  const accepted = run.trips.filter(({ trip_id }) => trip_id !== null)
  const planned = new Set(accepted.flatMap(({ stops }) => stops.map(({ order_id }) => order_id)))
  const { order_ids, combinations } = run.chosen
  const { from_at, to_at } = run
  return startOptimisation({ order_ids: order_ids.filter((id) => !planned.has(id)), combinations, from_at, to_at })
}

/** Suggested trips that can be accepted: not yet planned, and nothing against them has changed since (OPT-11). */
export function openTrips({ status, is_expired, trips }: runs.OptimisationRecord): runs.SuggestedTrip[] {
  if (status !== 'DONE' || is_expired) return []
  return trips.filter(({ trip_id, outdated }) => trip_id === null && outdated === null)
}

/** Plans suggested trips; with a reason, although there are warnings. */
function acceptOptimisation(optimisation_id: string, trips: number[], reason: string | undefined) {
  const body = { trips, ...(reason !== undefined && { override: { reason } }) }
  return call(runs.acceptOptimisation, { params: { optimisation_id }, body })
}

/** Trips of a run that are to be planned. */
export interface Acceptance {
  trips: readonly number[]
  reason?: string | undefined
}

/** Plans suggested trips. The answer is shown at once, so that no trip is offered that is planned by now. */
export function useAcceptance(optimisation_id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ trips, reason }: Acceptance) => acceptOptimisation(optimisation_id, [...trips], reason),
    onSuccess({ command_id: _, ...run }) {
      queryClient.setQueryData(optimisationQuery(optimisation_id).queryKey, run)
    },
    onSettled: () => {
      void refresh(queryClient, 'planning_optimisation', 'planning_command', 'trip')
    },
  })
}

/** Changes a run; what shows it, its orders and trips is read again. */
export function useOptimisationChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<runs.OptimisationRecord>) => work(),
    onSettled: () => {
      void refresh(queryClient, 'planning_optimisation', 'trip')
    },
  })
}
