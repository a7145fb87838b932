import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleDot, Container, Flame, Snowflake } from 'lucide-react'
import { FilterMenu } from '../ui/filter-menu.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { orderLooks } from './order-looks.tsx'
import { orderCountsQuery } from './orders.queries.ts'
import type { OrdersSearch } from './orders.route.ts'

/** Search and filters of the list; each change stands in the address. */
export function OrderFilters({
  search,
  onChange,
}: {
  search: OrdersSearch
  onChange: (change: Partial<OrdersSearch>) => void
}) {
  const { t } = useLingui()
  const counts = useQuery(orderCountsQuery(search)).data?.by_status
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={t`Number, reference, container…`}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        title={t`Status`}
        icon={CircleDot}
        facets={Object.entries(orderLooks).map(([value, look]) => ({
          value,
          label: t(look.word),
          count: counts?.[value],
        }))}
        chosen={listOf(search.status)}
        onChange={(chosen) => onChange({ status: chosen.join(',') || undefined })}
      />
      <FilterMenu
        title={t`Container`}
        icon={Container}
        facets={[
          { value: 'IMPORT', label: t`Import` },
          { value: 'EXPORT', label: t`Export` },
        ]}
        chosen={listOf(search.scenario)}
        onChange={(chosen) => onChange({ scenario: chosen.join(',') || undefined })}
      />
      <YesFilter title="ADR" icon={Flame} isOn={search.is_adr} onChange={(is_adr) => onChange({ is_adr })} />
      <YesFilter
        title={t`Temperature`}
        icon={Snowflake}
        isOn={search.is_tempered}
        onChange={(is_tempered) => onChange({ is_tempered })}
      />
    </>
  )
}

function listOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',')
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
