import { chargeApprovals, chargeOrigins, chargeStatuses } from '@cartage/contract/charges/app/charge'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps } from '../lists/filter-bar.tsx'
import { useLabels } from '../records/code-labels.ts'
import { CircleCheck, CircleDot, History, PencilLine, Tags } from '../ui/icons.tsx'
import type { ChargesSearch } from './address.ts'
import { approvalLabels, chargeStatusLabels, costStatusLabels, originLabels } from './labels.tsx'
import { chargeCountsQuery, chargeTypesQuery } from './queries.ts'

/** Search and filters of the charges. */
export function ChargeFilters({ search, onChange }: FilterProps<ChargesSearch>) {
  const { t } = useLingui()
  const side = search.side ?? 'SALES'
  const statusOf = useLabels(side === 'SALES' ? chargeStatusLabels : costStatusLabels)
  const [approvalOf, originOf] = [useLabels(approvalLabels), useLabels(originLabels)]
  const counts = useQuery(chargeCountsQuery(search)).data
  const types = useQuery(chargeTypesQuery).data?.items ?? []
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={side === 'SALES' ? t`Order number…` : t`Trip…`}
      filters={[
        {
          member: 'status',
          title: t`Status`,
          icon: CircleDot,
          facets: chargeStatuses.map((value) => ({
            value,
            label: statusOf(value),
            count: counts?.by_status[value] ?? 0,
          })),
        },
        {
          member: 'approval',
          title: t`Approval`,
          icon: CircleCheck,
          facets: chargeApprovals.map((value) => ({
            value,
            label: approvalOf(value),
            count: counts?.by_approval[value] ?? 0,
          })),
        },
        {
          member: 'type',
          title: t`Charge type`,
          icon: Tags,
          facets: types
            .filter(({ sides }) => sides.includes(side))
            .map(({ code, name }) => ({ value: code, label: name, count: counts?.by_type[code] ?? 0 })),
        },
        {
          member: 'origin',
          title: t`Origin`,
          icon: PencilLine,
          facets: chargeOrigins.map((value) => ({ value, label: originOf(value) })),
        },
        {
          flags: ['outdated'],
          title: t`Override`,
          icon: History,
          facets: [{ value: 'outdated', label: t`Outdated`, count: counts?.outdated }],
        },
      ]}
    />
  )
}
