import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ViewsNav } from '../lists/views-nav.tsx'
import type { TripsSearch } from './address.ts'
import { tripCountsQuery } from './queries.ts'

type View = 'all' | 'today' | 'week' | 'late' | 'drafts' | 'unassigned' | 'subcontracted' | 'refused'

/** Unfinished trips. */
const open = 'CREATED,PLANNED,IN_PROGRESS'

const filters: Readonly<Record<View, Partial<TripsSearch>>> = {
  today: { when: 'today' },
  week: { when: 'week' },
  all: {},
  late: { late: true, status: open },
  drafts: { status: 'CREATED' },
  unassigned: { driven_by: 'NOBODY', status: open },
  subcontracted: { driven_by: 'SUBCONTRACTOR', status: open },
  refused: { refused: true },
}
const none = {
  status: undefined,
  driven_by: undefined,
  late: undefined,
  refused: undefined,
  outdated: undefined,
  when: undefined,
}

/** Views of the list, each a set of search parameters, with the number of trips. */
export function TripViews({
  search,
  onChange,
}: {
  search: TripsSearch
  onChange: (change: Partial<TripsSearch>) => void
}) {
  const { t } = useLingui()
  const counts = useQuery(tripCountsQuery({})).data
  const openCounts = useQuery(tripCountsQuery({ status: open })).data
  const now = (Object.keys(filters) as View[]).find((view) => {
    const members = { ...none, ...filters[view] }
    return (Object.keys(none) as (keyof typeof none)[]).every((name) => members[name] === search[name])
  })
  return (
    <ViewsNav<View>
      views={[
        { value: 'today', title: t`Today` },
        { value: 'week', title: t`Next 7 days` },
        { value: 'all', title: t`All` },
        { value: 'late', title: t`Late`, count: openCounts?.late },
        { value: 'drafts', title: t`Drafts`, count: counts?.by_status.CREATED },
        { value: 'unassigned', title: t`Unassigned`, count: openCounts?.by_driver.NOBODY },
        { value: 'subcontracted', title: t`With carrier`, count: openCounts?.by_driver.SUBCONTRACTOR },
        { value: 'refused', title: t`Refused or failed`, count: counts?.refused },
      ]}
      value={now ?? ('' as View)}
      onChange={(view) => onChange({ ...none, peek: undefined, ...filters[view] })}
    />
  )
}
