import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps } from '../lists/filter-bar.tsx'
import { creatableTypes, useTypeLabel } from '../records/resource.labels.tsx'
import { groupsQuery } from '../records/resource.queries.ts'
import { Building2, CalendarClock, Shapes, Users } from '../ui/icons.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import type { ResourcesSearch } from './address.ts'
import { resourceViewOf } from './list.views.tsx'
import { resourceCountsQuery } from './queries.ts'

/** Search and filters of the list. */
export function ResourceFilters({ search, onChange }: FilterProps<ResourcesSearch>) {
  const { t } = useLingui()
  const word = useTypeLabel()
  const counts = useQuery(resourceCountsQuery(search)).data
  const groups = useQuery(groupsQuery).data ?? []
  const types = [...new Set([...creatableTypes, ...Object.keys(counts?.by_type ?? {})])]
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Name, plate, code…`}
      filters={[
        {
          member: 'type',
          title: t`Type`,
          icon: Shapes,
          facets: types.map((value) => ({ value, label: word(value), count: counts?.by_type[value] ?? 0 })),
        },
        {
          member: 'group',
          title: t`Group`,
          icon: Users,
          facets: groups.map(({ id, name }) => ({ value: id, label: name, count: counts?.by_group[id] ?? 0 })),
        },
        {
          member: 'subcontractor',
          title: t`Carrier`,
          icon: Building2,
          facets: (counts?.by_subcontractor ?? []).map(({ company_id, name, count }) => ({
            value: company_id ?? 'own',
            label: name ?? t`Own fleet`,
            count,
          })),
        },
        {
          flags: ['expiring'],
          title: t`Certificate`,
          icon: CalendarClock,
          facets: [{ value: 'expiring', label: t`Expires within 30 days`, count: counts?.expiring }],
        },
      ]}
    >
      {search.archived !== undefined && resourceViewOf(search) === undefined && (
        <FilterChip title={t`Archived`} onClear={() => onChange({ archived: undefined })} />
      )}
    </FilterBar>
  )
}
