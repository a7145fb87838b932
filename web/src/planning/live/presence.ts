import type { PlanningPresence } from '@cartage/contract/planning/app/presence'
import { initialsOf } from '../../shell/person.ts'

/** Another planner on the board. */
export interface Planner {
  userId: string
  name: string
  /** `PV`. */
  initials: string
}

/** What another planner has selected or drags. */
export interface Holder extends Planner {
  isDragging: boolean
}

/** The other planners, each once, whatever number of boards they have open. */
export function othersOf(items: readonly PlanningPresence[], ownUserId: string): Planner[] {
  const others = items.filter(({ user_id }) => user_id !== ownUserId)
  return [...new Map(others.map((one) => [one.user_id, plannerOf(one)])).values()]
}

/** Who of the others holds each order and trip; a drag is shown before a selection. */
export function holdersOf(items: readonly PlanningPresence[], ownUserId: string): ReadonlyMap<string, Holder> {
  const holders = new Map<string, Holder>()
  for (const one of items) {
    if (one.user_id === ownUserId) continue
    for (const id of [...one.order_ids, ...one.trip_ids]) {
      if (holders.get(id)?.isDragging) continue
      holders.set(id, { ...plannerOf(one), isDragging: one.is_dragging })
    }
  }
  return holders
}

function plannerOf({ user_id, name }: PlanningPresence): Planner {
  return { userId: user_id, name, initials: initialsOf(name) }
}
