import { decideBlock, decideUnblock, type HeldState } from '../orders/hold.rules.ts'
import { settleTrips } from '../trips/change/settle.rules.ts'
import type { TripState } from '../trips/state.rules.ts'
import { plannedTrips } from './accept.rules.ts'
import { crossedOtherwise, withCrossing } from './crossings/rules.ts'
import { moved, planned, resequenced, retimed, unplanned, withStop } from './plan.rules.ts'
import type { Hold, PlanningCommand, PlanState, World } from './rules.ts'
import { orderOf } from './stops.rules.ts'
import { split } from './transfer.rules.ts'
import { assigned, backToDraft, cancelled, combined, confirmed, placed, withoutResources } from './trips.rules.ts'

/**
 * The plan after a command, settled. Trips missing from the result are deleted.
 * @param state the trips that the command changes or may change, and the holds of the orders it names
 * @throws Problem not_found, state_conflict
 */
export function decideCommand(state: PlanState, command: PlanningCommand, world: World): PlanState {
  if (command.kind === 'BLOCK' || command.kind === 'UNBLOCK') {
    return { ...state, holds: state.holds.map((hold) => heldAfter(hold, command, world)) }
  }
  const after = tripsAfter(state.trips, command, world)
  return { ...state, trips: settleTrips(state.trips, after, world.newId) }
}

type TripCommand = Exclude<PlanningCommand, { kind: 'BLOCK' | 'UNBLOCK' }>

function tripsAfter(trips: readonly TripState[], command: TripCommand, world: World): TripState[] {
  switch (command.kind) {
    case 'PLAN':
      return planned(trips, command, world)
    case 'MOVE':
      return moved(trips, command, world)
    case 'PLAN_TRIPS':
      return plannedTrips(trips, command, world)
    case 'RESEQUENCE':
      return resequenced(trips, command, world)
    case 'SPLIT':
      return split(trips, command, world)
    case 'COMBINE':
      return combined(trips, command, world)
    case 'INSERT_STOP':
      return withStop(trips, command, world)
    case 'INSERT_CROSSING':
      return withCrossing(trips, command, world)
    case 'CHANGE_CROSSING':
      return crossedOtherwise(trips, command, world)
    case 'UNPLAN':
      return unplanned(trips, command, world)
    case 'ASSIGN':
      return assigned(trips, command)
    case 'TAKE_OFF':
      return withoutResources(trips, command)
    case 'PLACE':
      return placed(trips, command, world)
    case 'SET_TIMES':
      return retimed(trips, command, world)
    case 'CONFIRM':
      return confirmed(trips, command)
    case 'TAKE_BACK':
      return backToDraft(trips, command)
    case 'CANCEL':
      return cancelled(trips, command)
  }
}

function heldAfter(hold: Hold, command: PlanningCommand, world: World): Hold {
  const isNamed = 'order_ids' in command && command.order_ids.includes(hold.order_id)
  if (!isNamed) return hold
  const order: HeldState = { ...orderOf(world, hold.order_id), ...hold }
  const decided = command.kind === 'BLOCK' ? decideBlock(order, command.reason) : decideUnblock(order)
  if (!decided) return hold
  const { is_blocked, block_reason } = decided.after
  return { order_id: hold.order_id, is_blocked, block_reason }
}
