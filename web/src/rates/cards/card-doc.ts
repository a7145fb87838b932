import type { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import type { Days } from '../validity.ts'

/** A version or draft of a card with its validity. */
export interface CardDraft extends Days {
  doc: RateCardDoc
}

/** Initial draft of a card. */
export function emptyCard(today: string): CardDraft {
  return {
    valid_from: today,
    valid_to: null,
    doc: { date_of: 'PICKUP', assignments: [], when: [], includes: [], consolidation: 'NONE', lines: [] },
  }
}

/** Unique key for a line, from the code of a charge type: `freight`, `freight_2`. */
export function newKey(type: string, taken: readonly string[]): string {
  const plain = type
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 36)
  const start = plain === '' ? 'line' : plain
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? start : `${start}_${number}`
    if (!taken.includes(key)) return key
  }
}
