import { readDay } from '@cartage/contract/reading/day'
import { readNumber } from '@cartage/contract/reading/number'
import type { Reading } from '@cartage/contract/reading/reading'
import type { Allocation, FoundResource } from './queries.ts'

/** One turn of a rotation: its group, and its days as they are typed. */
export interface Turn {
  resource_group_id: string
  days: string
}

/** Who is put in a group and how, as it is typed. */
export interface AllocationDraft {
  kind: Allocation['kind']
  chosen: readonly FoundResource[]
  turns: readonly Turn[]
  starts_on: string
  ends_on: string
}

/** A turn that has no group yet. */
export const emptyTurn: Turn = { resource_group_id: '', days: '7' }

/** Nothing chosen yet, and a rotation that begins with this group. */
export function emptyDraft(groupId: string): AllocationDraft {
  const turns = [{ ...emptyTurn, resource_group_id: groupId }, emptyTurn]
  return { kind: 'FIXED', chosen: [], turns, starts_on: '', ends_on: '' }
}

const mostTurnDays = 366

/** The days of a turn; undefined when they are not a number of whole days that a turn may last. */
export function daysOf({ days }: Turn, { language }: Reading): number | undefined {
  const read = readNumber(days, { language })
  if (read.kind !== 'number' || !Number.isInteger(read.value)) return undefined
  return read.value >= 1 && read.value <= mostTurnDays ? read.value : undefined
}

/** A day as YYYY-MM-DD: null when nothing is typed, undefined when it cannot be read. */
export function dayOf(text: string, { today, language }: Reading): string | null | undefined {
  return text.trim() === '' ? null : readDay(text, today, language)
}

/** What is sent. Everything that is needed has been checked. */
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
