import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps, facetsByCount } from '../lists/filter-bar.tsx'
import { useLabels } from '../records/code-labels.ts'
import { Link2, Shapes } from '../ui/icons.tsx'
import type { DocumentsSearch } from './address.ts'
import { documentLabels } from './labels.ts'
import { documentCountsQuery } from './queries.ts'
import { subjectLabels } from './subject.labels.ts'

/** Search and filters of the list. */
export function DocumentFilters({ search, onChange }: FilterProps<DocumentsSearch>) {
  const { t } = useLingui()
  const counts = useQuery(documentCountsQuery(search)).data
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`File name or order…`}
      filters={[
        {
          member: 'type',
          title: t`Type`,
          icon: Shapes,
          facets: facetsByCount(counts?.by_type, useLabels(documentLabels)),
        },
        {
          member: 'subject',
          title: t`Belongs to`,
          icon: Link2,
          facets: facetsByCount(counts?.by_subject, useLabels(subjectLabels)),
        },
      ]}
    />
  )
}
