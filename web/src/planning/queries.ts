import type { Response } from '@cartage/contract/endpoint'
import { getPlanningBoard, listPlanningConflicts, type PlanningBoard } from '@cartage/contract/planning/app/board'
import * as planning from '@cartage/contract/planning/app/commands'
import { placeTrip } from '@cartage/contract/planning/app/place'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callDry } from '../api/call.ts'
import { useTripRefresh } from '../dispatch/queries.ts'
import { instantText } from '../ui/time/time-text.ts'

export type PlanningAnswer = planning.PlanningAnswer

/** Pages of unplanned orders that are loaded with the board. */
const pages = 5

const spanOf = (from: number, to: number) => ({ from: instantText(new Date(from)), to: instantText(new Date(to)) })

/** Everything the board shows between two instants, with the oldest unplanned orders. */
export function boardQuery(from: number, to: number) {
  const query = spanOf(from, to)
  return queryOptions({
    queryKey: ['planning', 'board', query],
    async queryFn(): Promise<PlanningBoard> {
      const board = await call(getPlanningBoard, { query })
      for (let page = 1; page < pages && board.next_cursor !== null; page += 1) {
        const next = await call(getPlanningBoard, { query: { ...query, cursor: board.next_cursor } })
        board.unplanned.push(...next.unplanned)
        board.places.push(...next.places)
        board.next_cursor = next.next_cursor
      }
      return board
    },
    placeholderData: keepPreviousData,
  })
}

/** What is wrong with the plan as it is. It costs the server a verdict on each trip, so it is not read on each change. */
export function conflictsQuery(from: number, to: number) {
  const query = spanOf(from, to)
  return queryOptions({
    queryKey: ['planning-conflicts', query],
    queryFn: () => call(listPlanningConflicts, { query }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
}

/** The last planning commands of everyone. */
export const commandsQuery = queryOptions({
  queryKey: ['planning', 'commands'],
  queryFn: () => call(planning.listPlanningCommands, { query: {} }),
})

/** What planners do on the board. Times are milliseconds. */
export type BoardCommand =
  | { kind: 'plan'; orderIds: readonly string[]; tripId: string; beforeStopId?: string | undefined }
  | { kind: 'plan-new'; orderIds: readonly string[]; resourceIds: readonly string[]; startsAt: number | undefined }
  | { kind: 'place'; tripId: string; resourceIds?: readonly string[] | undefined; startsAt?: number | undefined }
  | { kind: 'cancel'; tripIds: readonly string[] }
  | { kind: 'confirm'; tripIds: readonly string[] }
  | { kind: 'combine'; tripId: string; tripIds: readonly string[] }
  | { kind: 'split'; orderId: string; tripId: string; locationId: string; resourceIds: readonly string[] }

/** The trips the person sees, so that a plan against an older state is refused. */
export type Seen = readonly { trip_id: string; version: number }[]

interface Frame {
  dry_run?: boolean
  override?: { reason: string }
  versions?: { trip_id: string; version: number }[]
}

const at = (instant: number | undefined) =>
  instant === undefined ? undefined : { starts_at: instantText(new Date(instant)) }

/** Sends a command, or only tries it out. */
function send(command: BoardCommand, frame: Frame): Promise<PlanningAnswer> {
  const submit = frame.dry_run ? callDry : call
  switch (command.kind) {
    case 'plan': {
      const { tripId: trip_id, beforeStopId: before_stop_id } = command
      const body = { ...frame, order_ids: [...command.orderIds], trip_id, ...(before_stop_id && { before_stop_id }) }
      return submit(planning.planOrders, { body })
    }
    case 'plan-new': {
      const new_trip = { resource_ids: [...command.resourceIds] }
      return submit(planning.planOrders, {
        body: { ...frame, order_ids: [...command.orderIds], new_trip, ...at(command.startsAt) },
      })
    }
    case 'place': {
      const resources = command.resourceIds && { resource_ids: [...command.resourceIds] }
      return submit(placeTrip, {
        body: { ...frame, trip_id: command.tripId, ...resources, ...at(command.startsAt) },
      })
    }
    case 'cancel':
      return submit(planning.cancelTrips, { body: { ...frame, trip_ids: [...command.tripIds] } })
    case 'confirm':
      return submit(planning.confirmTrips, { body: { ...frame, trip_ids: [...command.tripIds] } })
    case 'combine':
      return submit(planning.combineTrips, {
        body: { ...frame, trip_id: command.tripId, trip_ids: [...command.tripIds] },
      })
    case 'split': {
      const { orderId: order_id, tripId: from_trip_id, locationId: location_id, resourceIds } = command
      const new_trip = { resource_ids: [...resourceIds] }
      return submit(planning.splitOrder, { body: { ...frame, order_id, from_trip_id, location_id, new_trip } })
    }
  }
}

/** The verdict on a command, which changes nothing. */
export function tryOut(command: BoardCommand): Promise<PlanningAnswer> {
  return send(command, { dry_run: true })
}

/** Loads again what commands change. */
export function usePlanRefresh() {
  const queryClient = useQueryClient()
  const refreshTrips = useTripRefresh()
  return () =>
    Promise.all([
      refreshTrips(),
      ...['planning', 'planning-conflicts'].map((word) => queryClient.invalidateQueries({ queryKey: [word] })),
    ])
}

/** Puts what a command answered into every board that is kept, before it is loaded again. */
function useAnswered() {
  const queryClient = useQueryClient()
  return ({ trips, gone_trip_ids }: PlanningAnswer) => {
    const gone = new Set([...gone_trip_ids, ...trips.map(({ trip_id }) => trip_id)])
    const shown = trips.filter(({ status }) => status !== 'CANCELLED')
    queryClient.setQueriesData<Response<typeof getPlanningBoard>>({ queryKey: ['planning', 'board'] }, (board) =>
      board === undefined
        ? board
        : { ...board, trips: [...board.trips.filter(({ trip_id }) => !gone.has(trip_id)), ...shown] },
    )
  }
}

/** Carries out a command. */
export function useBoardCommand() {
  const refresh = usePlanRefresh()
  const answered = useAnswered()
  return useMutation({
    mutationFn: ({ command, seen, reason }: { command: BoardCommand; seen: Seen; reason?: string | undefined }) =>
      send(command, { versions: [...seen], ...(reason !== undefined && { override: { reason } }) }),
    onSuccess: answered,
    onSettled: () => void refresh(),
  })
}

/** Undoes or redoes: the last command of this person, in whatever session it was given, or the one named. */
export function useUndoOrRedo() {
  const refresh = usePlanRefresh()
  const answered = useAnswered()
  return useMutation({
    mutationFn: ({ way, commandId }: { way: 'undo' | 'redo'; commandId?: string | undefined }) =>
      call(way === 'undo' ? planning.undoCommand : planning.redoCommand, {
        body: commandId === undefined ? {} : { command_id: commandId },
      }),
    onSuccess: answered,
    onSettled: () => void refresh(),
  })
}
