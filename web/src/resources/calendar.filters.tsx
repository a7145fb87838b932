import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Shapes, Users } from 'lucide-react'
import { FilterMenu } from '../ui/filter-menu.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { madeTypes, useTypeWord } from './resource-looks.tsx'
import { groupsQuery } from './resources.queries.ts'
import type { CalendarSearch } from './resources.route.ts'

/** Which lanes are shown. */
export function CalendarFilters({
  search,
  onChange,
}: {
  search: CalendarSearch
  onChange: (change: Partial<CalendarSearch>) => void
}) {
  const { t } = useLingui()
  const word = useTypeWord()
  const groups = useQuery(groupsQuery).data ?? []
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={t`Name or plate…`}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        title={t`Kind`}
        icon={Shapes}
        facets={madeTypes.map((value) => ({ value, label: word(value) }))}
        chosen={search.type?.split(',') ?? []}
        onChange={(chosen) => onChange({ type: chosen.join(',') || undefined })}
      />
      <FilterMenu
        title={t`Group`}
        icon={Users}
        facets={groups.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={search.group?.split(',') ?? []}
        onChange={(chosen) => onChange({ group: chosen.join(',') || undefined })}
      />
    </>
  )
}
