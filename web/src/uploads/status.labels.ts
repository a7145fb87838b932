import { msg, t } from '@lingui/core/macro'
import { badgeIn, type CodeBadges, codeBadge } from '../records/code-badge.ts'
import { CircleCheck, CircleSlash, CircleX, Clock, Copy, LoaderCircle } from '../ui/icons.tsx'
import type { BadgeStyle } from '../ui/status.tsx'

/** Badges of upload statuses. */
export const uploadBadges: CodeBadges = {
  TODO: codeBadge(msg`Waiting`, 'grey', Clock),
  IN_PROGRESS: codeBadge(msg`In progress`, 'blue', LoaderCircle),
  READY_TO_UPSERT: codeBadge(msg`In progress`, 'blue', LoaderCircle),
  UPSERT_IN_PROGRESS: codeBadge(msg`In progress`, 'blue', LoaderCircle),
  COMPLETED: codeBadge(msg`Completed`, 'green', CircleCheck),
  ERROR: codeBadge(msg`Failed`, 'red', CircleX),
  SKIPPED: codeBadge(msg`Skipped`, 'amber', CircleSlash),
  DUPLICATE: codeBadge(msg`Duplicate`, 'grey', Copy),
}

/** Badge of an upload status. Unknown ones show their code (COMPAT-4). */
export function uploadBadge(status: string): BadgeStyle {
  return badgeIn(uploadBadges, status)
}

/** Label of the operation that an upload requested. */
export function operationLabel(operation: string): string {
  if (operation === 'CREATE') return t({ message: 'Create', context: 'operation of an upload' })
  if (operation === 'UPDATE') return t({ message: 'Update', context: 'operation of an upload' })
  if (operation === 'DELETE') return t({ message: 'Cancel', context: 'operation of an upload' })
  return operation
}
