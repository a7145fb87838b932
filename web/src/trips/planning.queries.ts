import { givePlanningCommand, type PlanningCommand, undoCommand } from '@cartage/contract/planning/app/commands'
import { reportStop } from '@cartage/contract/trips/app/record'
import { call } from '../api/call.ts'
import { useMutation } from '../api/use-mutation.ts'
import { useTripRefresh } from '../dispatch/queries.ts'

interface Seen {
  trip_id: string
  version: number
}

/** A planning command, and why it is right in spite of the warnings; they are overridden then. */
interface Given {
  command: PlanningCommand
  reason?: string | undefined
}

/** Gives a command about a trip as the screen knows it; a trip that was changed meanwhile is rejected. */
export function useTripCommand({ trip_id, version }: Seen) {
  const onSettled = useTripRefresh()
  return useMutation({
    mutationFn: ({ command, reason }: Given) => giveCommand(command, reason, [{ trip_id, version }]),
    onSettled,
  })
}

/** Gives a planning command. @param reason why it is right in spite of the warnings */
export function giveCommand(command: PlanningCommand, reason: string | undefined, versions: readonly Seen[] = []) {
  return call(givePlanningCommand, {
    body: { ...command, versions, ...(reason !== undefined && { override: { reason } }) },
  })
}

/** Has another company drive a trip, whatever drove it. */
export function useCarrierAssignment(trip_id: string) {
  const onSettled = useTripRefresh()
  return useMutation({
    mutationFn: ({ companyId, reason }: { companyId: string; reason: string | undefined }) =>
      giveCommand({ kind: 'ASSIGN', trip_id, subcontractor_id: companyId }, reason),
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
    mutationFn: (command_id: string) => call(undoCommand, { body: { command_id } }),
    onSettled,
  })
}
