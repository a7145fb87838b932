import type { MoneyIssues } from '@cartage/contract/accounting/app/home'
import { Plural, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Sums } from '../../books/amount.tsx'
import { classNames } from '../../ui/class-names.ts'
import { OrderDay } from '../../ui/time/local-day.tsx'

/** Number of issues of each kind, with links to their lists; kinds that the role may not see are omitted. */
export function IssuesSection({ issues }: { issues: MoneyIssues }) {
  const { t } = useLingui()
  const { drafts, failed_tasks, overdue, unsent, failed_sendings, disputed, index_gaps } = issues
  return (
    <ul aria-label={t`Needs attention`} className="grid gap-3 p-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-7">
      {drafts && (
        <Tile to="/drafts" title={t`Drafts`} count={drafts.count} isPlain>
          <Sums sums={drafts.sums} />
        </Tile>
      )}
      {failed_tasks !== null && (
        <Tile to="/tasks" search={{ status: 'FAILED', attention: true }} title={t`Failed tasks`} count={failed_tasks} />
      )}
      {overdue && (
        <Tile to="/receivables" title={t`Overdue receivables`} count={overdue.companies}>
          <Sums sums={overdue.sums} />
        </Tile>
      )}
      {unsent !== null && <Tile to="/invoices" search={{ unsent: true }} title={t`Invoices not sent`} count={unsent} />}
      {failed_sendings !== null && (
        <Tile to="/sendings" search={{ status: 'FAILED,UNKNOWN' }} title={t`Failed sendings`} count={failed_sendings} />
      )}
      {disputed !== null && (
        <Tile to="/purchases" search={{ result: 'DISPUTED' }} title={t`Disputed purchases`} count={disputed} />
      )}
      {index_gaps && (
        <Tile to="/rates/indexes" title={t`Price index gaps`} count={index_gaps.length}>
          <Gaps gaps={index_gaps} />
        </Tile>
      )}
    </ul>
  )
}

function Tile({
  to,
  search,
  title,
  count,
  isPlain = false,
  children,
}: {
  to: string
  search?: object
  title: string
  count: number
  /** For counts that are not issues. */
  isPlain?: boolean
  children?: ReactNode
}) {
  const isFault = count > 0 && !isPlain
  return (
    <li className="min-w-0">
      <Link
        to={to as '/'}
        search={search as Record<string, never>}
        className="flex h-full min-h-20 flex-col rounded-lg border border-line px-3 py-2 hover:bg-hover"
      >
        <span className="text-[12px] text-ink-2">{title}</span>
        <span className={classNames('tnum text-[22px] leading-7 font-semibold', isFault && 'text-red')}>{count}</span>
        {count > 0 && <span className="truncate text-[12px] text-ink-2">{children}</span>}
      </Link>
    </li>
  )
}

/** First index without a value for today, and the number of others. */
function Gaps({ gaps }: { gaps: NonNullable<MoneyIssues['index_gaps']> }) {
  const [first] = gaps
  if (!first) return null
  const others = gaps.length - 1
  return (
    <>
      {first.name}
      {first.last_day !== null && (
        <>
          {' '}
          · <OrderDay date={first.last_day} />
        </>
      )}
      {others > 0 && (
        <>
          {' '}
          · <Plural value={others} one="# more" other="# more" />
        </>
      )}
    </>
  )
}
