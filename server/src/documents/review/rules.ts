import type { ReviewState, ViewedDocument } from '@cartage/contract/documents/app/review'
import { errorItem, Problem } from '../../http/problem.ts'

/** Subjects whose documents are reviewed: orders with their parts, and trips. */
const reviewable = new Set(['ORDER', 'CONSIGNMENT', 'GOOD', 'HANDLING_UNIT', 'STOP', 'TRIP', 'BOOKING'])

/** Whether documents of this subject are reviewed. */
export function isReviewable(subjectType: string): boolean {
  return reviewable.has(subjectType)
}

/** A person's decision; OPEN revokes an earlier one. */
export interface Decision {
  readonly state: ReviewState
  /** Reason of a rejection; null otherwise. */
  readonly reason: string | null
}

/**
 * Reads a decision (DOC-8).
 * @throws Problem state_conflict for documents that are not reviewed, validation_failed for a rejection without a reason
 */
export function decisionOn(subjectType: string, given: { state: ReviewState; reason?: string | undefined }): Decision {
  if (!isReviewable(subjectType)) {
    throw new Problem('state_conflict', { message: 'Only documents of orders and trips are accepted or rejected.' })
  }
  if (given.state !== 'REJECTED') return { state: given.state, reason: null }
  if (given.reason) return { state: 'REJECTED', reason: given.reason }
  throw new Problem('validation_failed', { errors: [errorItem('reason', 'is required for a rejection', 'required')] })
}

const pictures = new Set(['image/jpeg', 'image/png'])
const texts = new Set(['text/plain', 'text/csv', 'application/json', 'application/xml'])

/** How a page can show a file inline; a file that disagrees with its type is only downloaded (FILE-1). */
export function shownAs(file: { media_type: string; is_flagged: boolean }): ViewedDocument['shown_as'] {
  if (file.is_flagged) return null
  if (file.media_type === 'application/pdf') return 'PDF'
  if (pictures.has(file.media_type)) return 'PICTURE'
  return texts.has(file.media_type) ? 'TEXT' : null
}
