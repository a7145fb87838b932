import type { PlanningPresence } from '@cartage/contract/planning/app/presence'
import { initialsOf } from '../../shell/person.ts'

/** Another planner on the board. */
export interface Planner {
  userId: string
  name: string
  /** `PV`. */
  initials: string
}

/** A planner who has selected or is dragging something. */
export interface Holder extends Planner {
  isDragging: boolean
}

/** The other planners, each once, even with several open boards. */
export function othersOf(items: readonly PlanningPresence[], ownUserId: string): Planner[] {
  const others = items.filter(({ user_id }) => user_id !== ownUserId)
  return [...new Map(others.map((one) => [one.user_id, plannerOf(one)])).values()]
}

/** Holder of each order and trip among the other planners. A drag takes precedence over a selection. */
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
