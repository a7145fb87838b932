import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { AddedFilter } from '../lists/added-filter.ts'
import { FilterBar, type FilterProps, type OwnControl } from '../lists/filter-bar.tsx'
import { FoundFilter } from '../lists/found-filter.tsx'
import { listOf, textOf } from '../lists/list-address.ts'
import { groupsQuery } from '../records/resource.queries.ts'
import { usePermission } from '../session/permission.ts'
import { CalendarDays, CircleDot, ClockAlert, Handshake, Truck, UserRound, Users } from '../ui/icons.tsx'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import type { Period, TripsSearch } from './address.ts'
import { tripBadges } from './labels.tsx'
import { tripCountsQuery } from './queries.ts'

// Loaded when a record is searched or displayed by name.
const found = () => import('./found.queries.ts')

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
            { value: 'refused', label: t`Refused or dispatch failed`, count: counts?.refused },
            { value: 'outdated', label: t`Carrier has an older version`, count: counts?.outdated },
          ],
        },
        ...useRecordFilters({ search, onChange }),
      ]}
    />
  )
}

/** Filters by group, by a single driver or vehicle, and by a single carrier. */
function useRecordFilters({ search, onChange }: FilterProps<TripsSearch>): OwnControl[] {
  const { t } = useLingui()
  const [mayFindResources, mayFindCompanies] = [usePermission('resource.read'), usePermission('company.read')]
  const { resource, subcontractor, group } = search
  const filters: readonly (OwnControl & { isOffered: boolean })[] = [
    {
      title: t`Group`,
      icon: Users,
      isOffered: mayFindResources,
      isOn: group !== undefined,
      control: (added) => (
        <GroupFilter
          value={group}
          onChange={(ids) => onChange({ group: ids })}
          added={added}
          mayRead={mayFindResources}
        />
      ),
    },
    {
      title: t`Driver or vehicle`,
      icon: Truck,
      isOffered: mayFindResources,
      isOn: resource !== undefined,
      control: (added) => (
        <FoundFilter
          title={t`Driver or vehicle`}
          icon={Truck}
          value={resource}
          listKey="resources"
          find={async (text) => (await found()).findResources(text)}
          onChange={(id) => onChange({ resource: id })}
          added={added}
        >
          <FoundName
            ids={listOf(resource)}
            find={async (id) => (await found()).resourceName(id)}
            mayRead={mayFindResources}
          />
        </FoundFilter>
      ),
    },
    {
      title: t`Carrier`,
      icon: Handshake,
      isOffered: mayFindCompanies,
      isOn: subcontractor !== undefined,
      control: (added) => (
        <FoundFilter
          title={t`Carrier`}
          icon={Handshake}
          value={subcontractor}
          listKey="carriers"
          find={async (text) => (await found()).findSubcontractors(text)}
          onChange={(id) => onChange({ subcontractor: id })}
          added={added}
        >
          <FoundName
            ids={listOf(subcontractor)}
            find={async (id) => (await found()).companyName(id)}
            mayRead={mayFindCompanies}
          />
        </FoundFilter>
      ),
    },
  ]
  return filters.filter(({ isOffered, isOn }) => isOffered || isOn)
}

/** Loads its groups on first use. */
function GroupFilter({
  value,
  onChange,
  added,
  mayRead,
}: {
  value: string | undefined
  onChange: (ids: string | undefined) => void
  added: AddedFilter
  mayRead: boolean
}) {
  const { t } = useLingui()
  const groups = useQuery({ ...groupsQuery, enabled: mayRead }).data ?? []
  return (
    <FilterMenu
      title={t`Group`}
      icon={Users}
      facets={groups.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={listOf(value)}
      onChange={(chosen) => onChange(textOf(chosen))}
      isOpenAtFirst={added.isAdded}
      onClose={added.onLeave}
    />
  )
}

/** Name of a single record, or the number of records. */
function FoundName({
  ids,
  find,
  mayRead,
}: {
  ids: readonly string[]
  find: (id: string) => Promise<string>
  mayRead: boolean
}) {
  const [id = ''] = ids
  const isOne = mayRead && ids.length === 1
  const name = useQuery({
    queryKey: ['filter', 'name', id],
    queryFn: () => find(id),
    enabled: isOne,
    staleTime: 60_000,
  })
  return name.data ?? ids.length
}
