import type { DispatchBoardRow } from '@cartage/contract/dispatch/app/board'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { badgeIn, type CodeBadges } from '../../records/code-badge.ts'
import { Check, CircleDashed, CircleX, Clock, ClockAlert, History, X } from '../../ui/icons.tsx'
import { StatusBadge } from '../../ui/status.tsx'

/** Badges of a trip's state at its carrier. */
export const standingBadges: CodeBadges = {
  NOT_SENT: { word: msg`Not sent`, tone: 'grey', icon: CircleDashed },
  FAILED: { word: msg`Failed`, tone: 'red', icon: CircleX },
  SILENT: { word: msg`No answer yet`, tone: 'blue', icon: Clock },
  ACCEPTED: { word: msg`Accepted`, tone: 'green', icon: Check },
  REFUSED: { word: msg`Refused`, tone: 'red', icon: X },
  CHANGED: { word: msg`Older version`, tone: 'amber', icon: History },
}

/** State of a trip at its carrier; highlighted when the deadline passed without an answer. */
export function StandingBadge({ row: { state, is_overdue } }: { row: Pick<DispatchBoardRow, 'state' | 'is_overdue'> }) {
  const { t } = useLingui()
  const badge = badgeIn(standingBadges, state, t)
  return (
    <StatusBadge badge={is_overdue ? { ...badge, word: t`Answer overdue`, tone: 'amber', icon: ClockAlert } : badge} />
  )
}
