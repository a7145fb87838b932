import type { ViewedDocument } from '@cartage/contract/documents/app/review'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLabels } from '../../records/code-labels.ts'
import { RecordLink } from '../../shell/record-path.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { When } from '../../ui/time/when.tsx'
import { documentLabels } from '../labels.ts'
import { recordOf } from '../list.columns.tsx'
import { sizeText } from '../record.list.tsx'
import { ReviewBadge } from '../review.labels.tsx'
import { LinksSection } from '../sharing/links.section.tsx'
import { subjectLabels } from '../subject.labels.ts'

/** Details of a document: kind, record and review decisions. */
export function DocumentFacts({ document }: { document: ViewedDocument }) {
  const { t } = useLingui()
  const kind = useLabels(documentLabels)
  const subject = useLabels(subjectLabels)
  const { type, subject_type, subject_name, created_at, size_bytes, review, is_reviewable } = document
  return (
    <aside
      aria-label={t`About the document`}
      className="w-[300px] shrink-0 overflow-y-auto border-l border-line px-4 max-lg:w-full max-lg:border-t max-lg:border-l-0"
    >
      {is_reviewable && (
        <Section title={<Trans context="noun">Review</Trans>}>
          <div className="grid justify-items-start gap-1.5">
            <ReviewBadge review={review} />
            {review?.reason && <p className="[overflow-wrap:anywhere]">{review.reason}</p>}
            {review && (
              <p className="text-[12px] text-ink-2">
                <When instant={review.reviewed_at} />
                {review.reviewed_by !== null && ` · ${review.reviewed_by}`}
              </p>
            )}
          </div>
        </Section>
      )}
      <Section title={<Trans>Document</Trans>}>
        <Properties>
          <Property name={t`Type`}>{kind(type)}</Property>
          <Property name={subject(document.order_id === null ? subject_type : 'ORDER')}>
            <RecordLink {...recordOf(document)} className="font-medium underline-offset-2 hover:underline">
              {subject_name}
            </RecordLink>
          </Property>
          {document.order_id !== null && subject_type !== 'ORDER' && (
            <Property name={t`Belongs to`}>{subject(subject_type)}</Property>
          )}
          <Property name={t`Received`}>
            <When instant={created_at} />
          </Property>
          <Property name={t`Size`}>{sizeText(size_bytes)}</Property>
        </Properties>
      </Section>
      <LinksSection documentId={document.document_id} name={document.name} />
    </aside>
  )
}
