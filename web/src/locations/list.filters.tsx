import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Flag, MapPinned } from 'lucide-react'
import { listOf, textOf } from '../lists/list-address.ts'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import type { LocationsSearch } from './address.ts'
import { locationCountsQuery } from './queries.ts'

/** Search and filters of the list; each change stands in the address. */
export function LocationFilters({
  search,
  onChange,
}: {
  search: LocationsSearch
  onChange: (change: Partial<LocationsSearch>) => void
}) {
  const { t } = useLingui()
  const counts = useQuery(locationCountsQuery(search)).data
  const countries = Object.entries(counts?.by_country ?? {}).sort((one, other) => other[1] - one[1])
  const placings = { EXACT: t`Exact`, TOWN: t`Town only`, NONE: t`Not found` }
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={t`Name, town or code…`}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        title={t`Country`}
        icon={Flag}
        facets={countries.map(([value, count]) => ({ value, label: value, count }))}
        chosen={listOf(search.country)}
        onChange={(chosen) => onChange({ country: textOf(chosen) })}
      />
      <FilterMenu
        title={t`Coordinates`}
        icon={MapPinned}
        facets={Object.entries(placings).map(([value, label]) => ({
          value,
          label,
          count: counts?.by_placing[value] ?? 0,
        }))}
        chosen={listOf(search.placing)}
        onChange={(chosen) => onChange({ placing: textOf(chosen) })}
      />
    </>
  )
}
