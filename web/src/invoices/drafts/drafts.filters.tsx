import { useLingui } from '@lingui/react/macro'
import { listOf, textOf } from '../../lists/list-address.ts'
import { useWords } from '../../records/code-words.ts'
import { CircleDot } from '../../ui/icons.tsx'
import { FilterChip } from '../../ui/table/filter-chip.tsx'
import { FilterMenu } from '../../ui/table/filter-menu.tsx'
import type { DraftsSearch } from '../address.ts'
import { CompanyFilter } from '../company-filter.tsx'
import { statusWords } from '../words.tsx'

/** Filters of the drafts; they have no number to search for. */
export function DraftFilters({
  search,
  onChange,
}: {
  search: DraftsSearch
  onChange: (change: Partial<DraftsSearch>) => void
}) {
  const { t } = useLingui()
  const statusOf = useWords(statusWords)
  return (
    <>
      <FilterMenu
        title={t`Status`}
        icon={CircleDot}
        facets={['DRAFT', 'PRE_INVOICED'].map((value) => ({ value, label: statusOf(value) }))}
        chosen={listOf(search.status)}
        onChange={(chosen) => onChange({ status: textOf(chosen) })}
      />
      <CompanyFilter value={search.company} onChange={(company) => onChange({ company })} />
      {search.run !== undefined && <FilterChip title={t`Run`} onClear={() => onChange({ run: undefined })} />}
    </>
  )
}
