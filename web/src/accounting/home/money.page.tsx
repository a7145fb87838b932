import type { MoneyHome } from '@cartage/contract/charges/app/list'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Sums } from '../../books/amount.tsx'
import { approvalLabels, ReasonBadge } from '../../charges/labels.tsx'
import { moneyQuery } from '../../charges/queries.ts'
import { useLabels } from '../../records/code-labels.ts'
import { Loaded } from '../../records/loaded.tsx'
import { usePageTitle } from '../../shell/page-title.ts'
import { CircleCheck } from '../../ui/icons.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { DeadlinesSection } from './deadlines.section.tsx'
import { IssuesSection } from './issues.section.tsx'
import { moneyIssuesQuery } from './queries.ts'

/** Money issues that need a person: open items of each list, and completed unbilled work. */
export function MoneyPage() {
  const { t } = useLingui()
  usePageTitle(t`Money`)
  const query = useQuery(moneyQuery)
  const issues = useQuery(moneyIssuesQuery)
  return (
    <>
      <PageHeader title={t`Money`} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Loaded query={issues}>{(loaded) => <IssuesSection issues={loaded} />}</Loaded>
        <Loaded query={query}>{(home) => <Work home={home} />}</Loaded>
        {issues.data !== undefined && <DeadlinesSection deadlines={issues.data.deadlines} />}
      </div>
    </>
  )
}

function Work({ home }: { home: MoneyHome }) {
  const { t } = useLingui()
  if (home.count === 0 && home.outdated === 0) {
    return <EmptyState icon={CircleCheck} title={t`Everything is billed`} text={t`Completed orders appear here.`} />
  }
  return (
    <div className="px-4">
      <h2 className="pt-2 text-[15px] font-semibold">
        <Trans>Work done, not billed</Trans>
      </h2>
      <dl className="flex flex-wrap gap-x-10 gap-y-2 py-3">
        <Figure name={t`Orders`}>
          <Link to="/orders-to-invoice" className="hover:underline">
            {home.count}
          </Link>
        </Figure>
        <Figure name={t`Amount`}>
          <Sums sums={home.sums} />
        </Figure>
        <Figure name={t`Oldest`}>
          <OrderDay date={home.oldest} />
        </Figure>
      </dl>
      <Waiting home={home} />
      <div className="grid gap-x-8 xl:grid-cols-2">
        <Section title={t`By reason`}>
          <Reasons rows={home.by_reason} />
        </Section>
        <Section title={t`By customer`}>
          <Companies rows={home.by_company} />
          <Others home={home} />
        </Section>
      </div>
    </div>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[12px] text-ink-3">{name}</dt>
      <dd className="tnum text-[20px] font-semibold">{children}</dd>
    </div>
  )
}

/** Charges that wait for a person, with a link to each list. */
function Waiting({ home: { approvals, outdated } }: { home: MoneyHome }) {
  const labelOf = useLabels(approvalLabels)
  const waiting = Object.entries(approvals).filter(([, count]) => count > 0)
  if (waiting.length === 0 && outdated === 0) return null
  return (
    <ul className="flex flex-wrap items-center gap-2 pb-3">
      {waiting.length > 0 && (
        <li className="text-[12px] text-ink-3">
          <Trans>Approvals</Trans>
        </li>
      )}
      {waiting.map(([approval, count]) => (
        <li key={approval}>
          <Link to="/charges" search={{ approval }} className="tag tone-amber hover:underline">
            {labelOf(approval)}: <span className="tnum">{count}</span>
          </Link>
        </li>
      ))}
      {outdated > 0 && (
        <li>
          <Link to="/charges" search={{ outdated: true }} className="tag tone-amber hover:underline">
            <Plural value={outdated} one="# outdated override" other="# outdated overrides" />
          </Link>
        </li>
      )}
    </ul>
  )
}

function figures<Row extends Pick<MoneyHome, 'count' | 'sums' | 'oldest'>>(
  labels: Record<'orders' | 'amount' | 'oldest', string>,
) {
  return [
    { id: 'count', title: labels.orders, width: 'w-20', align: 'right' as const, cell: ({ count }: Row) => count },
    {
      id: 'sum',
      title: labels.amount,
      width: 'w-40',
      align: 'right' as const,
      cell: ({ sums }: Row) => <Sums sums={sums} />,
    },
    { id: 'oldest', title: labels.oldest, width: 'w-32', cell: ({ oldest }: Row) => <OrderDay date={oldest} /> },
  ]
}

/** Orders of customers outside the table, which lists only those with the most orders. */
function Others({ home: { count, by_company } }: { home: MoneyHome }) {
  const others = by_company.reduce((rest, row) => rest - row.count, count)
  if (others <= 0) return null
  return (
    <p className="pt-2">
      <Link to="/orders-to-invoice" className="underline">
        <Plural value={others} one="# order of another customer" other="# orders of other customers" />
      </Link>
    </p>
  )
}

type ReasonRow = MoneyHome['by_reason'][number]
type CompanyRow = MoneyHome['by_company'][number]

function Reasons({ rows }: { rows: readonly ReasonRow[] }) {
  const { t } = useLingui()
  return (
    <PlainTable<ReasonRow>
      label={t`By reason`}
      rows={rows}
      keyOf={({ reason }) => reason}
      columns={[
        {
          id: 'reason',
          title: t`Reason`,
          cell: ({ reason }) => (
            <Link to="/orders-to-invoice" search={{ reason }} className="hover:underline">
              <ReasonBadge reason={reason} />
            </Link>
          ),
        },
        ...figures<ReasonRow>({ orders: t`Orders`, amount: t`Amount`, oldest: t`Oldest` }),
      ]}
    />
  )
}

function Companies({ rows }: { rows: readonly CompanyRow[] }) {
  const { t } = useLingui()
  return (
    <PlainTable<CompanyRow>
      label={t`By customer`}
      rows={rows}
      keyOf={({ company_id }) => company_id}
      columns={[
        {
          id: 'customer',
          title: t`Customer`,
          cell: ({ company_id, company_name }) => (
            <Link to="/orders-to-invoice" search={{ company: company_id }} className="font-medium hover:underline">
              {company_name}
            </Link>
          ),
        },
        ...figures<CompanyRow>({ orders: t`Orders`, amount: t`Amount`, oldest: t`Oldest` }),
      ]}
    />
  )
}
