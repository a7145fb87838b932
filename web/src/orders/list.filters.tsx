import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { FilterBar, type FilterProps, type ListFilter } from '../lists/filter-bar.tsx'
import { FoundFilter } from '../lists/found-filter.tsx'
import { listOf } from '../lists/list-address.ts'
import { orderBadges } from '../records/order.labels.tsx'
import { usePermission } from '../session/permission.ts'
import { Building2, CalendarDays, CircleDot, Container, Flame, Snowflake } from '../ui/icons.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import type { OrdersSearch } from './address.ts'
import { orderCountsQuery } from './queries.ts'

// Loaded separately, so that the list need not wait for it.
const CompanyName = lazy(async () => ({ default: (await import('../companies/company-name.tsx')).CompanyName }))

/** Search and filters of the list. */
export function OrderFilters({ search, onChange }: FilterProps<OrdersSearch>) {
  const { t } = useLingui()
  const counts = useQuery(orderCountsQuery(search)).data?.by_status
  const record = useRecordFilters({ search, onChange })
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Number, reference, container…`}
      filters={[
        ...record,
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
        useYesFilter('ADR', Flame, search.is_adr, (is_adr) => onChange({ is_adr })),
        useYesFilter(t`Temperature`, Snowflake, search.is_tempered, (is_tempered) => onChange({ is_tempered })),
      ]}
    />
  )
}

/** Filters by customer and pickup day. */
function useRecordFilters({ search, onChange }: FilterProps<OrdersSearch>): ListFilter<OrdersSearch>[] {
  const { t } = useLingui()
  const maySearch = usePermission('company.read')
  const { company, when, pickup_from: from, pickup_to: to } = search
  const customer: ListFilter<OrdersSearch> = {
    title: t`Customer`,
    icon: Building2,
    isOn: company !== undefined,
    control: (added) => (
      <FoundFilter
        title={t`Customer`}
        icon={Building2}
        value={company}
        listKey="customers"
        find={async (text) => (await import('../companies/queries.ts')).findCompanies(text)}
        onChange={(id) => onChange({ company: id })}
        added={added}
      >
        <Customers ids={listOf(company)} />
      </FoundFilter>
    ),
  }
  const pickup: ListFilter<OrdersSearch> = {
    title: t`Pickup`,
    icon: CalendarDays,
    days: {
      periods: { today: t`Today`, tomorrow: t`Tomorrow`, week: t`Next 7 days` },
      period: when,
      span: { from, to },
      onChange: ({ period, span }) =>
        onChange({ when: period as OrdersSearch['when'], pickup_from: span?.from, pickup_to: span?.to }),
    },
  }
  return maySearch || company !== undefined ? [customer, pickup] : [pickup]
}

/** Name of a single customer, or the number of customers. */
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

/** Filter on a flag, or with a link on its opposite. Adding it is the whole choice. */
function useYesFilter(
  title: string,
  icon: typeof Flame,
  isOn: boolean | undefined,
  onChange: (isOn: boolean | undefined) => void,
): ListFilter<OrdersSearch> {
  const { t } = useLingui()
  return {
    title,
    icon,
    isOn: isOn !== undefined,
    add: () => onChange(true),
    control: () => <FilterChip title={isOn === false ? t`Not ${title}` : title} onClear={() => onChange(undefined)} />,
  }
}
