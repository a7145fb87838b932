import { type MarginGroup, type MarginRow, marginGroups } from '@cartage/contract/charges/app/margin'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { Amount } from '../../books/amount.tsx'
import { ViewsNav } from '../../lists/views-nav.tsx'
import { Loaded } from '../../records/loaded.tsx'
import { usePageTitle } from '../../shell/page-title.ts'
import { DayField } from '../../ui/form/day-field.tsx'
import { ChartNoAxesColumn } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader, Toolbar } from '../../ui/page/page-header.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { dayOf, isDay } from '../../ui/time/day-input.ts'
import { OrderDay } from '../../ui/time/local-day.tsx'
import type { MarginSearch } from '../address.ts'
import { marginQuery } from '../queries.ts'
import { MarginText } from './margin-text.tsx'

const marginRoute = getRouteApi('/shell/margin')
const dayMs = 86_400_000

/** Sales, costs and margin of the orders of a period, expected and actual. */
export function MarginPage() {
  const { t } = useLingui()
  usePageTitle(t`Margin`)
  const navigate = useNavigate()
  const search = marginRoute.useSearch()
  const { by = 'customer', from = dayOf(Date.now() - 28 * dayMs), to = dayOf(Date.now()) } = search
  const query = useQuery(marginQuery({ by, from, to }))
  const change = (members: Partial<MarginSearch>) =>
    void navigate({ to: '/margin', search: { ...search, ...members }, replace: true })
  const labels: Readonly<Record<MarginGroup, string>> = {
    order: t`Orders`,
    trip: t`Trips`,
    customer: t`Customers`,
    week: t`Weeks`,
  }
  return (
    <>
      <PageHeader title={t`Margin`}>
        <ViewsNav<MarginGroup>
          views={marginGroups.map((value) => ({ value, title: labels[value] }))}
          value={by}
          onChange={(next) => change({ by: next })}
        />
      </PageHeader>
      <Toolbar>
        <Day label={t`Picked up from`} value={from} onChange={(day) => change({ from: day })} />
        <Day label={t`until`} value={to} onChange={(day) => change({ to: day })} />
      </Toolbar>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <Loaded query={query}>{(margin) => <Margins by={by} margin={margin} title={labels[by]} />}</Loaded>
      </div>
    </>
  )
}

function Day({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  const id = useId()
  return (
    <span className="flex items-center gap-2 text-ink-2">
      <label htmlFor={id}>{label}</label>
      <DayField id={id} className="field h-7 w-32" value={value} onChange={(day) => isDay(day) && onChange(day)} />
    </span>
  )
}

interface Margin {
  currency: string
  items: readonly MarginRow[]
  total: Omit<MarginRow, 'id' | 'name'>
  unconverted: number
}

function Margins({ by, margin, title }: { by: MarginGroup; margin: Margin; title: string }) {
  const { t } = useLingui()
  const { currency, items, total, unconverted } = margin
  if (items.length === 0) {
    return <EmptyState icon={ChartNoAxesColumn} title={t`No charges in this period`} text={t`Choose other days.`} />
  }
  const money = (amount: string | null) => (amount === null ? '—' : <Amount amount={amount} currency={currency} />)
  const figure = (id: 'sales' | 'expected_sales' | 'cost' | 'expected_cost', word: string) => ({
    id,
    title: word,
    width: 'w-36',
    align: 'right' as const,
    cell: (row: MarginRow) => (
      <>
        {money(row[id])}
        <Lacking row={row} of={id} />
      </>
    ),
  })
  const all: MarginRow = { ...total, id: null, name: t`Total` }
  return (
    <>
      <PlainTable<MarginRow>
        label={title}
        rows={[...items, all]}
        keyOf={(row) => (row === all ? 'total' : (row.id ?? row.name))}
        columns={[
          {
            id: 'name',
            title,
            cell: (row) => (row === all ? <strong>{row.name}</strong> : <Name by={by} row={row} />),
          },
          { id: 'orders', title: t`Orders`, width: 'w-20', align: 'right', cell: ({ order_count }) => order_count },
          figure('expected_sales', t`Expected sales`),
          figure('sales', t`Sales`),
          figure('expected_cost', t`Expected costs`),
          figure('cost', t`Costs`),
          {
            id: 'margin',
            title: t`Margin`,
            width: 'w-44',
            align: 'right',
            cell: (row) => <MarginText {...row} currency={currency} />,
          },
        ]}
      />
      {unconverted > 0 && (
        <p className="py-3 text-amber">
          <Trans>{unconverted} amounts without an exchange rate are left out.</Trans>
        </p>
      )}
    </>
  )
}

/** Orders missing from a figure: those without a price, and those without an expectation. */
function Lacking({ row, of }: { row: MarginRow; of: 'sales' | 'expected_sales' | 'cost' | 'expected_cost' }) {
  const isExpected = of === 'expected_sales' || of === 'expected_cost'
  const lacking = of === 'expected_sales' ? row.unexpected_sales : of === 'expected_cost' ? row.unexpected_cost : 0
  const known = row.order_count - lacking
  if (isExpected && lacking > 0 && known > 0) {
    return (
      <span className="block text-[12px] text-ink-3">
        <Trans>
          {known} of {row.order_count} orders
        </Trans>
      </span>
    )
  }
  if (of !== 'sales' || row.unpriced === 0) return null
  return (
    <span className="block text-[12px] whitespace-nowrap text-amber">
      <Plural value={row.unpriced} one="# without a price" other="# without a price" />
    </span>
  )
}

/** Link to the charges behind the figures. */
function Name({ by, row: { id, name } }: { by: MarginGroup; row: MarginRow }) {
  const shown = 'tnum font-medium hover:underline'
  if (by === 'week' || id === null) return <OrderDay date={name} />
  if (by === 'order') {
    return (
      <Link to="/orders/$orderId" params={{ orderId: id }} search={{ tab: 'charges' }} className={shown}>
        {name}
      </Link>
    )
  }
  if (by === 'trip') {
    return (
      <Link to="/trips/$tripId" params={{ tripId: id }} search={{ tab: 'costs' }} className={shown}>
        {name}
      </Link>
    )
  }
  return (
    <Link to="/charges" search={{ company: id }} className={shown}>
      {name}
    </Link>
  )
}
