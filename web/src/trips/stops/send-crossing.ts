import { changeCrossing, insertCrossing } from '@cartage/contract/planning/app/cross'
import type { Berth, CrossingKind } from '@cartage/contract/planning/app/crossing'
import { call, callDry } from '../../api/call.ts'

/** A ferry or train, as a planner enters it. */
export interface Crossing {
  kind: CrossingKind
  minutes: number
  /** Null: it goes when boarding is over. */
  departs_at: string | null
  berth: Berth
  line: string | null
}

/** A ferry or train that comes into a trip, or another one than was planned. */
export type CrossingChange =
  | {
      kind: 'insert-crossing'
      fromId: string
      toId: string
      boardingMinutes: number
      /** Undefined: it comes last. */
      beforeStopId: string | undefined
      crossing: Crossing
    }
  | { kind: 'change-crossing'; stopId: string; crossing: Crossing }

interface Frame {
  dry_run?: boolean
  override?: { reason: string }
  versions?: { trip_id: string; version: number }[]
}

/** Changes the crossings of a trip, or only tries it out. */
export function sendCrossing(change: CrossingChange & { tripId: string }, frame: Frame) {
  const submit = frame.dry_run ? callDry : call
  const { tripId: trip_id, crossing } = change
  if (change.kind === 'change-crossing') {
    return submit(changeCrossing, { body: { ...frame, trip_id, stop_id: change.stopId, ...crossing } })
  }
  const { fromId, toId, boardingMinutes: boarding_minutes, beforeStopId } = change
  const ends = { from_location_id: fromId, to_location_id: toId, boarding_minutes }
  const place = beforeStopId === undefined ? {} : { before_stop_id: beforeStopId }
  return submit(insertCrossing, { body: { ...frame, trip_id, ...ends, ...crossing, ...place } })
}
