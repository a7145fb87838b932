import { eventTypes } from '@cartage/contract/events/endpoints'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps } from '../lists/filter-bar.tsx'
import { listOf } from '../lists/list-address.ts'
import { useDayFilter } from '../lists/log-days.tsx'
import { useLabels } from '../records/code-labels.ts'
import { eventLabels, eventLevelLabels } from '../records/event.labels.ts'
import { Layers, Radio } from '../ui/icons.tsx'
import type { EventsSearch } from './address.ts'
import { eventCountsQuery } from './queries.ts'

/** Subject of an event: the part of its type before the dot. */
function levelOf(type: string): string {
  return type.slice(0, type.indexOf('.'))
}

const levels = [...new Set(eventTypes.map(levelOf))]

/** Number of entries of a subject, limited to the selected types. */
function countOf(counts: Readonly<Record<string, number>>, level: string, types: readonly string[]): number {
  return Object.entries(counts)
    .filter(([type]) => levelOf(type) === level && (types.length === 0 || types.includes(type)))
    .reduce((sum, [, count]) => sum + count, 0)
}

/** Search and filters of the log. */
export function EventFilters({ search, onChange }: FilterProps<EventsSearch>) {
  const { t } = useLingui()
  const eventLabel = useLabels(eventLabels)
  const levelLabel = useLabels(eventLevelLabels)
  const chosenLevels = listOf(search.level)
  const counts = useQuery(eventCountsQuery(search)).data?.by_type ?? {}
  const day = useDayFilter({ search, onChange })
  const types = eventTypes.filter((type) => chosenLevels.length === 0 || chosenLevels.includes(levelOf(type)))
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Order, container, trip or ID…`}
      filters={[
        {
          member: 'level',
          title: t`Object`,
          icon: Layers,
          facets: levels.map((value) => ({
            value,
            label: levelLabel(value),
            count: countOf(counts, value, listOf(search.type)),
          })),
        },
        {
          member: 'type',
          title: t`Type`,
          icon: Radio,
          facets: types.map((value) => ({ value, label: eventLabel(value), count: counts[value] ?? 0 })),
        },
        day,
      ]}
    />
  )
}
