import type { DocumentReview } from '@cartage/contract/documents/app/record'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { badgeIn, type CodeBadges, codeBadge } from '../records/code-badge.ts'
import { CircleCheck, CircleDashed, CircleX } from '../ui/icons.tsx'
import { StatusBadge } from '../ui/status.tsx'

const reviewBadges: CodeBadges = {
  ACCEPTED: codeBadge(msg`Accepted`, 'green', CircleCheck),
  REJECTED: codeBadge(msg`Rejected`, 'red', CircleX),
  OPEN: codeBadge(msg`Not reviewed`, 'grey', CircleDashed),
}

/** Review decision on a document; a rejection's reason is its tooltip. */
export function ReviewBadge({ review }: { review: DocumentReview | null }) {
  const { t } = useLingui()
  const badge = badgeIn(reviewBadges, review?.state ?? 'OPEN', t)
  return <StatusBadge badge={badge} title={review?.reason ?? badge.word} />
}
