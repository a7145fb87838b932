import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, facetsByCount } from '../lists/filter-bar.tsx'
import { ArrowDownUp, CircleDot, Layers } from '../ui/icons.tsx'
import type { ListProps } from './address.ts'
import { resultBadges, sentBadges, useMessageKind } from './labels.tsx'
import { messageCountsQuery } from './queries.ts'

/** Search and filters of the list. */
export function MessageFilters({ search, onChange }: ListProps) {
  const { t } = useLingui()
  const kindLabel = useMessageKind()
  const counts = useQuery(messageCountsQuery(search)).data
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Order, container, trip or ID…`}
      filters={[
        {
          member: 'direction',
          isSingle: true,
          title: t`Direction`,
          icon: ArrowDownUp,
          facets: [
            { value: 'IN', label: t`In`, count: counts?.by_direction.IN ?? 0 },
            { value: 'OUT', label: t`Out`, count: counts?.by_direction.OUT ?? 0 },
          ],
        },
        {
          member: 'result',
          isSingle: true,
          title: t`Result`,
          icon: CircleDot,
          facets: Object.entries(search.direction === 'OUT' ? sentBadges : resultBadges).map(([value, badge]) => ({
            value,
            label: value === 'OK' && search.direction === undefined ? t`Accepted or delivered` : t(badge.word),
            count: counts?.by_result[value] ?? 0,
          })),
        },
        {
          member: 'kind',
          isSingle: true,
          title: t`Type`,
          icon: Layers,
          facets: facetsByCount(counts?.by_kind, kindLabel),
        },
      ]}
    />
  )
}
