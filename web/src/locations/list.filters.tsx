import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps, facetsByCount } from '../lists/filter-bar.tsx'
import type { LocationsSearch } from './address.ts'
import { Flag, MapPinned } from './icons.tsx'
import { locationCountsQuery } from './queries.ts'

/** Search and filters of the list. */
export function LocationFilters({ search, onChange }: FilterProps<LocationsSearch>) {
  const { t } = useLingui()
  const counts = useQuery(locationCountsQuery(search)).data
  const placings = { EXACT: t`Exact`, TOWN: t`Town only`, UNCLEAR: t`To be confirmed`, NONE: t`Not found` }
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Name, town or code…`}
      filters={[
        { member: 'country', title: t`Country`, icon: Flag, facets: facetsByCount(counts?.by_country) },
        {
          member: 'placing',
          title: t`Coordinates`,
          icon: MapPinned,
          facets: Object.entries(placings).map(([value, label]) => ({
            value,
            label,
            count: counts?.by_placing[value] ?? 0,
          })),
        },
      ]}
    />
  )
}
