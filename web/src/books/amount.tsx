import { useLingui } from '@lingui/react/macro'

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

/** An amount in a currency as text of the reader's language, from its decimals and never by way of a binary number. */
export function useAmountText(): (amount: string, currency: string | null) => string {
  const { i18n } = useLingui()
  return (amount, currency) => {
    if (!isDecimal(amount)) return amount
    if (currency === null) return new Intl.NumberFormat(i18n.locale).format(amount)
    return new Intl.NumberFormat(i18n.locale, { style: 'currency', currency }).format(amount)
  }
}

/** An amount in a currency. */
export function Amount({ amount, currency }: { amount: string; currency: string | null }) {
  const textOf = useAmountText()
  return <span className="tnum whitespace-nowrap">{textOf(amount, currency)}</span>
}

/** Sums by currency next to each other. */
export function Sums({ sums }: { sums: readonly { amount: string; currency: string }[] }) {
  const textOf = useAmountText()
  return (
    <span className="tnum whitespace-nowrap">
      {sums.map(({ amount, currency }) => textOf(amount, currency)).join(' · ') || '—'}
    </span>
  )
}
