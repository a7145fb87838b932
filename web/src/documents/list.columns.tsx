import type { ListedDocument } from '@cartage/contract/documents/app/record'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useLabels } from '../records/code-labels.ts'
import { RecordLink } from '../shell/record-path.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { When } from '../ui/time/when.tsx'
import { documentLabels } from './labels.ts'
import { DownloadLink, sizeText } from './record.list.tsx'
import { ReviewBadge } from './review.labels.tsx'
import { subjectLabels } from './subject.labels.ts'

/** Columns of the document list. */
export function useDocumentColumns(): readonly Column<ListedDocument>[] {
  const { t } = useLingui()
  const paper = useLabels(documentLabels)
  const subject = useLabels(subjectLabels)
  return useMemo(
    () => [
      {
        id: 'name',
        title: t`Name`,
        width: 286,
        isFixed: true,
        sortKey: 'name',
        cell: (row) => <span className="font-semibold">{row.name}</span>,
      },
      { id: 'type', title: t`Type`, width: 220, cell: (row) => paper(row.type) },
      {
        id: 'subject',
        title: t`Belongs to`,
        width: 240,
        cell: (row) => (
          <span>
            <span className="pr-1.5 text-[11px] text-ink-3">{subject(row.subject_type)}</span>
            <RecordLink {...recordOf(row)} className="underline-offset-2 hover:underline">
              {row.subject_name}
            </RecordLink>
          </span>
        ),
      },
      {
        id: 'review',
        title: t({ message: 'Review', context: 'noun' }),
        width: 130,
        cell: (row) => row.review && <ReviewBadge review={row.review} />,
      },
      {
        id: 'created',
        title: t`Received`,
        width: 150,
        sortKey: 'created',
        cell: (row) => <When instant={row.created_at} />,
      },
      {
        id: 'size',
        title: t`Size`,
        width: 80,
        align: 'right',
        cell: (row) => <span className="tnum text-ink-2">{sizeText(row.size_bytes)}</span>,
      },
      {
        id: 'download',
        title: t`File`,
        width: 74,
        isFixed: true,
        cell: (row) => <DownloadLink documentId={row.document_id} name={row.name} />,
      },
    ],
    [t, paper, subject],
  )
}

/** Record of a document; its order, if part of one. */
export function recordOf({ order_id, subject_type, subject_id }: ListedDocument): { kind: string; id: string } {
  return order_id === null ? { kind: subject_type.toLowerCase(), id: subject_id } : { kind: 'order', id: order_id }
}
