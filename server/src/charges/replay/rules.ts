import type { ReplayedPrice } from '@cartage/contract/charges/app/replay'
import { msg } from '@cartage/contract/message'
import { amountText, decimal } from '../../books/money.rules.ts'
import { readSentence } from '../../http/kept-sentence.ts'
import type { Render } from '../../http/language.ts'
import { type Rating, rate } from '../../rates/engine/rate.rules.ts'
import type { CardVersion, Tariff } from '../../rates/engine/tariff.rules.ts'
import { rateOrders } from '../rating/orders.rules.ts'
import type { KeptPrice } from './views.ts'

/** Id of a draft in a tariff. */
export const draftId = 'draft'
const draftUsed = msg`The draft is used.`

/** A tariff with the draft as the only version of its card, valid on every day (PRICE-27). */
export function withDraft(tariff: Tariff, draft: CardVersion): Tariff {
  const always = { ...draft, valid_from: '0001-01-01', valid_to: null }
  return { ...tariff, cards: [...tariff.cards.filter(({ code }) => code !== draft.code), always] }
}

/** Price under another tariff. */
interface Outcome {
  readonly rating: Rating
  readonly message: () => ReturnType<Rating['message']>
}

/**
 * Prices orders or trips again from their stored facts.
 * @param mates other orders of the same shipments, which are priced too but not returned
 */
export function replay(
  piece: readonly KeptPrice[],
  mates: readonly KeptPrice[],
  side: 'SALES' | 'COST',
  tariff: Tariff,
): Outcome[] {
  if (side === 'COST') {
    return piece.map(({ facts }) => {
      const rating = rate(facts, side, tariff)
      return { rating, message: rating.message }
    })
  }
  const rated = rateOrders(
    [...piece, ...mates].map(({ facts, currency, trip_id }) => {
      return { facts, currency: currency ?? 'EUR', trip_id: trip_id ?? undefined, frozen: null }
    }),
    tariff,
  )
  return piece.map((_, at) => ({ rating: rated[at]!.rating, message: () => rated[at]!.message }))
}

/** A price before and after, for display. */
export function compared(kept: KeptPrice, { rating, message }: Outcome, render: Render): ReplayedPrice {
  const before = {
    ...{ result: kept.result, card: kept.card },
    currency: kept.card === null ? null : kept.currency,
    total: kept.result === 'COMPLETE' ? amountText(decimal(kept.total), kept.currency ?? 'EUR') : null,
    message: render(readSentence(kept.message)),
  }
  const currency = rating.card?.currency ?? null
  const after = {
    ...{ result: rating.result, card: rating.card?.code ?? null, currency },
    total: rating.result === 'COMPLETE' ? amountText(rating.total, currency ?? 'EUR') : null,
    message:
      rating.card?.version_id === draftId && rating.result === 'COMPLETE' ? render(draftUsed) : render(message()),
  }
  const isComparable = before.total !== null && after.total !== null && before.currency === after.currency
  return {
    ...{ id: kept.subject_id, name: kept.name, company_name: kept.company_name, day: kept.day, before, after },
    difference: isComparable
      ? amountText(decimal(after.total!).minus(decimal(before.total!)), currency ?? 'EUR')
      : null,
  }
}
