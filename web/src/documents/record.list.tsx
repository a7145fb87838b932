import type { RecordDocument } from '@cartage/contract/documents/app/record'
import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CodeLabels, useLabels } from '../records/code-labels.ts'
import { Loaded } from '../records/loaded.tsx'
import { IconButton } from '../ui/button.tsx'
import { Download, FileText, Trash2 } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { When } from '../ui/time/when.tsx'
import { ReviewBadge } from './review.labels.tsx'

/** Documents of one record, with downloads. */
export function DocumentsList({
  query,
  labels,
  empty,
  tripId,
  onRemove,
}: {
  query: UseQueryResult<{ items: RecordDocument[] }>
  /** Labels of document kinds. */
  labels: CodeLabels
  empty: string
  /** The trip whose documents these are. */
  tripId?: string
  /** Removes a document after confirmation; absent where the user may not. */
  onRemove?: ((document: RecordDocument) => void) | undefined
}) {
  const { t } = useLingui()
  const labelOf = useLabels(labels)
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState icon={FileText} title={t`No documents`} text={empty} />
        ) : (
          <ul className="max-w-[960px] px-4 py-2">
            {items.map((one) => (
              <li key={one.document_id} className="flex items-center gap-3 border-b border-line py-2">
                <FileText size={15} className="shrink-0 text-ink-3" aria-hidden="true" />
                <Link
                  to="/documents/$documentId"
                  params={{ documentId: one.document_id }}
                  search={tripId === undefined ? {} : { trip: tripId }}
                  className="min-w-0 flex-1 truncate font-medium underline-offset-2 hover:underline"
                >
                  {one.name}
                </Link>
                {one.review && <ReviewBadge review={one.review} />}
                <span className="w-56 truncate text-ink-2">{labelOf(one.type)}</span>
                <span className="tnum w-16 text-right text-ink-3">{sizeText(one.size_bytes)}</span>
                <span className="w-36 text-ink-3">
                  <When instant={one.created_at} />
                </span>
                <DownloadLink documentId={one.document_id} name={one.name} />
                {onRemove && <IconButton icon={Trash2} label={t`Remove ${one.name}`} onClick={() => onRemove(one)} />}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

/** Downloads a document. */
export function DownloadLink({ documentId, name }: { documentId: string; name: string }) {
  const { t } = useLingui()
  return (
    <a
      className="btn btn-ghost btn-icon"
      href={`/app/documents/${documentId}/download`}
      download={name}
      aria-label={t`Download ${name}`}
      title={t`Download`}
      onClick={(event) => event.stopPropagation()}
    >
      <Download size={14} aria-hidden="true" />
    </a>
  )
}

/** Readable form of a size in bytes. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
