import { createHash, type Hash } from 'node:crypto'
import type { Fault, Head, Link } from './chain.rules.ts'
import { erasureType, removalType } from './erase.rules.ts'

/**
 * Checks whether entries of a trail account for missing data (AUDIT-7, AUDIT-8): erased values, and entries removed
 * after their retention period. Without such an entry the removal was unauthorised.
 */
export interface Answers {
  /** Processes the next entry of the trail. */
  note(link: Link): void
  /** The first unaccounted removal, once all entries were processed. */
  fault(): Fault | undefined
}

interface Erased {
  readonly first: number
  readonly digest: Hash
  count: number
}

/**
 * @param kept the last removed entry; `beginning` for none
 * @param end end of the trail when the check began: later erasures may be seen in part
 */
export function createAnswers(kept: Head, end: number): Answers {
  const erased = new Map<string, Erased>()
  const answered = new Map<string, { entries: unknown; sha256: unknown; sequence: number }>()
  const removals = new Set<unknown>()
  return {
    note(link) {
      if (link.erased_by) {
        const one = erased.get(link.erased_by) ?? { first: link.sequence, digest: createHash('sha256'), count: 0 }
        one.digest.update(`${link.sequence},`)
        one.count += 1
        erased.set(link.erased_by, one)
      }
      if (link.entity_type !== erasureType && link.entity_type !== removalType) return
      const changes = JSON.parse(link.changes) as Record<string, { after: unknown } | undefined>
      if (link.entity_type === removalType) removals.add(changes.until?.after)
      else {
        const says = { entries: changes.entries?.after, sha256: changes.sha256?.after, sequence: link.sequence }
        answered.set(link.entity_id, says)
      }
    },
    fault() {
      if (kept.sequence > 0 && !removals.has(`${kept.sequence}:${kept.hash}`)) {
        const message = 'The record is missing: the beginning of the trail was removed, and no later record says so.'
        return { sequence: kept.sequence, reason: 'missing', message }
      }
      for (const [erasure, { first, digest, count }] of erased) {
        const says = answered.get(erasure)
        const isRight = says?.entries === count && says.sha256 === digest.digest('hex')
        const isNew = says !== undefined && says.sequence > end
        if (isRight || isNew) continue
        const message = 'Values of the record were erased, and no later record says so.'
        return { sequence: first, reason: 'changed', message }
      }
      return undefined
    },
  }
}
