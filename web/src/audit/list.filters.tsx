import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps, facetsByCount } from '../lists/filter-bar.tsx'
import { useDayFilter } from '../lists/log-days.tsx'
import { useLabels } from '../records/code-labels.ts'
import { recordLabels } from '../records/record.labels.ts'
import { Button } from '../ui/button.tsx'
import { CircleDot, Shapes, UserRound, X } from '../ui/icons.tsx'
import { actionLabels } from './action.labels.ts'
import { type AuditFilter, auditCountsQuery } from './queries.ts'

/** Search and filters of the audit trail. */
export function AuditFilters({ search, onChange }: FilterProps<AuditFilter>) {
  const { t } = useLingui()
  const recordLabel = useLabels(recordLabels)
  const counts = useQuery(auditCountsQuery(search)).data
  const day = useDayFilter({ search, onChange })
  const { id } = search
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Name, number or ID…`}
      filters={[
        {
          member: 'actor',
          isSingle: true,
          title: t`Person`,
          icon: UserRound,
          facets: (counts?.actors ?? []).map((one) => ({
            value: one.actor_id,
            label: one.name ?? one.actor_id,
            count: one.count,
          })),
        },
        {
          member: 'action',
          isSingle: true,
          title: t`Action`,
          icon: CircleDot,
          facets: facetsByCount(counts?.by_action, (value) => {
            const word = actionLabels[value]
            return word ? t(word) : value
          }),
        },
        {
          member: 'type',
          isSingle: true,
          clears: ['id'],
          title: t`Record`,
          icon: Shapes,
          facets: facetsByCount(counts?.by_entity_type, recordLabel),
        },
        day,
      ]}
    >
      {id !== undefined && (
        <Button variant="ghost" icon={X} onClick={() => onChange({ id: undefined })}>
          {t`Only ${id.slice(0, 8)}`}
        </Button>
      )}
    </FilterBar>
  )
}
