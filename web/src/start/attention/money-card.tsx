import type { MoneyHome } from '@cartage/contract/charges/app/list'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sums } from '../../charges/amount.tsx'
import { ReasonBadge } from '../../charges/words.tsx'
import { AttentionCard, lineClass, titleClass } from './card.tsx'
import { unbilledWork } from './queries.ts'

/** Work that is done and not billed, by what it waits for. */
export function Unbilled() {
  const { t } = useLingui()
  const query = useQuery(unbilledWork)
  return (
    <AttentionCard<MoneyHome['by_reason'][number]>
      title={
        <Link to="/money" className={titleClass}>
          {t`Work done, not billed`}
        </Link>
      }
      query={query}
      total={query.data?.total}
      keyOf={({ reason }) => reason}
      none={t`Everything is billed.`}
      line={({ reason, count, sums }) => (
        <Link to="/orders-to-invoice" search={{ reason }} className={lineClass}>
          <span className="min-w-0 flex-1 truncate">
            <ReasonBadge reason={reason} />
          </span>
          <span className="shrink-0 text-ink-2">
            <Sums sums={sums} />
          </span>
          <span className="tnum w-10 shrink-0 text-right font-medium">{count}</span>
        </Link>
      )}
    />
  )
}
