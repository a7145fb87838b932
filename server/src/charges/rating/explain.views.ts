import type { OrderChargesExplanation } from '@cartage/contract/orders/charges'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { type Explained, explain } from '../../rates/engine/explain.rules.ts'
import { type Rating, rate, rateWith } from '../../rates/engine/rate.rules.ts'
import type { Tariff } from '../../rates/engine/tariff.rules.ts'
import { findCardVersion, loadTariff } from '../../rates/tariff.views.ts'
import type { RatingRow } from '../record/ratings.store.ts'
import { requestedCard, sharesOf } from './orders.rules.ts'

/** The last rating of a subject, and when it was made. */
export interface KeptRating extends RatingRow {
  readonly rated_at: string
}

const selectRating = statement(
  'charges.select_rating',
  `select r.subject_type, r.subject_id, r.side, r.phase, r.result, r.message, r.rate_version_id, r.rated_on::text as rated_on,
          r.currency, r.total::text as total, r.facts, r.shares, r.rating_group_id, ${instant('r.rated_at')} as rated_at
     from rating r where r.tenant_id = $1 and r.subject_type = $2 and r.subject_id = $3 and r.side = $4`,
)

/** A rating with the calculation tree of its price. */
export interface ExplainedSubject {
  readonly rating: KeptRating
  readonly explained: Explained
}

/**
 * Explains the last rating of an order or trip, recalculated from its stored facts with the card version used
 * (CHARGE-14); undefined if it was never rated.
 */
export async function explainSubject(
  tx: Tx,
  type: 'ORDER' | 'TRIP',
  id: string,
): Promise<ExplainedSubject | undefined> {
  const side = type === 'ORDER' ? 'SALES' : 'COST'
  const [rating] = await tx.query<KeptRating>(selectRating, type, id, side)
  if (!rating) return undefined
  const tariff = await loadTariff(tx)
  const again = await ratedAgain(tx, rating, tariff)
  return { rating, explained: explain(again, rating.facts, tariff) }
}

/** Recalculates a stored rating. */
export async function ratedAgain(tx: Tx, rating: RatingRow, tariff: Tariff): Promise<Rating> {
  const { facts, side, shares: kept, rate_version_id, rated_on } = rating
  const shares = kept === null ? undefined : sharesOf(kept)
  const now = rate(facts, side, tariff, shares)
  const isRequested = facts.values['order.requested_price'] !== undefined && facts.values['order.is_cancelled'] !== true
  const isSame = (now.card?.version_id ?? null) === rate_version_id && now.ratedOn === rated_on
  if (isSame && !isRequested) return now
  const card = rate_version_id === null ? null : ((await findCardVersion(tx, rate_version_id)) ?? null)
  const day = rated_on ?? facts.created_on
  if (isRequested) {
    const based = requestedCard(facts, card, rating.currency ?? 'EUR', tariff)
    return { ...rateWith(facts, based, day, tariff), candidates: isSame ? now.candidates : [] }
  }
  return card ? rateWith(facts, card, day, tariff, shares) : now
}

/** A public explanation, in English. */
export function outwardExplanation({ explained, rating }: ExplainedSubject): OrderChargesExplanation {
  const { card, rated_on, currency, total, cards } = explained
  const used = cards.find(({ lines }) => lines.length > 0)
  return {
    result: rating.result,
    message: String(explained.message),
    ...{ card, rated_on, currency, total },
    lines: (used?.lines ?? []).map(({ name, scope_id, result, message, amount, facts, nearest }) => ({
      ...{ line: name, scope_id, result, message: String(message), amount, facts },
      nearest: nearest && String(nearest.message),
    })),
  }
}
