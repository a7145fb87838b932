import type { ReplayedPrice } from '@cartage/contract/charges/app/replay'

/** Totals of a replay in one currency, of comparable prices only. */
export interface ReplayTotal {
  readonly currency: string
  readonly before: string
  readonly after: string
  readonly difference: string
}

/** An amount in thousandths, for exact sums. */
function thousandths(text: string): bigint {
  const [whole, part = ''] = text.replace('-', '').split('.')
  const value = BigInt(`${whole}${part.padEnd(3, '0').slice(0, 3)}`)
  return text.startsWith('-') ? -value : value
}

/** Formats thousandths as an amount with at least two decimals. */
function amountOf(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(4, '0')
  const text = `${digits.slice(0, -3)}.${digits.slice(-3)}`.replace(/0$/, '')
  return value < 0n ? `-${text}` : text
}

/** Sums by currency. */
export function totalsOf(items: readonly ReplayedPrice[]): ReplayTotal[] {
  const compared = items.filter(({ difference }) => difference !== null)
  return [...Map.groupBy(compared, ({ after }) => after.currency ?? '')].map(([currency, same]) => {
    const sum = (of: (item: ReplayedPrice) => string | null) =>
      amountOf(same.reduce((total, item) => total + thousandths(of(item) ?? '0'), 0n))
    return {
      currency,
      before: sum(({ before }) => before.total),
      after: sum(({ after }) => after.total),
      difference: sum(({ difference }) => difference),
    }
  })
}

/** Lost and gained prices first, then by largest difference, unchanged ones last. */
export function byDifference(items: readonly ReplayedPrice[]): ReplayedPrice[] {
  const weight = ({ before, after, difference }: ReplayedPrice) => {
    if (difference !== null) return thousandths(difference.replace('-', ''))
    return before.total === after.total ? -1n : 10n ** 18n
  }
  return items.toSorted((one, other) => {
    const [first, second] = [weight(one), weight(other)]
    return first === second ? one.day.localeCompare(other.day) : first > second ? -1 : 1
  })
}

/** Numbers of prices that the draft loses and gains. */
export function changesOfResult(items: readonly ReplayedPrice[]): { lost: number; gained: number } {
  const lost = items.filter(({ before, after }) => before.total !== null && after.total === null).length
  const gained = items.filter(({ before, after }) => before.total === null && after.total !== null).length
  return { lost, gained }
}
