import { useLingui } from '@lingui/react/macro'

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

/**
 * Formats an amount with its currency in the reader's language, from its decimal text without binary floating point.
 */
export function useAmountText(): (amount: string, currency: string | null) => string {
  const { i18n } = useLingui()
  return (amount, currency) => {
    if (!isDecimal(amount)) return amount
    if (currency === null) return new Intl.NumberFormat(i18n.locale).format(amount)
    return new Intl.NumberFormat(i18n.locale, { style: 'currency', currency }).format(amount)
  }
}

/** Maximum decimals of quantities and unit prices. */
const mostDecimals = 6

/** Formats a quantity in the reader's language, with all its decimals. */
export function useNumberText(): (quantity: string) => string {
  const { i18n } = useLingui()
  const format = new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: mostDecimals })
  return (quantity) => (isDecimal(quantity) ? format.format(quantity) : quantity)
}

/** Formats a unit price in the reader's language; unlike an amount, it is not rounded to cents. */
export function usePriceText(): (price: string, currency: string) => string {
  const { i18n } = useLingui()
  return (price, currency) => {
    if (!isDecimal(price)) return price
    const options = { style: 'currency', currency, maximumFractionDigits: mostDecimals } as const
    return new Intl.NumberFormat(i18n.locale, options).format(price)
  }
}

/** An amount in a currency. */
export function Amount({ amount, currency }: { amount: string; currency: string | null }) {
  const textOf = useAmountText()
  return <span className="tnum whitespace-nowrap">{textOf(amount, currency)}</span>
}

/** Totals by currency, next to each other. */
export function Sums({ sums }: { sums: readonly { amount: string; currency: string }[] }) {
  const textOf = useAmountText()
  return (
    <span className="tnum whitespace-nowrap">
      {sums.map(({ amount, currency }) => textOf(amount, currency)).join(' · ') || '—'}
    </span>
  )
}
