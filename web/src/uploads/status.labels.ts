import { msg, t } from '@lingui/core/macro'
import { badgeIn, type CodeBadges, codeBadge } from '../records/code-badge.ts'
import { CircleCheck, CircleSlash, CircleX, Clock, Copy, LoaderCircle } from '../ui/icons.tsx'
import type { BadgeStyle } from '../ui/status.tsx'

/** How each status of an upload is shown. */
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

/** How the status of an upload is shown. A status this version does not know shows its code (COMPAT-4). */
export function uploadBadge(status: string): BadgeStyle {
  return badgeIn(uploadBadges, status)
}

/** What the caller of an upload requested, as a word. */
export function operationLabel(operation: string): string {
  if (operation === 'CREATE') return t({ message: 'Create', context: 'operation of an upload' })
  if (operation === 'UPDATE') return t({ message: 'Update', context: 'operation of an upload' })
  if (operation === 'DELETE') return t({ message: 'Cancel', context: 'operation of an upload' })
  return operation
}
