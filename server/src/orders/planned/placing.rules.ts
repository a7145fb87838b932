import type { PlanningKind } from '@cartage/contract/planning/app/commands'

/**
 * Which orders of its trips a planning command plans again (ORD-22). ALL: a new sequence or other times affect all of
 * them. CHOSEN: only the orders that are placed, not those already on the trip. NONE: it places no stop.
 */
export const plannedBy: Readonly<Record<PlanningKind, 'ALL' | 'CHOSEN' | 'NONE'>> = {
  PLAN: 'CHOSEN',
  PLAN_TRIPS: 'CHOSEN',
  MOVE: 'CHOSEN',
  UNPLAN: 'CHOSEN',
  SPLIT: 'CHOSEN',
  RESEQUENCE: 'ALL',
  COMBINE: 'ALL',
  PLACE: 'ALL',
  SET_TIMES: 'ALL',
  CANCEL: 'ALL',
  INSERT_STOP: 'NONE',
  INSERT_CROSSING: 'NONE',
  CHANGE_CROSSING: 'NONE',
  ASSIGN: 'NONE',
  TAKE_OFF: 'NONE',
  CONFIRM: 'NONE',
  TAKE_BACK: 'NONE',
  BLOCK: 'NONE',
  UNBLOCK: 'NONE',
}

/** Kinds of commands that place stops. */
export const placingKinds = Object.entries(plannedBy).flatMap(([kind, orders]) => (orders === 'NONE' ? [] : [kind]))
