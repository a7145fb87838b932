import type { PlannedStop } from '@cartage/contract/planning/app/trip'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { instantText } from '../ui/time/time-text.ts'
import { type RejectedPlan, rejectedPlanOf } from '../verdicts/rejected-plan.ts'
import {
  namedTrips,
  type PlanningCommand,
  type Seen,
  tryOut,
  useBoardCommand,
  useUndoOrRedo,
} from './command.queries.ts'
import { freeStarts } from './grid/geometry.ts'
import type { LiveBoard } from './live/use-live-board.ts'
import type { BoardModel, BoardRow } from './rows.ts'

/** A refused command and its alternative. */
export interface Refused {
  command: PlanningCommand
  rejectedPlan: RejectedPlan
  /** Nearest possible start. Undefined while searching, null if none was found. */
  instead: number | null | undefined
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
    const instead = rejectedPlan.verdict === 'HARD' ? await nearestStart(command, latest.current) : null
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

type Timed = Extract<PlanningCommand, { kind: 'PLAN' | 'PLACE' }>

/** Whether a command sets the start of a trip. */
export function isTimed(command: PlanningCommand): command is Timed {
  return command.kind === 'PLACE' || (command.kind === 'PLAN' && command.trip_id === undefined)
}

/** The same command at another start. @param start milliseconds since 1970 */
export function startingAt(command: Timed, start: number): Timed {
  return { ...command, starts_at: instantText(new Date(start)) }
}

/** Maximum number of other starts tried. */
const mostTries = 6

/** Start nearest to a command's own that has no hard reason against it, on the same row. Null if there is none. */
async function nearestStart(command: PlanningCommand, model: BoardModel | undefined): Promise<number | null> {
  if (!isTimed(command) || model === undefined) return null
  const trip = command.kind === 'PLACE' ? model.trips.get(command.trip_id) : undefined
  const wanted = command.starts_at === undefined ? trip?.start : Date.parse(command.starts_at)
  const given = command.kind === 'PLACE' ? command.resource_ids : command.new_trip?.resource_ids
  const carriers = given ?? trip?.trip.resources.map(({ resource_id }) => resource_id) ?? []
  const row = model.rows.find(({ resource }) => resource !== undefined && carriers.includes(resource.resource_id))
  if (wanted === undefined || row === undefined) return null
  const length = trip ? trip.end - trip.start : await lengthOf(command)
  for (const startsAt of freeStarts(takenOn(row, trip?.id), wanted, length).slice(0, mostTries)) {
    if (startsAt === wanted) continue
    const verdict = await verdictOn(startingAt(command, startsAt))
    if (verdict === 'OK' || verdict === 'SOFT') return startsAt
  }
  return null
}

/** Intervals in which a row is taken. */
function takenOn({ trips, away }: BoardRow, exceptId: string | undefined) {
  return [
    ...trips.filter(({ id, isOpen }) => isOpen && id !== exceptId),
    ...away.map(({ start_at, end_at }) => ({
      start: Date.parse(start_at),
      end: end_at === null ? null : Date.parse(end_at),
    })),
  ]
}

async function lengthOf(command: PlanningCommand): Promise<number> {
  const answer = await tryOut(command).catch(() => undefined)
  const trip = answer?.trips[0]
  return trip?.starts_at && trip.ends_at ? Date.parse(trip.ends_at) - Date.parse(trip.starts_at) : 4 * 3_600_000
}

async function verdictOn(command: PlanningCommand): Promise<'OK' | 'SOFT' | 'HARD'> {
  return await tryOut(command).then(
    ({ verdict }) => verdict,
    () => 'HARD',
  )
}
