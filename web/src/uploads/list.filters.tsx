import { uploadSources, uploadStates } from '@cartage/contract/orders/upload-states'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps, facetsByCount } from '../lists/filter-bar.tsx'
import { useLabels } from '../records/code-labels.ts'
import { CircleAlert, CircleDot, Layers } from '../ui/icons.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import type { UploadsSearch } from './address.ts'
import { User } from './icons.tsx'
import { sourceLabels } from './labels.tsx'
import { uploadCountsQuery } from './queries.ts'
import { uploadBadge } from './status.labels.ts'

/** Search and filters of the list. */
export function UploadFilters({ search, onChange }: FilterProps<UploadsSearch>) {
  const { t } = useLingui()
  const sourceLabel = useLabels(sourceLabels)
  const counts = useQuery(uploadCountsQuery(search)).data
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Reference ID, order or ID…`}
      filters={[
        {
          member: 'status',
          isSingle: true,
          title: t`Status`,
          icon: CircleDot,
          facets: uploadStates.map((value) => ({
            value,
            label: uploadBadge(value).word,
            count: counts?.by_status[value] ?? 0,
          })),
        },
        {
          member: 'source',
          isSingle: true,
          title: t`Source`,
          icon: Layers,
          facets: uploadSources.map((value) => ({
            value,
            label: sourceLabel(value),
            count: counts?.by_source[value] ?? 0,
          })),
        },
        {
          member: 'sender',
          isSingle: true,
          title: t`Sent by`,
          icon: User,
          facets: (counts?.senders ?? []).map(({ sent_by, name, count }) => ({
            value: sent_by,
            label: name ?? sent_by,
            count,
          })),
        },
        {
          member: 'cause',
          isSingle: true,
          title: t`Cause`,
          icon: CircleAlert,
          facets: facetsByCount(counts?.by_cause),
        },
      ]}
    >
      {search.order !== undefined && (
        <FilterChip title={t`Single order`} onClear={() => onChange({ order: undefined })} />
      )}
    </FilterBar>
  )
}
