import type { PlannedStop } from '@cartage/contract/planning/app/trip'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { type RejectedPlan, rejectedPlanOf } from '../verdicts/rejected-plan.ts'
import { namedTrips, type PlanningCommand, type Seen, useBoardCommand, useUndoOrRedo } from './command.queries.ts'
import type { LiveBoard } from './live/use-live-board.ts'
import type { Instead } from './other-start.ts'
import type { BoardModel } from './rows.ts'

/** A refused command and its alternative. */
export interface Refused {
  command: PlanningCommand
  rejectedPlan: RejectedPlan
  /** What is possible instead. Undefined while searching, null where another start would not help. */
  instead: Instead | null | undefined
}

/** Runs commands of the board. Shows verdicts against them, and offers an undo for those carried out. */
export function usePlan(model: BoardModel | undefined, live: LiveBoard) {
  const { t } = useLingui()
  const toasts = useToasts()
  const mutation = useBoardCommand(live)
  const offers = useRef<Offer[]>([])
  const goBack = useGoBack(live, offers.current)
  const [refused, setRefused] = useState<Refused>()
  const latest = useRef(model)
  latest.current = model
  const done: Readonly<Record<PlanningCommand['kind'], string>> = {
    PLAN: t`Planned`,
    PLACE: t`Trip moved`,
    CANCEL: t`Unplanned`,
    CONFIRM: t`Confirmed`,
    TAKE_BACK: t`Back to draft`,
    COMBINE: t`Trips merged`,
    SPLIT: t`Order split`,
    MOVE: t`Moved`,
    RESEQUENCE: t`Stops reordered`,
    INSERT_STOP: t`Stop inserted`,
    INSERT_CROSSING: t`Crossing inserted`,
    CHANGE_CROSSING: t`Crossing changed`,
    UNPLAN: t`Unplanned`,
    ASSIGN: t`Assigned`,
    TAKE_OFF: t`Removed`,
    SET_TIMES: t`Times set`,
    BLOCK: t`On hold`,
    UNBLOCK: t`Released`,
  }

  async function reject(command: PlanningCommand, rejectedPlan: RejectedPlan): Promise<void> {
    setRefused({ command, rejectedPlan, instead: undefined })
    // Loaded with the dialog that shows it.
    const { otherStart, wantsOtherStart } = await import('./other-start.ts')
    const isWanted = wantsOtherStart(command, rejectedPlan)
    const instead = isWanted ? await otherStart(command, latest.current, Date.now()) : null
    setRefused((before) => (before?.command === command ? { ...before, instead } : before))
  }

  /** Confirms a command and offers to undo it. Without an id there is nothing to undo. */
  function offerUndo(title: string, commandId: string | null): void {
    const undo = commandId === null ? undefined : { word: t`Undo`, run: () => goBack('undo', commandId) }
    const close = toasts.done(title, undo)
    if (commandId !== null) offers.current.push({ commandId, close })
  }

  function run(command: PlanningCommand, reason?: string): void {
    setRefused(undefined)
    mutation.mutate(
      { command, seen: seenBy(command, latest.current), reason },
      {
        onSuccess: ({ command_id }) => offerUndo(done[command.kind], command_id),
        onError(error) {
          const rejectedPlan = rejectedPlanOf(error)
          if (rejectedPlan) void reject(command, rejectedPlan)
          else toasts.failed(failureOf(error))
        },
      },
    )
  }

  const { follow } = live
  return { run, goBack, offerUndo, follow, refused, dismiss: () => setRefused(undefined), isBusy: mutation.isPending }
}

/** A notification that offers to undo a command. */
interface Offer {
  commandId: string
  close: () => void
}

/** Undoes and redoes, and dismisses the undo notifications that no longer apply. */
function useGoBack(live: LiveBoard, offers: Offer[]) {
  const { t } = useLingui()
  const toasts = useToasts()
  const mutation = useUndoOrRedo(live)
  return (way: 'undo' | 'redo', commandId?: string) =>
    mutation.mutate(
      { way, commandId },
      {
        onSuccess() {
          if (way === 'undo') takeAway(offers, commandId)
          toasts.done(way === 'undo' ? t`Undone` : t`Redone`)
        },
        onError: (error) => toasts.failed(failureOf(error)),
      },
    )
}

/** @param commandId of the undone command, by default the last one */
function takeAway(offers: Offer[], commandId: string | undefined): void {
  const at = commandId === undefined ? offers.length - 1 : offers.findIndex((one) => one.commandId === commandId)
  if (at >= 0) offers.splice(at, 1)[0]!.close()
}

/** Trips that a command concerns, as the board shows them. */
export function seenBy(command: PlanningCommand, model: BoardModel | undefined): Seen {
  const ids = new Set(namedTrips(command))
  // A command that removes something from trips names its stops and orders, not the trips.
  const { order_ids = [], stop_ids = [] } = command.kind === 'MOVE' || command.kind === 'UNPLAN' ? command : {}
  const isTaken = ({ stop_id, order_id }: PlannedStop) =>
    stop_ids.includes(stop_id) || (order_id !== null && order_ids.includes(order_id))
  return [...(model?.trips.values() ?? [])]
    .filter(({ id, trip }) => ids.has(id) || trip.stops.some(isTaken))
    .map(({ trip: { trip_id, version } }) => ({ trip_id, version }))
}
