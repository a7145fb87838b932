import { eventTypes } from '@cartage/contract/events/endpoints'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Layers, Radio } from 'lucide-react'
import { listOf, textOf } from '../lists/list-address.ts'
import { useWords } from '../records/code-words.ts'
import { eventLevelWords, eventWords } from '../records/event.words.ts'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import type { EventsSearch } from './address.ts'
import { eventCountsQuery } from './queries.ts'

/** What an event is about: the part of its kind before the dot. */
function levelOf(type: string): string {
  return type.slice(0, type.indexOf('.'))
}

const levels = [...new Set(eventTypes.map(levelOf))]

/** Entries about one thing, of the kinds that are chosen. */
function countOf(counts: Readonly<Record<string, number>>, level: string, types: readonly string[]): number {
  return Object.entries(counts)
    .filter(([type]) => levelOf(type) === level && (types.length === 0 || types.includes(type)))
    .reduce((sum, [, count]) => sum + count, 0)
}

/** Search and filters of the log; each change stands in the address. */
export function EventFilters({
  search,
  onChange,
}: {
  search: EventsSearch
  onChange: (change: Partial<EventsSearch>) => void
}) {
  const { t } = useLingui()
  const eventWord = useWords(eventWords)
  const levelWord = useWords(eventLevelWords)
  const chosenLevels = listOf(search.level)
  const chosenTypes = listOf(search.type)
  const counts = useQuery(eventCountsQuery(search)).data?.by_type ?? {}
  const types = eventTypes.filter((type) => chosenLevels.length === 0 || chosenLevels.includes(levelOf(type)))
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={t`Order, container, trip or ID…`}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        title={t`Object`}
        icon={Layers}
        facets={levels.map((value) => ({
          value,
          label: levelWord(value),
          count: countOf(counts, value, chosenTypes),
        }))}
        chosen={chosenLevels}
        onChange={(chosen) => onChange({ level: textOf(chosen) })}
      />
      <FilterMenu
        title={t`Type`}
        icon={Radio}
        facets={types.map((value) => ({ value, label: eventWord(value), count: counts[value] ?? 0 }))}
        chosen={chosenTypes}
        onChange={(chosen) => onChange({ type: textOf(chosen) })}
      />
    </>
  )
}
