import { readDay } from '@cartage/contract/reading/day'
import { readNumber } from '@cartage/contract/reading/number'
import type { Reading } from '@cartage/contract/reading/reading'
import type { Allocation, FoundResource } from './queries.ts'

/** One turn of a rotation: its group, and its days as typed. */
export interface Turn {
  resource_group_id: string
  days: string
}

/** An allocation to a group, as typed. */
export interface AllocationDraft {
  kind: Allocation['kind']
  chosen: readonly FoundResource[]
  turns: readonly Turn[]
  starts_on: string
  ends_on: string
}

/** A turn without a group. */
export const emptyTurn: Turn = { resource_group_id: '', days: '7' }

/** No resources yet, and a rotation that starts with this group. */
export function emptyDraft(groupId: string): AllocationDraft {
  const turns = [{ ...emptyTurn, resource_group_id: groupId }, emptyTurn]
  return { kind: 'FIXED', chosen: [], turns, starts_on: '', ends_on: '' }
}

const mostTurnDays = 366

/** Days of a turn. Undefined if not a valid whole number of days. */
export function daysOf({ days }: Turn, { language }: Reading): number | undefined {
  const read = readNumber(days, { language })
  if (read.kind !== 'number' || !Number.isInteger(read.value)) return undefined
  return read.value >= 1 && read.value <= mostTurnDays ? read.value : undefined
}

/** A day as YYYY-MM-DD. Null if empty, undefined if unreadable. */
export function dayOf(text: string, { today, language }: Reading): string | null | undefined {
  return text.trim() === '' ? null : readDay(text, today, language)
}

/** Request bodies. Requires a validated draft. */
export function bodiesOf(draft: AllocationDraft, resource_group_id: string, reading: Reading): Allocation[] {
  const { kind, chosen, turns } = draft
  const starts_on = dayOf(draft.starts_on, reading) ?? null
  const ends_on = dayOf(draft.ends_on, reading) ?? null
  const ids = chosen.map(({ id }) => id)
  if (kind === 'FIXED') return ids.map((resource_id) => ({ kind, resource_id, resource_group_id, starts_on, ends_on }))
  if (kind === 'COMBINED') return [{ kind, resource_ids: ids, resource_group_id, starts_on, ends_on }]
  const lasting = turns.map((turn) => ({ ...turn, days: daysOf(turn, reading) ?? 1 }))
  return [{ kind, resource_id: ids[0]!, turns: lasting, starts_on: starts_on ?? '', ends_on }]
}
