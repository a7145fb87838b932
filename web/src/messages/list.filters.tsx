import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ArrowDownUp, CircleDot, Layers } from 'lucide-react'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import type { ListProps, MessagesSearch } from './address.ts'
import { messageCountsQuery } from './queries.ts'
import { resultLooks } from './words.tsx'

/** Search and filters of the list; each change stands in the address. */
export function MessageFilters({ search, onChange }: ListProps) {
  const { t } = useLingui()
  const counts = useQuery(messageCountsQuery(search)).data
  const kinds = Object.entries(counts?.by_kind ?? {}).sort((one, other) => other[1] - one[1])
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={t`Order, container, trip or ID…`}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        title={t`Direction`}
        icon={ArrowDownUp}
        facets={[
          { value: 'IN', label: t`In`, count: counts?.by_direction.IN ?? 0 },
          { value: 'OUT', label: t`Out`, count: counts?.by_direction.OUT ?? 0 },
        ]}
        chosen={search.direction ? [search.direction] : []}
        onChange={(chosen) => onChange({ direction: chosen.at(-1) as MessagesSearch['direction'] })}
      />
      <FilterMenu
        title={t`Result`}
        icon={CircleDot}
        facets={Object.entries(resultLooks).map(([value, look]) => ({
          value,
          label: t(look.word),
          count: counts?.by_result[value] ?? 0,
        }))}
        chosen={search.result ? [search.result] : []}
        onChange={(chosen) => onChange({ result: chosen.at(-1) as MessagesSearch['result'] })}
      />
      <FilterMenu
        title={t`Type`}
        icon={Layers}
        facets={kinds.map(([value, count]) => ({ value, label: value, count }))}
        chosen={search.kind ? [search.kind] : []}
        onChange={(chosen) => onChange({ kind: chosen.at(-1) })}
      />
    </>
  )
}
