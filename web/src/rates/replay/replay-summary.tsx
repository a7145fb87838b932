import type { ReplayedPrice } from '@cartage/contract/charges/app/replay'
import { Plural, useLingui } from '@lingui/react/macro'
import { useAmountText } from '../../books/amount.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { changesOfResult, type ReplayTotal, totalsOf } from './totals.ts'

/** Number of orders or trips of a replay already priced. */
export function ReplayProgress({ done, total }: { done: number; total: number }) {
  const { t } = useLingui()
  return (
    <div className="flex items-center gap-3">
      <progress className="h-1.5 flex-1" value={done} max={total} aria-label={t`Progress of the replay`} />
      <span className="tnum text-ink-2">
        {done} / {total}
      </span>
    </div>
  )
}

/** Amounts before and after by currency, and how many prices are gained and lost. */
export function ReplaySummary({ items }: { items: readonly ReplayedPrice[] }) {
  const { lost, gained } = changesOfResult(items)
  return (
    <div className="grid gap-2">
      {totalsOf(items).map((total) => (
        <Total key={total.currency} total={total} />
      ))}
      {lost > 0 && (
        <Notice icon={TriangleAlert} tone="amber">
          <Plural
            value={lost}
            one="# has a price now and none with the draft."
            other="# have a price now and none with the draft."
          />
        </Notice>
      )}
      {gained > 0 && (
        <p className="text-ink-2">
          <Plural value={gained} one="# gets a price with the draft." other="# get a price with the draft." />
        </p>
      )}
    </div>
  )
}

function Total({ total: { currency, before, after, difference } }: { total: ReplayTotal }) {
  const { t } = useLingui()
  const textOf = useAmountText()
  const parts: [string, string][] = [
    [t`Now`, textOf(before, currency)],
    [t`With the draft`, textOf(after, currency)],
    [t`Difference`, textOf(difference, currency)],
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1 rounded-lg bg-sunken px-3 py-2.5">
      {parts.map(([name, text]) => (
        <div key={name} className="flex gap-2">
          <dt className="text-ink-2">{name}</dt>
          <dd className="tnum font-medium">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
