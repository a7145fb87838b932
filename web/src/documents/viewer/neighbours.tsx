import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { classNames } from '../../ui/class-names.ts'
import { FileText } from '../../ui/icons.tsx'
import type { DocumentSearch } from '../address.ts'
import { ReviewBadge } from '../review.labels.tsx'
import type { NeighbourList } from './use-neighbours.ts'

/** Documents listed with the open one; each opens in its place. */
export function Neighbours({
  neighbours,
  openId,
  search,
}: {
  neighbours: NeighbourList
  openId: string
  search: DocumentSearch
}) {
  const { t } = useLingui()
  const { items, isQueue } = neighbours
  return (
    <nav
      aria-label={t`Documents next to this one`}
      className="w-[280px] shrink-0 overflow-y-auto border-r border-line py-2 max-lg:max-h-40 max-lg:w-full max-lg:border-r-0 max-lg:border-b"
    >
      <h2 className="px-4 pb-1.5 text-[12px] font-medium text-ink-3">
        {isQueue ? <Trans>Proofs to review</Trans> : <Trans>Documents</Trans>}
      </h2>
      <ul>
        {items.map(({ document_id, title, text, review }) => (
          <li key={document_id}>
            <Link
              to="/documents/$documentId"
              params={{ documentId: document_id }}
              search={search}
              replace
              aria-current={document_id === openId ? 'page' : undefined}
              className={classNames(
                'flex items-center gap-2.5 px-4 py-2 hover:bg-hover',
                document_id === openId && 'bg-pressed',
              )}
            >
              <FileText size={15} className="shrink-0 text-ink-3" aria-hidden="true" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{title}</span>
                <span className="block truncate text-[12px] text-ink-2">{text}</span>
              </span>
              {review && <ReviewBadge review={review} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
