import { companyStates } from '@cartage/contract/companies/app/record'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps } from '../lists/filter-bar.tsx'
import { listOf } from '../lists/list-address.ts'
import { CalendarClock, CircleDot } from '../ui/icons.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import type { CompaniesSearch } from './address.ts'
import { companyViewOf } from './list.views.tsx'
import { companyCountsQuery } from './queries.ts'
import { useStatusLabels } from './status.labels.tsx'

/** Search and filters of the list. */
export function CompanyFilters({ search, onChange }: FilterProps<CompaniesSearch>) {
  const { t } = useLingui()
  const labels = useStatusLabels()
  const counts = useQuery(companyCountsQuery(search)).data
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Name or code…`}
      filters={[
        {
          member: 'status',
          title: t`Status`,
          icon: CircleDot,
          facets: companyStates.map((value) => ({ value, label: labels[value], count: counts?.by_status[value] ?? 0 })),
        },
        {
          flags: ['expiring'],
          title: t`Certificate`,
          icon: CalendarClock,
          facets: [{ value: 'expiring', label: t`Expires within 30 days`, count: counts?.expiring }],
        },
      ]}
    >
      {companyViewOf(search) === undefined && <FromLinks search={search} onChange={onChange} />}
    </FilterBar>
  )
}

/** Filters that no view covers, because only links set them. */
function FromLinks({ search, onChange }: FilterProps<CompaniesSearch>) {
  const { t } = useLingui()
  const roles: Readonly<Record<string, string>> = { customer: t`Customers`, subcontractor: t`Carriers` }
  return (
    <>
      {search.role !== undefined && (
        <FilterChip title={t`Role`} onClear={() => onChange({ role: undefined })}>
          {listOf(search.role)
            .map((role) => roles[role] ?? role)
            .join(', ')}
        </FilterChip>
      )}
      {search.archived !== undefined && (
        <FilterChip title={t`Archived`} onClear={() => onChange({ archived: undefined })} />
      )}
    </>
  )
}
