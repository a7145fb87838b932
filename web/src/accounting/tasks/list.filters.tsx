import { taskWaitingReasons } from '@cartage/contract/accounting/app/tasks'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps } from '../../lists/filter-bar.tsx'
import { useLabels } from '../../records/code-labels.ts'
import { Hourglass } from '../../ui/icons.tsx'
import { FilterChip } from '../../ui/table/filter-chip.tsx'
import type { TasksSearch } from '../address.ts'
import { billingEntitiesQuery } from '../billing-entities.queries.ts'
import { Building } from '../icons.tsx'
import { waitingLabels } from './labels.tsx'
import { taskCountsQuery } from './queries.ts'

/** Search and filters of the tasks. */
export function TaskFilters({ search, onChange }: FilterProps<TasksSearch>) {
  const { t } = useLingui()
  const waitingOf = useLabels(waitingLabels)
  const counts = useQuery(taskCountsQuery(search)).data
  const entities = useQuery(billingEntitiesQuery).data ?? []
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Document number…`}
      filters={[
        {
          member: 'waiting_for',
          title: t`Waits for`,
          icon: Hourglass,
          facets: taskWaitingReasons.map((value) => ({
            value,
            label: waitingOf(value),
            count: counts?.by_waiting[value] ?? 0,
          })),
        },
        ...(entities.length > 1
          ? [
              {
                member: 'billing_entity_id' as const,
                title: t`Billing entity`,
                icon: Building,
                isSingle: true,
                facets: entities.map(({ id, name }) => ({ value: id, label: name })),
              },
            ]
          : []),
      ]}
    >
      {search.company_id !== undefined && (
        <FilterChip title={t`One company`} onClear={() => onChange({ company_id: undefined })} />
      )}
    </FilterBar>
  )
}
