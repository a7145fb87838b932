import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { classNames } from '../ui/class-names.ts'
import { FileWarning } from '../ui/icons.tsx'
import type { OrdersSearch } from './address.ts'
import { orderCountsQuery } from './queries.ts'

const views = [
  { status: undefined, title: msg`All orders` },
  { status: 'QUOTE', title: msg`To confirm` },
  { status: 'TO_PLAN', title: msg`Unplanned` },
  { status: 'PLANNED', title: msg`Planned` },
  { status: 'IN_PROGRESS', title: msg`In progress` },
  { status: 'BLOCKED', title: msg`On hold` },
  { status: 'COMPLETED', title: msg`Completed` },
] as const

/** States as views of the list, with the number of orders in each. */
export function OrderViews({ search }: { search: OrdersSearch }) {
  const { t, i18n } = useLingui()
  const counts = useQuery(orderCountsQuery(search)).data
  return (
    <nav aria-label={t`Views`} className="flex gap-0.5">
      {views.map(({ status, title }) => {
        const isOpen = search.status === status
        const count = status === undefined ? undefined : counts?.by_status[status]
        return (
          <Link
            key={status ?? 'all'}
            from="/orders"
            to="/orders"
            search={(before) => ({ ...before, status, peek: undefined })}
            aria-current={isOpen ? 'page' : undefined}
            className={classNames('btn btn-ghost', isOpen && 'bg-pressed text-ink')}
          >
            {t(title)}
            {count !== undefined && count > 0 && (
              <span className="tnum text-[12px] text-ink-3">{i18n.number(count)}</span>
            )}
          </Link>
        )
      })}
      {search.status === 'COMPLETED' && (
        <Link to="/documents/proofs" className="btn btn-ghost">
          <FileWarning size={14} aria-hidden="true" />
          <Trans>Missing proof of delivery</Trans>
        </Link>
      )}
    </nav>
  )
}
