import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps } from '../lists/filter-bar.tsx'
import { CalendarDays, CircleDot, ClockAlert, Handshake, Truck, UserRound } from '../ui/icons.tsx'
import type { Period, TripsSearch } from './address.ts'
import { tripCountsQuery } from './queries.ts'
import { tripBadges } from './words.tsx'

/** Search and filters of the list. */
export function TripFilters({ search, onChange }: FilterProps<TripsSearch>) {
  const { t } = useLingui()
  const counts = useQuery(tripCountsQuery(search)).data
  const drivers = { OWN: t`Own fleet`, SUBCONTRACTOR: t`Carrier`, NOBODY: t`Unassigned` }
  const when: Record<Period, string> = {
    today: t`Today`,
    tomorrow: t`Tomorrow`,
    week: t`Next 7 days`,
    past: t`Past 7 days`,
  }
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Trip or order number…`}
      filters={[
        {
          member: 'status',
          title: t`Status`,
          icon: CircleDot,
          facets: Object.entries(tripBadges).map(([value, badge]) => ({
            value,
            label: t(badge.word),
            count: counts?.by_status[value],
          })),
        },
        {
          member: 'driven_by',
          title: t`Fleet`,
          icon: UserRound,
          facets: Object.entries(drivers).map(([value, label]) => ({ value, label, count: counts?.by_driver[value] })),
        },
        {
          member: 'when',
          isSingle: true,
          title: t`Date`,
          icon: CalendarDays,
          facets: Object.entries(when).map(([value, label]) => ({ value, label })),
        },
        {
          flags: ['late', 'refused', 'outdated'],
          title: t`Alerts`,
          icon: ClockAlert,
          facets: [
            { value: 'late', label: t`Late`, count: counts?.late },
            { value: 'refused', label: t`Declined by carrier`, count: counts?.refused },
            { value: 'outdated', label: t`Carrier has an older version`, count: counts?.outdated },
          ],
        },
        // Only links filter by one of these.
        ...(search.resource === undefined
          ? []
          : [{ member: 'resource', isSingle: true, title: t`Resource`, icon: Truck, facets: [] } as const]),
        ...(search.subcontractor === undefined
          ? []
          : [
              {
                member: 'subcontractor',
                isSingle: true,
                title: t`Carrier`,
                icon: Handshake,
                facets: [],
              } as const,
            ]),
      ]}
    />
  )
}
