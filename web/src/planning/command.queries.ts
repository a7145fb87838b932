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

/** The trips the person sees, so that a plan against an older state is refused. */
export type Seen = readonly { trip_id: string; version: number }[]

/** The verdict on a command, which changes nothing. */
export function tryOut(command: PlanningCommand): Promise<PlanningAnswer> {
  return callDry(givePlanningCommand, { body: { ...command, dry_run: true } })
}

/** Ids of the trips that a command names. */
export function namedTrips(command: PlanningCommand): readonly string[] {
  const one = 'trip_id' in command && command.trip_id !== undefined ? [command.trip_id] : []
  const from = 'from_trip_id' in command ? [command.from_trip_id] : []
  return [...one, ...from, ...('trip_ids' in command ? command.trip_ids : [])]
}

/** A command of the board, with the trips it is about as the person sees them. */
interface Given {
  command: PlanningCommand
  seen: Seen
  reason?: string | undefined
}

/** What a command changes, and what it left. */
function touchedBy(answer: PlanningAnswer | undefined, given?: Given): Parameters<LiveBoard['follow']> {
  const trips = [...(answer?.trips.map(({ trip_id }) => trip_id) ?? []), ...(answer?.gone_trip_ids ?? [])]
  const named = given ? [...namedTrips(given.command), ...given.seen.map(({ trip_id }) => trip_id)] : []
  const orders = given && 'order_ids' in given.command ? given.command.order_ids : []
  return [[...new Set([...trips, ...named])], orders ?? []]
}

/** Carries out a command of the board. */
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

/** Undoes or redoes: the last command of this person, in whatever session it was given, or the one named. */
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

/** What planning changes, apart from the board itself, which is read trip by trip. */
const refreshPlan = (queryClient: QueryClient) => refresh(queryClient, 'trip', 'planning_command')

/** Carries out a command. */
export function useBoardCommand(live: LiveBoard) {
  return useMutation(boardMutation(useQueryClient(), live))
}

/** Undoes or redoes a command. */
export function useUndoOrRedo(live: LiveBoard) {
  return useMutation(undoMutation(useQueryClient(), live))
}
