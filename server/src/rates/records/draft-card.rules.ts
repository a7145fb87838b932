import type { Facts } from '@cartage/contract/rates/app/facts'
import type { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import type { RateRecord } from '@cartage/contract/rates/app/records'
import { ratingDate } from '../engine/choose.rules.ts'
import type { CardVersion } from '../engine/tariff.rules.ts'

/** A draft as a version under test, valid on the date of its prices; undefined if it is not a rate card. */
export function draftCard(
  { kind, code, side, currency }: Pick<RateRecord, 'kind' | 'code' | 'side' | 'currency'>,
  draft: { readonly doc: unknown; readonly valid_from: string; readonly valid_to: string | null },
  facts: Facts,
): { card: CardVersion; ratedOn: string } | undefined {
  if (kind !== 'RATE_CARD' || side === null || currency === null) return undefined
  const doc = draft.doc as RateCardDoc
  const { valid_from, valid_to } = draft
  return {
    card: { version_id: 'draft', code, side, currency, valid_from, valid_to, doc },
    ratedOn: ratingDate(facts, doc.date_of),
  }
}
