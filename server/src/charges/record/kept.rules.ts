import type { Facts } from '@cartage/contract/rates/app/facts'
import { amountText } from '../../books/money.rules.ts'
import { keptSentence } from '../../http/kept-sentence.ts'
import type { Rating } from '../../rates/engine/rate.rules.ts'
import type { RatingRow } from './ratings.store.ts'

type Priced = Pick<
  RatingRow,
  'phase' | 'result' | 'message' | 'rate_version_id' | 'rated_on' | 'currency' | 'total' | 'facts'
>

/** Members of a rating common to orders and trips. */
export function ratingOf(
  facts: Facts,
  { result, message, card, ratedOn, total }: Rating,
): Priced & Pick<RatingRow, 'shares' | 'rating_group_id'> {
  return {
    phase: facts.values.phase === 'ACTUAL' ? 'ACTUAL' : 'EXPECTED',
    result,
    message: keptSentence(message()),
    rate_version_id: card?.version_id ?? null,
    rated_on: ratedOn,
    currency: card?.currency ?? null,
    total: card ? amountText(total, card.currency) : '0',
    facts,
    shares: null,
    rating_group_id: null,
  }
}
