import {
  type AssigningCommand,
  type JudgedCombination,
  judgeCombinations,
  longestSearch,
  mostCombinations,
} from '@cartage/contract/planning/app/candidates'
import { callDry } from '../api/call.ts'
import { instantText } from '../ui/time/time-text.ts'
import type { BoardTrip } from './board-trip.ts'
import type { PlanningCommand } from './command.queries.ts'

export type { AssigningCommand, JudgedCombination }
export { longestSearch, mostCombinations }

/**
 * The verdict on a command with each combination, in their order (FIT-14).
 * @param from milliseconds since 1970: the earliest start that fits from then on; absent: the start of the command
 * @param days how many days after the first possible start others are tried
 */
export async function judged(
  command: AssigningCommand,
  combinations: readonly (readonly string[])[],
  { from, days }: { from?: number; days?: number } = {},
): Promise<readonly JudgedCombination[]> {
  const body = { command, combinations: combinations.map((resource_ids) => ({ resource_ids })) }
  const search = from === undefined ? {} : { from: instantText(new Date(from)), ...(days !== undefined && { days }) }
  return (await callDry(judgeCombinations, { body: { ...body, ...search } })).items
}

/** Whether a command gives a new trip, or a whole one, its resources. */
export function isAssigning(command: PlanningCommand | undefined): command is AssigningCommand {
  if (command?.kind === 'PLACE') return true
  const isInto = command?.kind === 'PLAN' || command?.kind === 'MOVE' || command?.kind === 'SPLIT'
  return isInto && command.trip_id === undefined
}

/** Resources that the trip of a command would have. */
export function combinationIn(command: AssigningCommand, trips: ReadonlyMap<string, BoardTrip>): readonly string[] {
  if (command.kind !== 'PLACE') return command.new_trip?.resource_ids ?? []
  const own = trips.get(command.trip_id)?.trip.resources ?? []
  return command.resource_ids ?? own.map(({ resource_id }) => resource_id)
}
