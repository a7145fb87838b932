import {
  givePlanningCommand,
  type PlanningAnswer,
  type PlanningCommand,
  redoCommand,
  undoCommand,
} from '@cartage/contract/planning/app/commands'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call, callDry } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import type { LiveBoard } from './live/use-live-board.ts'

export type { PlanningAnswer, PlanningCommand } from '@cartage/contract/planning/app/commands'

/** The trips as shown to the user, so that a plan based on an older state is refused. */
export type Seen = readonly { trip_id: string; version: number }[]

/** Verdict on a command, without changing anything. */
export function tryOut(command: PlanningCommand): Promise<PlanningAnswer> {
  return callDry(givePlanningCommand, { body: { ...command, dry_run: true } })
}

/** Ids of the trips in a command. */
export function namedTrips(command: PlanningCommand): readonly string[] {
  const one = 'trip_id' in command && command.trip_id !== undefined ? [command.trip_id] : []
  const from = 'from_trip_id' in command ? [command.from_trip_id] : []
  return [...one, ...from, ...('trip_ids' in command ? command.trip_ids : [])]
}

/** A command of the board, with its trips as shown to the user. */
interface Given {
  command: PlanningCommand
  seen: Seen
  reason?: string | undefined
}

/** Trips and orders that a command changed or named. */
function touchedBy(answer: PlanningAnswer | undefined, given?: Given): Parameters<LiveBoard['follow']> {
  const trips = [...(answer?.trips.map(({ trip_id }) => trip_id) ?? []), ...(answer?.gone_trip_ids ?? [])]
  const named = given ? [...namedTrips(given.command), ...given.seen.map(({ trip_id }) => trip_id)] : []
  const orders = given && 'order_ids' in given.command ? given.command.order_ids : []
  return [[...new Set([...trips, ...named])], orders ?? []]
}

/** Runs a command of the board. */
export function boardMutation(queryClient: QueryClient, live: LiveBoard) {
  return {
    mutationFn: ({ command, seen, reason }: Given) =>
      call(givePlanningCommand, {
        body: { ...command, versions: seen, ...(reason !== undefined && { override: { reason } }) },
      }),
    onSuccess: live.put,
    onSettled(answer: PlanningAnswer | undefined, _error: unknown, given: Given) {
      live.follow(...touchedBy(answer, given))
      void refreshPlan(queryClient)
    },
  }
}

/** Undoes or redoes the user's last command, across sessions, or the given one. */
export function undoMutation(queryClient: QueryClient, live: LiveBoard) {
  return {
    mutationFn: ({ way, commandId }: { way: 'undo' | 'redo'; commandId?: string | undefined }) =>
      call(way === 'undo' ? undoCommand : redoCommand, {
        body: commandId === undefined ? {} : { command_id: commandId },
      }),
    onSuccess: live.put,
    onSettled(answer: PlanningAnswer | undefined) {
      live.follow(...touchedBy(answer))
      void refreshPlan(queryClient)
    },
  }
}

/** Refreshes what planning changes, except the board itself, which is updated trip by trip. */
const refreshPlan = (queryClient: QueryClient) => refresh(queryClient, 'trip', 'planning_command')

/** Runs a command. */
export function useBoardCommand(live: LiveBoard) {
  return useMutation(boardMutation(useQueryClient(), live))
}

/** Undoes or redoes a command. */
export function useUndoOrRedo(live: LiveBoard) {
  return useMutation(undoMutation(useQueryClient(), live))
}
