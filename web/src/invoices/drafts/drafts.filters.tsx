import { useLingui } from '@lingui/react/macro'
import { FilterBar, type FilterProps } from '../../lists/filter-bar.tsx'
import { useLabels } from '../../records/code-labels.ts'
import { CircleDot } from '../../ui/icons.tsx'
import { FilterChip } from '../../ui/table/filter-chip.tsx'
import type { DraftsSearch } from '../address.ts'
import { companyFilter } from '../company-filter.tsx'
import { statusLabels } from '../labels.tsx'

/** Filters of the drafts, without a search because drafts have no number. */
export function DraftFilters({ search, onChange }: FilterProps<DraftsSearch>) {
  const { t } = useLingui()
  const statusOf = useLabels(statusLabels)
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      filters={[
        {
          member: 'status',
          title: t`Status`,
          icon: CircleDot,
          facets: ['DRAFT', 'PRE_INVOICED'].map((value) => ({ value, label: statusOf(value) })),
        },
        companyFilter(t`Company`, search.company, (company) => onChange({ company })),
      ]}
    >
      {search.run !== undefined && <FilterChip title={t`Run`} onClear={() => onChange({ run: undefined })} />}
    </FilterBar>
  )
}
