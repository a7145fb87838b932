import { uploadSources, uploadStates } from '@cartage/contract/orders/app/uploads'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleDot, Layers, User, X } from 'lucide-react'
import { useWords } from '../records/code-words.ts'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import type { UploadsSearch } from './address.ts'
import { uploadCountsQuery } from './queries.ts'
import { uploadLook } from './status.words.ts'
import { sourceWords } from './words.tsx'

/** What the parts of the page are given. */
export interface UploadsProps {
  search: UploadsSearch
  onChange: (members: Partial<UploadsSearch>) => void
}

/** Search and filters of the list; each change stands in the address. */
export function UploadFilters({ search, onChange }: UploadsProps) {
  const { t } = useLingui()
  const sourceWord = useWords(sourceWords)
  const counts = useQuery(uploadCountsQuery(search)).data
  const causes = Object.entries(counts?.by_cause ?? {}).sort((one, other) => other[1] - one[1])
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={t`Reference ID, order or ID…`}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        title={t`Status`}
        icon={CircleDot}
        facets={uploadStates.map((value) => ({
          value,
          label: uploadLook(value).word,
          count: counts?.by_status[value] ?? 0,
        }))}
        chosen={search.status ? [search.status] : []}
        onChange={(chosen) => onChange({ status: chosen.at(-1) as UploadsSearch['status'] })}
      />
      <FilterMenu
        title={t`Source`}
        icon={Layers}
        facets={uploadSources.map((value) => ({
          value,
          label: sourceWord(value),
          count: counts?.by_source[value] ?? 0,
        }))}
        chosen={search.source ? [search.source] : []}
        onChange={(chosen) => onChange({ source: chosen.at(-1) as UploadsSearch['source'] })}
      />
      <FilterMenu
        title={t`Sent by`}
        icon={User}
        facets={(counts?.senders ?? []).map(({ sent_by, name, count }) => ({
          value: sent_by,
          label: name ?? sent_by,
          count,
        }))}
        chosen={search.sender ? [search.sender] : []}
        onChange={(chosen) => onChange({ sender: chosen.at(-1) })}
      />
      <FilterMenu
        title={t`Cause`}
        icon={CircleAlert}
        facets={causes.map(([value, count]) => ({ value, label: value, count }))}
        chosen={search.cause ? [search.cause] : []}
        onChange={(chosen) => onChange({ cause: chosen.at(-1) })}
      />
      {search.order !== undefined && (
        <span className="tag tone-grey inline-flex items-center gap-1">
          <Trans>Single order</Trans>
          <button
            type="button"
            className="btn btn-ghost btn-icon w-5"
            aria-label={t`Show all orders`}
            onClick={() => onChange({ order: undefined })}
          >
            <X size={12} aria-hidden="true" />
          </button>
        </span>
      )}
    </>
  )
}
