import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps } from '../../lists/filter-bar.tsx'
import { creatableTypes, useTypeLabel } from '../../records/resource.labels.tsx'
import { groupsQuery } from '../../records/resource.queries.ts'
import { Shapes, Users } from '../../ui/icons.tsx'
import type { CalendarSearch } from '../address.ts'

/** Filters of the rows. */
export function CalendarFilters({ search, onChange }: FilterProps<CalendarSearch>) {
  const { t } = useLingui()
  const word = useTypeLabel()
  const groups = useQuery(groupsQuery).data ?? []
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Name or plate…`}
      filters={[
        {
          member: 'type',
          title: t`Type`,
          icon: Shapes,
          facets: creatableTypes.map((value) => ({ value, label: word(value) })),
        },
        {
          member: 'group',
          title: t`Group`,
          icon: Users,
          facets: groups.map(({ id, name }) => ({ value: id, label: name })),
        },
      ]}
    />
  )
}
