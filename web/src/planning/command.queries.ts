import * as planning from '@cartage/contract/planning/app/commands'
import { placeTrip } from '@cartage/contract/planning/app/place'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call, callDry } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import type { CrossingChange } from '../trips/stops/send-crossing.ts'
import { instantText } from '../ui/time/time-text.ts'
import type { LiveBoard } from './live/use-live-board.ts'

export type PlanningAnswer = planning.PlanningAnswer

/** What planners do on the board. Times are milliseconds. */
export type BoardCommand = TripCommand | PartCommand

/** What is done with whole trips and with orders of the pool. */
type TripCommand =
  | { kind: 'plan'; orderIds: readonly string[]; tripId: string; beforeStopId?: string | undefined }
  | { kind: 'plan-new'; orderIds: readonly string[]; resourceIds: readonly string[]; startsAt: number | undefined }
  | { kind: 'place'; tripId: string; resourceIds?: readonly string[] | undefined; startsAt?: number | undefined }
  | { kind: 'cancel'; tripIds: readonly string[] }
  | { kind: 'confirm'; tripIds: readonly string[] }
  | { kind: 'combine'; tripId: string; tripIds: readonly string[] }
  | { kind: 'split'; orderId: string; tripId: string; locationId: string; resourceIds: readonly string[] }

/** What is done with a part of a trip, and with orders as they are. */
type PartCommand =
  | ({ kind: 'move'; tripIds: readonly string[]; toTripId?: string; resourceIds?: readonly string[] } & Chosen)
  | { kind: 'resequence'; tripId: string; stopIds: readonly string[] }
  | ({ kind: 'insert-stop'; tripId: string } & NewStop)
  | ({ tripId: string } & CrossingChange)
  | ({ kind: 'unplan'; tripId: string } & Chosen)
  | { kind: 'assign'; tripId: string; resourceIds: readonly string[]; carrierId: string | undefined }
  | { kind: 'take-off'; tripId: string; resourceIds: readonly string[]; isCarrier: boolean }
  | { kind: 'times'; tripId: string; times: readonly { stopId: string; start: number; end: number }[] }
  | { kind: 'hold'; orderIds: readonly string[]; reason: string }
  | { kind: 'release'; orderIds: readonly string[] }

/** Stops, or orders with all their stops. */
interface Chosen {
  orderIds: readonly string[]
  stopIds: readonly string[]
}

/** A stop that belongs to no order. */
interface NewStop {
  locationId: string
  activity: string
  minutes: number
  /** Absent: it comes last. */
  beforeStopId: string | undefined
}

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
    default:
      return sendPart(command, frame)
  }
}

function sendPart(command: PartCommand, frame: Frame): Promise<PlanningAnswer> {
  const submit = frame.dry_run ? callDry : call
  switch (command.kind) {
    case 'move': {
      const { toTripId, resourceIds } = command
      const target =
        toTripId === undefined ? { new_trip: { resource_ids: [...(resourceIds ?? [])] } } : { trip_id: toTripId }
      return submit(planning.moveStops, { body: { ...frame, ...chosenIn(command), ...target } })
    }
    case 'resequence':
      return submit(planning.resequenceTrip, {
        body: { ...frame, trip_id: command.tripId, stop_ids: [...command.stopIds] },
      })
    case 'insert-stop': {
      const { tripId: trip_id, locationId: location_id, activity: activity_label, minutes, beforeStopId } = command
      const place = beforeStopId === undefined ? {} : { before_stop_id: beforeStopId }
      return submit(planning.insertStop, {
        body: { ...frame, trip_id, location_id, activity_label, minutes, ...place },
      })
    }
    case 'insert-crossing':
    case 'change-crossing':
      // Crossings are few, and the board is loaded often.
      return import('../trips/stops/send-crossing.ts').then(({ sendCrossing }) => sendCrossing(command, frame))
    case 'unplan':
      return submit(planning.unplan, { body: { ...frame, ...chosenIn(command) } })
    case 'assign': {
      const resources = command.resourceIds.map((resource_id) => ({ resource_id }))
      const carrier = command.carrierId === undefined ? {} : { subcontractor_id: command.carrierId }
      return submit(planning.assignResources, { body: { ...frame, trip_id: command.tripId, resources, ...carrier } })
    }
    case 'take-off':
      return submit(planning.takeOffResources, {
        body: {
          ...frame,
          trip_id: command.tripId,
          resource_ids: [...command.resourceIds],
          subcontractor: command.isCarrier,
        },
      })
    case 'times': {
      const text = (instant: number) => instantText(new Date(instant))
      const times = command.times.map(({ stopId, start, end }) => ({
        stop_id: stopId,
        start_at: text(start),
        end_at: text(end),
      }))
      return submit(planning.setStopTimes, { body: { ...frame, trip_id: command.tripId, times } })
    }
    case 'hold':
      return submit(planning.blockOrders, {
        body: { ...frame, order_ids: [...command.orderIds], reason: command.reason },
      })
    case 'release':
      return submit(planning.unblockOrders, { body: { ...frame, order_ids: [...command.orderIds] } })
  }
}

function chosenIn({ orderIds, stopIds }: Chosen) {
  return {
    ...(orderIds.length > 0 && { order_ids: [...orderIds] }),
    ...(stopIds.length > 0 && { stop_ids: [...stopIds] }),
  }
}

/** The verdict on a command, which changes nothing. */
export function tryOut(command: BoardCommand): Promise<PlanningAnswer> {
  return send(command, { dry_run: true })
}

/** What a command changes, and what it left. */
function touchedBy(answer: PlanningAnswer | undefined, command?: BoardCommand): Parameters<LiveBoard['follow']> {
  const trips = [...(answer?.trips.map(({ trip_id }) => trip_id) ?? []), ...(answer?.gone_trip_ids ?? [])]
  const named =
    command === undefined ? [] : 'tripIds' in command ? command.tripIds : 'tripId' in command ? [command.tripId] : []
  const orders = command !== undefined && 'orderIds' in command ? command.orderIds : []
  return [[...new Set([...trips, ...named])], orders]
}

/** Carries out a command of the board. */
export function boardMutation(queryClient: QueryClient, live: LiveBoard) {
  return {
    mutationFn: ({ command, seen, reason }: { command: BoardCommand; seen: Seen; reason?: string | undefined }) =>
      send(command, { versions: [...seen], ...(reason !== undefined && { override: { reason } }) }),
    onSuccess: live.put,
    onSettled(answer: PlanningAnswer | undefined, _error: unknown, { command }: { command: BoardCommand }) {
      live.follow(...touchedBy(answer, command))
      void refreshPlan(queryClient)
    },
  }
}

/** Undoes or redoes: the last command of this person, in whatever session it was given, or the one named. */
export function undoMutation(queryClient: QueryClient, live: LiveBoard) {
  return {
    mutationFn: ({ way, commandId }: { way: 'undo' | 'redo'; commandId?: string | undefined }) =>
      call(way === 'undo' ? planning.undoCommand : planning.redoCommand, {
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
