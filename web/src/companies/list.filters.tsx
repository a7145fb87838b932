import { companyStates } from '@cartage/contract/companies/app/record'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CircleDot } from 'lucide-react'
import { listOf, textOf } from '../lists/list-address.ts'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import type { CompaniesSearch } from './address.ts'
import { companyViewOf } from './list.views.tsx'
import { companyCountsQuery } from './queries.ts'
import { useStatusWords } from './status.words.tsx'

/** Search and filters of the list; each change stands in the address. */
export function CompanyFilters({
  search,
  onChange,
}: {
  search: CompaniesSearch
  onChange: (change: Partial<CompaniesSearch>) => void
}) {
  const { t } = useLingui()
  const words = useStatusWords()
  const counts = useQuery(companyCountsQuery(search)).data
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={t`Name or code…`}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        title={t`Status`}
        icon={CircleDot}
        facets={companyStates.map((value) => ({ value, label: words[value], count: counts?.by_status[value] ?? 0 }))}
        chosen={listOf(search.status)}
        onChange={(chosen) => onChange({ status: textOf(chosen) })}
      />
      <FilterMenu
        title={t`Certificate`}
        icon={CalendarClock}
        facets={[{ value: 'expiring', label: t`Expires within 30 days`, count: counts?.expiring }]}
        chosen={search.expiring ? ['expiring'] : []}
        onChange={(chosen) => onChange({ expiring: chosen.length > 0 || undefined })}
      />
      {companyViewOf(search) === undefined && <FromLinks search={search} onChange={onChange} />}
    </>
  )
}

/** What no view shows, because only a link puts it together so. */
function FromLinks({ search, onChange }: Parameters<typeof CompanyFilters>[0]) {
  const { t } = useLingui()
  const roles: Readonly<Record<string, string>> = { customer: t`Customers`, subcontractor: t`Subcontractors` }
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
