import { givePlanningCommand, type PlanningCommand, undoCommand } from '@cartage/contract/planning/app/commands'
import { reportStop } from '@cartage/contract/trips/app/record'
import { call } from '../api/call.ts'
import { useMutation } from '../api/use-mutation.ts'
import { useTripRefresh } from '../dispatch/queries.ts'

interface Seen {
  trip_id: string
  version: number
}

/** A planning command, and the reason to override warnings. */
interface Given {
  command: PlanningCommand
  reason?: string | undefined
}

/** Sends a command about a trip at the version shown. Rejected if the trip changed meanwhile. */
export function useTripCommand({ trip_id, version }: Seen) {
  const onSettled = useTripRefresh()
  return useMutation({
    mutationFn: ({ command, reason }: Given) => giveCommand(command, reason, [{ trip_id, version }]),
    onSettled,
  })
}

/**
 * Sends a planning command.
 * @param reason overrides warnings
 */
export function giveCommand(command: PlanningCommand, reason: string | undefined, versions: readonly Seen[] = []) {
  return call(givePlanningCommand, {
    body: { ...command, versions, ...(reason !== undefined && { override: { reason } }) },
  })
}

/** Assigns a carrier to a trip, replacing its resources or carrier. */
export function useCarrierAssignment(trip_id: string) {
  const onSettled = useTripRefresh()
  return useMutation({
    mutationFn: ({ companyId, reason }: { companyId: string; reason: string | undefined }) =>
      giveCommand({ kind: 'ASSIGN', trip_id, subcontractor_id: companyId }, reason),
    onSettled,
  })
}

/** Reports a stop as reached or completed, as of now. */
export function useStopReport() {
  const onSettled = useTripRefresh()
  return useMutation({
    mutationFn: ({ stopId, status }: { stopId: string; status: 'AT_STOP' | 'COMPLETED' }) =>
      call(reportStop, { params: { stop_id: stopId }, body: { status } }),
    onSettled,
  })
}

/** Undoes a command. */
export function useUndo() {
  const onSettled = useTripRefresh()
  return useMutation({
    mutationFn: (command_id: string) => call(undoCommand, { body: { command_id } }),
    onSettled,
  })
}
