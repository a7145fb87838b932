import { useLingui } from '@lingui/react/macro'
import { Amount } from '../../books/amount.tsx'

/** A margin with its share of the sales. */
export function MarginText({ sales, margin, currency }: { sales: string; margin: string; currency: string }) {
  const { i18n } = useLingui()
  const isLoss = margin.startsWith('-')
  // A percentage is for reading, so it may be calculated with binary numbers.
  const share = Number(sales) === 0 ? undefined : Number(margin) / Number(sales)
  return (
    <span className={isLoss ? 'text-red' : undefined}>
      <Amount amount={margin} currency={currency} />
      {share !== undefined && (
        <span className="tnum pl-1.5 text-[12px] text-ink-3">
          {i18n.number(share, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })}
        </span>
      )}
    </span>
  )
}
