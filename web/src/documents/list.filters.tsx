import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link2, Shapes } from 'lucide-react'
import { listOf, textOf } from '../lists/list-address.ts'
import { useWords } from '../records/code-words.ts'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import type { DocumentsSearch } from './address.ts'
import { documentCountsQuery } from './queries.ts'
import { paperWords, subjectWords } from './words.ts'

/** Search and filters of the list; each change stands in the address. */
export function DocumentFilters({
  search,
  onChange,
}: {
  search: DocumentsSearch
  onChange: (change: Partial<DocumentsSearch>) => void
}) {
  const { t } = useLingui()
  const counts = useQuery(documentCountsQuery(search)).data
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={t`File name or order…`}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        title={t`Type`}
        icon={Shapes}
        facets={facetsOf(counts?.by_type, useWords(paperWords))}
        chosen={listOf(search.type)}
        onChange={(chosen) => onChange({ type: textOf(chosen) })}
      />
      <FilterMenu
        title={t`Belongs to`}
        icon={Link2}
        facets={facetsOf(counts?.by_subject, useWords(subjectWords))}
        chosen={listOf(search.subject)}
        onChange={(chosen) => onChange({ subject: textOf(chosen) })}
      />
    </>
  )
}

function facetsOf(counts: Readonly<Record<string, number>> = {}, wordOf: (code: string) => string) {
  return Object.entries(counts)
    .sort((one, other) => other[1] - one[1])
    .map(([value, count]) => ({ value, label: wordOf(value), count }))
}
