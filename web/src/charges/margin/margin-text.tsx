import { useLingui } from '@lingui/react/macro'
import { Amount } from '../../books/amount.tsx'

/** Margin with its percentage of sales. */
export function MarginText({ sales, margin, currency }: { sales: string; margin: string; currency: string }) {
  const { i18n } = useLingui()
  const isLoss = margin.startsWith('-')
  // The percentage is for display only, so binary floating point is fine.
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
