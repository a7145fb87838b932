import type { optimisationStatuses } from '@cartage/contract/planning/app/optimise'
import { msg } from '@lingui/core/macro'
import type { CodeBadge } from '../records/code-badge.ts'
import { CircleAlert, CircleCheck, CircleSlash, Clock, LoaderCircle } from '../ui/icons.tsx'

/** Badges of run statuses. */
export const runBadges: Readonly<Record<(typeof optimisationStatuses)[number], CodeBadge>> = {
  QUEUED: { word: msg`Queued`, tone: 'grey', icon: Clock },
  RUNNING: { word: msg`Running`, tone: 'blue', icon: LoaderCircle },
  DONE: { word: msg`Done`, tone: 'green', icon: CircleCheck },
  FAILED: { word: msg`Failed`, tone: 'red', icon: CircleAlert },
  CANCELLED: { word: msg`Cancelled`, tone: 'grey', icon: CircleSlash },
}
