import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { FilterBar, type FilterProps } from '../lists/filter-bar.tsx'
import { listOf } from '../lists/list-address.ts'
import { orderBadges } from '../records/order.words.tsx'
import { usePermission } from '../session/permission.ts'
import { CircleDot, Container, Flame, Snowflake } from '../ui/icons.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import type { OrdersSearch } from './address.ts'
import { orderCountsQuery } from './queries.ts'

// Only links filter by one customer, so what reads companies need not come with the list.
const CompanyName = lazy(async () => ({ default: (await import('../companies/company-name.tsx')).CompanyName }))

/** Search and filters of the list. */
export function OrderFilters({ search, onChange }: FilterProps<OrdersSearch>) {
  const { t } = useLingui()
  const counts = useQuery(orderCountsQuery(search)).data?.by_status
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Number, reference, container…`}
      filters={[
        {
          member: 'status',
          title: t`Status`,
          icon: CircleDot,
          facets: Object.entries(orderBadges).map(([value, badge]) => ({
            value,
            label: t(badge.word),
            count: counts?.[value],
          })),
        },
        {
          member: 'scenario',
          title: t`Container`,
          icon: Container,
          facets: [
            { value: 'IMPORT', label: t`Import` },
            { value: 'EXPORT', label: t`Export` },
          ],
        },
      ]}
    >
      <YesFilter title="ADR" icon={Flame} isOn={search.is_adr} onChange={(is_adr) => onChange({ is_adr })} />
      <YesFilter
        title={t`Temperature`}
        icon={Snowflake}
        isOn={search.is_tempered}
        onChange={(is_tempered) => onChange({ is_tempered })}
      />
      <FromLinks search={search} onChange={onChange} />
    </FilterBar>
  )
}

/** Filters that only links bring: of the start page, of a company. */
function FromLinks({ search, onChange }: FilterProps<OrdersSearch>) {
  const { t } = useLingui()
  const { company, pickup_from: from, pickup_to: to } = search
  return (
    <>
      {company !== undefined && (
        <FilterChip title={t`Customer`} onClear={() => onChange({ company: undefined })}>
          <Customers ids={listOf(company)} />
        </FilterChip>
      )}
      {(from !== undefined || to !== undefined) && (
        <FilterChip title={t`Pickup`} onClear={() => onChange({ pickup_from: undefined, pickup_to: undefined })}>
          <Days from={from} to={to} />
        </FilterChip>
      )}
    </>
  )
}

/** The name of one customer; several are counted. */
function Customers({ ids }: { ids: readonly string[] }) {
  const mayRead = usePermission('company.read')
  const [id] = ids
  if (!mayRead || id === undefined || ids.length > 1) return ids.length
  return (
    <Suspense fallback={1}>
      <CompanyName companyId={id} fallback={1} />
    </Suspense>
  )
}

const day = /^\d{4}-\d\d-\d\d$/

/** From one day to another. Anything else matches nothing and is shown as in the address. */
function Days({ from, to }: { from: string | undefined; to: string | undefined }) {
  const one = (text: string) => (day.test(text) ? <OrderDay date={text} /> : text)
  if (from === to) return one(from ?? '')
  return (
    <>
      {from !== undefined && one(from)} – {to !== undefined && one(to)}
    </>
  )
}

function YesFilter({
  title,
  icon: Icon,
  isOn,
  onChange,
}: {
  title: string
  icon: typeof Flame
  isOn: boolean | undefined
  onChange: (isOn: boolean | undefined) => void
}) {
  const { t } = useLingui()
  // Only a link filters by rows without it.
  if (isOn === false) return <FilterChip title={t`Not ${title}`} onClear={() => onChange(undefined)} />
  return (
    <button
      type="button"
      className={isOn ? 'btn btn-ghost bg-brand-soft text-brand-ink' : 'btn btn-ghost'}
      aria-pressed={isOn === true}
      onClick={() => onChange(isOn ? undefined : true)}
    >
      <Icon size={14} aria-hidden="true" />
      {title}
    </button>
  )
}
