import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps } from '../../lists/filter-bar.tsx'
import { Building2, CalendarDays } from '../../ui/icons.tsx'
import type { BoardRange, DispatchSearch } from '../address.ts'
import { boardCountsQuery } from './queries.ts'

/** Search, day and carrier of the dispatch board. */
export function BoardFilters({ search, onChange }: FilterProps<DispatchSearch>) {
  const { t } = useLingui()
  const counts = useQuery(boardCountsQuery(search)).data
  const days: Readonly<Record<BoardRange, string>> = {
    today: t`Today`,
    tomorrow: t`Tomorrow`,
    week: t`Next 7 days`,
    yesterday: t`Yesterday`,
  }
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Trip or carrier…`}
      filters={[
        {
          member: 'when',
          title: t`First stop`,
          icon: CalendarDays,
          isSingle: true,
          fallback: 'today',
          facets: Object.entries(days).map(([value, label]) => ({ value, label })),
        },
        {
          member: 'company',
          title: t`Carrier`,
          icon: Building2,
          facets: (counts?.companies ?? []).map(({ company_id, company_name, count }) => ({
            value: company_id,
            label: company_name,
            count,
          })),
        },
      ]}
    />
  )
}
