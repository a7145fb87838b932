import type { Facts } from '@cartage/contract/rates/app/facts'
import type { ExplainedRating } from '@cartage/contract/rates/app/rating'
import { useLingui } from '@lingui/react/macro'
import { CodeStatus } from '../../records/code-status.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { decimalText } from '../decimal-text.ts'
import { factLabelOf } from '../fact.labels.ts'
import type { Voice } from '../sentences.ts'
import { ratingBadges } from '../state.labels.ts'
import { ExplainTree, type OwnCard } from './explain-tree.tsx'

type Charge = ExplainedRating['charges'][number]

/** A price: its total, its charges, and the explanation. */
export function Price({
  rating,
  facts,
  own,
  voice,
}: {
  rating: ExplainedRating
  facts: Facts
  own: OwnCard
  voice: Voice
}) {
  const { t } = useLingui()
  const { language } = voice
  return (
    <div className="grid gap-3" aria-live="polite">
      <div className="flex items-center gap-3 rounded-lg bg-sunken px-3 py-2.5">
        <div className="min-w-0 flex-1">
          <CodeStatus badges={ratingBadges} code={rating.result} />
          <p className="mt-1 text-[12px] text-ink-2">{factLabelOf(rating.message)}</p>
        </div>
        {rating.total !== null && (
          <output className="tnum text-[20px] leading-7 font-semibold" aria-label={t`Price`}>
            {decimalText(rating.total, language)} <span className="text-[12px] text-ink-3">{rating.currency}</span>
          </output>
        )}
      </div>
      {rating.charges.length > 0 && (
        <PlainTable<Charge>
          label={t`Charges`}
          rows={rating.charges}
          keyOf={(one) => one.key}
          columns={[
            { id: 'type', title: t`Charge`, cell: (one) => one.description },
            {
              id: 'quantity',
              title: t`Quantity`,
              width: 'w-40',
              align: 'right',
              cell: (one) => (
                <span className="tnum">
                  {decimalText(one.quantity, language)} × {decimalText(one.unit_price, language)}
                </span>
              ),
            },
            {
              id: 'amount',
              title: t`Amount`,
              width: 'w-24',
              align: 'right',
              cell: (one) => <span className="tnum font-medium">{decimalText(one.amount, language)}</span>,
            },
          ]}
        />
      )}
      <ExplainTree rating={rating} facts={facts} own={own} voice={voice} />
    </div>
  )
}
