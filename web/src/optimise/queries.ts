import * as runs from '@cartage/contract/planning/app/optimise'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Milliseconds between polls of an active run. */
const lookMs = 1_000

/** Whether a run is queued or running. */
export function isAtWork({ status }: Pick<runs.Optimisation, 'status'>): boolean {
  return status === 'QUEUED' || status === 'RUNNING'
}

/** A window of the runs, newest first. */
export async function loadOptimisations(offset: number, limit: number) {
  return await call(runs.listOptimisations, { query: { offset, limit } })
}

/** One run, polled while it is active. */
export function optimisationQuery(optimisation_id: string) {
  return queryOptions({
    queryKey: ['optimisations', 'record', optimisation_id],
    queryFn: () => call(runs.getOptimisation, { params: { optimisation_id } }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? lookMs : false),
  })
}

/** Combinations to choose from. */
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

/** Cancels an active run. */
export function cancelOptimisation(optimisation_id: string) {
  return call(runs.cancelOptimisation, { params: { optimisation_id } })
}

/** Repeats a run with the current plan. */
export function retryOptimisation(optimisation_id: string) {
  return call(runs.retryOptimisation, { params: { optimisation_id } })
}

/**
 * Requests suggestions again with the current plan. A run with accepted trips stays unchanged: a new run starts for the
 * remaining orders.
 */
export function suggestAgain(run: runs.OptimisationRecord): Promise<runs.OptimisationRecord> {
  if (run.accepted === 0) return retryOptimisation(run.optimisation_id)
  const accepted = run.trips.filter(({ trip_id }) => trip_id !== null)
  const planned = new Set(accepted.flatMap(({ stops }) => stops.map(({ order_id }) => order_id)))
  const { order_ids, combinations } = run.chosen
  const { from_at, to_at } = run
  return startOptimisation({ order_ids: order_ids.filter((id) => !planned.has(id)), combinations, from_at, to_at })
}

/** Suggested trips that can be accepted: not yet planned, and not outdated by later changes (OPT-11). */
export function openTrips({ status, is_expired, trips }: runs.OptimisationRecord): runs.SuggestedTrip[] {
  if (status !== 'DONE' || is_expired) return []
  return trips.filter(({ trip_id, outdated }) => trip_id === null && outdated === null)
}

/** Plans suggested trips. A reason is required to accept them despite warnings. */
function acceptOptimisation(optimisation_id: string, trips: number[], reason: string | undefined) {
  const body = { trips, ...(reason !== undefined && { override: { reason } }) }
  return call(runs.acceptOptimisation, { params: { optimisation_id }, body })
}

/** Trips of a run to be planned. */
export interface Acceptance {
  trips: readonly number[]
  reason?: string | undefined
}

/** Plans suggested trips. The response goes into the cache at once, so that no planned trip is offered again. */
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

/** Changes a run and refreshes the queries of the run, its orders and trips. */
export function useOptimisationChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<runs.OptimisationRecord>) => work(),
    onSettled: () => {
      void refresh(queryClient, 'planning_optimisation', 'trip')
    },
  })
}
