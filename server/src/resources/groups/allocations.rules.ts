import { msg } from '@cartage/contract/message'
import { spokenDate } from '@cartage/contract/message-days'
import type { NewResourceAllocation } from '@cartage/contract/resources/app/groups'
import { Problem } from '../../http/problem.ts'

/** A stored allocation of a resource to a group. */
export interface Allocation {
  resource_allocation_id: string
  kind: 'FIXED' | 'COMBINED' | 'ROTATING'
  resource_id: string
  resource_group_id: string
  /** First and last day; null for an open end. */
  starts_on: string | null
  ends_on: string | null
  combination_id: string | null
  rotation_id: string | null
  turn: number | null
  turn_days: number | null
}

/** Changes of the fixed allocations of a resource when it moves to a group. */
export interface Move {
  archive: string[]
  /** The new group; null for none, or if the resource is already in it. */
  add: string | null
}

/**
 * Moves the resource's own fixed allocation (RES-4, RES-5): afterwards it is in `group` permanently, or in none.
 * Ignores combinations and rotations.
 * @param fixed its active fixed allocations, whatever their days
 */
export function decideMove(fixed: readonly Allocation[], group: string | null): Move {
  const stays = fixed.find(
    ({ resource_group_id, starts_on, ends_on }) =>
      resource_group_id === group && starts_on === null && ends_on === null,
  )
  const archive = fixed.filter((one) => one !== stays).map(({ resource_allocation_id }) => resource_allocation_id)
  return { archive, add: stays ? null : group }
}

/** Rows of a new allocation: one per resource of a combination, one per turn of a rotation. */
export function allocationRows(given: NewResourceAllocation, newId: () => string): Allocation[] {
  const row = { starts_on: given.starts_on ?? null, ends_on: given.ends_on ?? null, ...none, kind: given.kind }
  if (given.kind === 'FIXED') {
    const { resource_id, resource_group_id } = given
    return [{ ...row, resource_allocation_id: newId(), resource_id, resource_group_id }]
  }
  if (given.kind === 'COMBINED') {
    const combination_id = newId()
    const { resource_group_id } = given
    return [...new Set(given.resource_ids)].map((resource_id) => ({
      ...row,
      resource_allocation_id: newId(),
      resource_id,
      resource_group_id,
      combination_id,
    }))
  }
  const rotation_id = newId()
  return given.turns.map(({ resource_group_id, days }, index) => ({
    ...row,
    resource_allocation_id: newId(),
    resource_id: given.resource_id,
    resource_group_id,
    rotation_id,
    turn: index + 1,
    turn_days: days,
  }))
}

const none = { combination_id: null, rotation_id: null, turn: null, turn_days: null }

/**
 * Checks that the days are in order, and that no two fixed allocations of a resource share a day.
 * @param others active fixed allocations of the same resource
 * @throws Problem state_conflict (409)
 */
export function checkAllocation(row: Allocation, others: readonly Allocation[]): void {
  const { starts_on, ends_on } = row
  if (starts_on !== null && ends_on !== null && ends_on < starts_on) {
    throw new Problem('state_conflict', {
      message: msg`An allocation cannot end on ${spokenDate(ends_on)}, before it starts on ${spokenDate(starts_on)}. Archive it instead.`,
    })
  }
  if (row.kind !== 'FIXED') return
  const clash = others.find(
    (other) => other.resource_allocation_id !== row.resource_allocation_id && sharesDay(row, other),
  )
  if (!clash) return
  throw new Problem('state_conflict', {
    message: 'The resource has a fixed group on some of these days. End or archive that allocation first.',
  })
}

function sharesDay(one: Allocation, other: Allocation): boolean {
  const startsBeforeEnd = (a: Allocation, b: Allocation) =>
    a.starts_on === null || b.ends_on === null || a.starts_on <= b.ends_on
  return startsBeforeEnd(one, other) && startsBeforeEnd(other, one)
}
