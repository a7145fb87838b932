import { msg, t } from '@lingui/core/macro'
import { CircleCheck, CircleSlash, CircleX, Clock, Copy, LoaderCircle } from 'lucide-react'
import { badgeIn, type CodeBadge, say } from '../records/code-badge.ts'
import type { BadgeStyle } from '../ui/status.tsx'

const uploadBadges: Record<string, CodeBadge> = {
  TODO: say(msg`Waiting`, 'grey', Clock),
  IN_PROGRESS: say(msg`In progress`, 'blue', LoaderCircle),
  READY_TO_UPSERT: say(msg`In progress`, 'blue', LoaderCircle),
  UPSERT_IN_PROGRESS: say(msg`In progress`, 'blue', LoaderCircle),
  COMPLETED: say(msg`Completed`, 'green', CircleCheck),
  ERROR: say(msg`Failed`, 'red', CircleX),
  SKIPPED: say(msg`Skipped`, 'amber', CircleSlash),
  DUPLICATE: say(msg`Duplicate`, 'grey', Copy),
}

/** How the status of an upload is shown. A status this version does not know shows its code (COMPAT-4). */
export function uploadBadge(status: string): BadgeStyle {
  return badgeIn(uploadBadges, status)
}

/** What the caller of an upload requested, as a word. */
export function operationWord(operation: string): string {
  if (operation === 'CREATE') return t({ message: 'Create', context: 'operation of an upload' })
  if (operation === 'UPDATE') return t({ message: 'Update', context: 'operation of an upload' })
  if (operation === 'DELETE') return t({ message: 'Cancel', context: 'operation of an upload' })
  return operation
}
