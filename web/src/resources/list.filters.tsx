import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Building2, CalendarClock, Shapes, Users } from 'lucide-react'
import { groupsQuery } from '../records/resource.queries.ts'
import { madeTypes, useTypeWord } from '../records/resource.words.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import type { ResourcesSearch } from './address.ts'
import { resourceViewOf } from './list.views.tsx'
import { resourceCountsQuery } from './queries.ts'

/** Search and filters of the list; each change stands in the address. */
export function ResourceFilters({
  search,
  onChange,
}: {
  search: ResourcesSearch
  onChange: (change: Partial<ResourcesSearch>) => void
}) {
  const { t } = useLingui()
  const word = useTypeWord()
  const counts = useQuery(resourceCountsQuery(search)).data
  const groups = useQuery(groupsQuery).data ?? []
  const types = [...new Set([...madeTypes, ...Object.keys(counts?.by_type ?? {})])]
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={t`Name, plate, code…`}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        title={t`Type`}
        icon={Shapes}
        facets={types.map((value) => ({ value, label: word(value), count: counts?.by_type[value] ?? 0 }))}
        chosen={search.type?.split(',') ?? []}
        onChange={(chosen) => onChange({ type: chosen.join(',') || undefined })}
      />
      <FilterMenu
        title={t`Group`}
        icon={Users}
        facets={groups.map(({ id, name }) => ({ value: id, label: name, count: counts?.by_group[id] ?? 0 }))}
        chosen={search.group?.split(',') ?? []}
        onChange={(chosen) => onChange({ group: chosen.join(',') || undefined })}
      />
      <FilterMenu
        title={t`Owner`}
        icon={Building2}
        facets={(counts?.by_subcontractor ?? []).map(({ company_id, name, count }) => ({
          value: company_id ?? 'own',
          label: name ?? t`Own fleet`,
          count,
        }))}
        chosen={search.subcontractor?.split(',') ?? []}
        onChange={(chosen) => onChange({ subcontractor: chosen.join(',') || undefined })}
      />
      <FilterMenu
        title={t`Certificate`}
        icon={CalendarClock}
        facets={[{ value: 'expiring', label: t`Expires within 30 days`, count: counts?.expiring }]}
        chosen={search.expiring ? ['expiring'] : []}
        onChange={(chosen) => onChange({ expiring: chosen.length > 0 || undefined })}
      />
      {search.archived !== undefined && resourceViewOf(search) === undefined && (
        <FilterChip title={t`Archived`} onClear={() => onChange({ archived: undefined })} />
      )}
    </>
  )
}
