import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Shapes, Users } from 'lucide-react'
import { groupsQuery } from '../../records/resource.queries.ts'
import { madeTypes, useTypeWord } from '../../records/resource.words.tsx'
import { FilterMenu } from '../../ui/table/filter-menu.tsx'
import { SearchField } from '../../ui/table/search-field.tsx'
import type { CalendarSearch } from '../address.ts'

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
        title={t`Type`}
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
