import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays, CircleDot, ClockAlert, Handshake, Truck, UserRound } from 'lucide-react'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import type { Period, TripsSearch } from './address.ts'
import { tripCountsQuery } from './queries.ts'
import { tripLooks } from './words.tsx'

/** Search and filters of the list; each change stands in the address. */
export function TripFilters({
  search,
  onChange,
}: {
  search: TripsSearch
  onChange: (change: Partial<TripsSearch>) => void
}) {
  const { t } = useLingui()
  const counts = useQuery(tripCountsQuery(search)).data
  const drivers = { OWN: t`Own fleet`, SUBCONTRACTOR: t`Subcontractor`, NOBODY: t`Unassigned` }
  const when: Record<Period, string> = {
    today: t`Today`,
    tomorrow: t`Tomorrow`,
    week: t`Next 7 days`,
    past: t`Past 7 days`,
  }
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={t`Trip or order number…`}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        title={t`Status`}
        icon={CircleDot}
        facets={Object.entries(tripLooks).map(([value, look]) => ({
          value,
          label: t(look.word),
          count: counts?.by_status[value],
        }))}
        chosen={listOf(search.status)}
        onChange={(chosen) => onChange({ status: chosen.join(',') || undefined })}
      />
      <FilterMenu
        title={t`Driven by`}
        icon={UserRound}
        facets={Object.entries(drivers).map(([value, label]) => ({ value, label, count: counts?.by_driver[value] }))}
        chosen={listOf(search.driven_by)}
        onChange={(chosen) => onChange({ driven_by: chosen.join(',') || undefined })}
      />
      <FilterMenu
        title={t`Date`}
        icon={CalendarDays}
        facets={Object.entries(when).map(([value, label]) => ({ value, label }))}
        chosen={listOf(search.when)}
        // One period at a time: the one that was chosen last.
        onChange={(chosen) => onChange({ when: chosen.at(-1) as Period | undefined })}
      />
      <FilterMenu
        title={t`Remark`}
        icon={ClockAlert}
        facets={[
          { value: 'late', label: t`Late`, count: counts?.late },
          { value: 'refused', label: t`Declined by carrier`, count: counts?.refused },
          { value: 'outdated', label: t`Carrier has an older version`, count: counts?.outdated },
        ]}
        chosen={[search.late ? 'late' : [], search.refused ? 'refused' : [], search.outdated ? 'outdated' : []].flat()}
        onChange={(chosen) =>
          onChange({
            late: chosen.includes('late') || undefined,
            refused: chosen.includes('refused') || undefined,
            outdated: chosen.includes('outdated') || undefined,
          })
        }
      />
      {search.resource !== undefined && (
        <FilterMenu
          title={t`Resource`}
          icon={Truck}
          facets={[]}
          chosen={[search.resource]}
          onChange={() => onChange({ resource: undefined })}
        />
      )}
      {search.subcontractor !== undefined && (
        <FilterMenu
          title={t`Subcontractor`}
          icon={Handshake}
          facets={[]}
          chosen={[search.subcontractor]}
          onChange={() => onChange({ subcontractor: undefined })}
        />
      )}
    </>
  )
}

function listOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',')
}
