import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ViewsNav } from '../lists/views-nav.tsx'
import type { ResourcesSearch } from './address.ts'
import { resourceCountsQuery } from './queries.ts'

type View = 'all' | 'drivers' | 'vehicles' | 'trailers' | 'expiring' | 'archived'

const viewFilters: Readonly<Record<View, Partial<ResourcesSearch>>> = {
  all: {},
  drivers: { type: 'DRIVER' },
  vehicles: { type: 'TRACTOR,RIGID,VAN' },
  trailers: { type: 'TRAILER,FULL_TRAILER,CHASSIS,CONTAINER' },
  expiring: { expiring: true },
  archived: { archived: true },
}

/** The view that search parameters match. Undefined for another combination of filters. */
export function resourceViewOf({ type, expiring, archived }: ResourcesSearch): View | undefined {
  return (Object.keys(viewFilters) as View[]).find((view) => {
    const filters = viewFilters[view]
    return filters.type === type && filters.expiring === expiring && filters.archived === archived
  })
}

/** Views of the list, each a set of search parameters. */
export function ResourceViews({
  search,
  onChange,
}: {
  search: ResourcesSearch
  onChange: (change: Partial<ResourcesSearch>) => void
}) {
  const { t } = useLingui()
  const expiring = useQuery(resourceCountsQuery({})).data?.expiring
  return (
    <ViewsNav<View>
      views={[
        { value: 'all', title: t`All` },
        { value: 'drivers', title: t`Drivers` },
        { value: 'vehicles', title: t`Vehicles` },
        { value: 'trailers', title: t`Trailers and units` },
        { value: 'expiring', title: t`Expiring soon`, count: expiring },
        { value: 'archived', title: t`Archived` },
      ]}
      value={resourceViewOf(search) ?? ('' as View)}
      onChange={(view) =>
        onChange({ type: undefined, expiring: undefined, archived: undefined, peek: undefined, ...viewFilters[view] })
      }
    />
  )
}
