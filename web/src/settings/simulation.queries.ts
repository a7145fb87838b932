import * as contract from '@cartage/contract/app/simulation'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useMutation } from '../api/use-mutation.ts'

export type Simulation = NonNullable<contract.SimulationState['simulation']>

/** The simulation, polled while its clock is running. */
export const simulationQuery = queryOptions({
  queryKey: ['settings', 'simulation'],
  queryFn: () => call(contract.getSimulation, {}),
  refetchInterval: ({ state: { data } }) => (data?.simulation?.state === 'RUNNING' ? 2_000 : false),
})

/** Commands of the simulation switch. */
export type SimulationSwitch =
  | { kind: 'START'; speed: number; seed: number; from_at: string | undefined }
  | { kind: 'CHANGE'; speed?: number; is_paused?: boolean }
  | { kind: 'REMOVE' }

/** Starts, pauses, changes or removes the simulation. */
export function useSimulationSwitch() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (given: SimulationSwitch) => {
      if (given.kind === 'REMOVE') return call(contract.removeSimulation, {})
      const { kind, ...body } = given
      if (given.kind === 'CHANGE') return call(contract.changeSimulation, { body })
      return call(contract.startSimulation, { body: { speed: given.speed, seed: given.seed, from_at: given.from_at } })
    },
    onSuccess: (after) => queryClient.setQueryData(simulationQuery.queryKey, after),
  })
}
