import { createHash } from 'node:crypto'
import { msg } from '@cartage/contract/message'
import { spokenDate } from '@cartage/contract/message-days'
import { utcDay } from '@cartage/contract/reading/calendar'
import { Problem } from '../../http/problem.ts'

/** Published validity of a version. */
export interface Validity {
  readonly rate_version_id: string
  readonly valid_from: string
  readonly valid_to: string | null
  readonly is_retired: boolean
}

/**
 * Last day of each version (PRICE-22): its own, or the day before the next one begins. A published version never
 * changes, so its end depends on later versions.
 */
export function lastDays(versions: readonly Validity[]): Map<string, string | null> {
  const live = versions.filter(({ is_retired }) => !is_retired)
  return new Map(
    versions.map((version) => {
      const later = live.filter(({ valid_from }) => valid_from > version.valid_from)
      const next = later.map(({ valid_from }) => valid_from).sort()[0]
      const end = version.valid_to ?? (next === undefined || version.is_retired ? null : dayBefore(next))
      return [version.rate_version_id, end]
    }),
  )
}

function dayBefore(date: string): string {
  return utcDay(Date.parse(`${date}T00:00:00Z`) - 86_400_000)
}

/**
 * Refuses a version that overlaps another one of its record (PRICE-22). One without a last day ends when a later
 * version begins.
 * @throws Problem state_conflict (409)
 */
export function checkValidity(added: Pick<Validity, 'valid_from' | 'valid_to'>, versions: readonly Validity[]): void {
  for (const other of versions) {
    if (other.is_retired) continue
    const [first, second] = added.valid_from < other.valid_from ? [added, other] : [other, added]
    const isSame = added.valid_from === other.valid_from
    const overlaps = isSame || (first.valid_to !== null && first.valid_to >= second.valid_from)
    if (!overlaps) continue
    throw new Problem('state_conflict', {
      message: msg`A version is valid from ${spokenDate(other.valid_from)} to ${other.valid_to ? spokenDate(other.valid_to) : '…'}. Choose other days, or retire it first.`,
    })
  }
}

/** SHA-256 of a document, independent of member order. */
export function hashOf(doc: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(inOrder(doc)))
    .digest()
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  entries.sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, inOrder(member)]))
}
