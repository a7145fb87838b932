import type { Dispatch, DispatchRevision } from '@cartage/contract/dispatch/app'
import { useLingui } from '@lingui/react/macro'
import { Archive, Check, CircleSlash, CircleX, Clock, Pencil, Plus, Undo2 } from '../ui/icons.tsx'
import { type BadgeStyle, StatusBadge } from '../ui/status.tsx'

/** Labels of message operations. */
export function useOperationLabels(): Readonly<Record<DispatchRevision['operation'], BadgeStyle>> {
  const { t } = useLingui()
  return {
    CREATE: { word: t`Dispatched`, tone: 'blue', icon: Plus },
    UPDATE: { word: t`Updated`, tone: 'blue', icon: Pencil },
    CANCEL: { word: t`Withdrawn`, tone: 'grey', icon: Undo2 },
  }
}

/** Result of a message. */
export function RevisionState({ status }: { status: DispatchRevision['status'] }) {
  const { t } = useLingui()
  const badges: Record<DispatchRevision['status'], BadgeStyle> = {
    PENDING: { word: t`Pending`, tone: 'amber', icon: Clock },
    SENT: { word: t`Accepted`, tone: 'green', icon: Check },
    FAILED: { word: t`Declined`, tone: 'red', icon: CircleX },
    EXPIRED: { word: t`Expired`, tone: 'grey', icon: Archive },
  }
  return <StatusBadge badge={badges[status]} />
}

/** Partner's response to the last message, while the dispatch is active. */
export function DispatchState({ dispatch }: { dispatch: Dispatch }) {
  const { t } = useLingui()
  return <StatusBadge badge={badgeOf(dispatch)} />

  function badgeOf({ is_open, revisions: [last] }: Dispatch): BadgeStyle {
    if (!is_open) return { word: t`Not with carrier`, tone: 'grey', icon: CircleSlash }
    if (last?.status === 'FAILED') {
      const isDeclined = /^(rejected|refused)/.test(last.reason ?? '')
      return { word: isDeclined ? t`Declined by carrier` : t`Not delivered to carrier`, tone: 'red', icon: CircleX }
    }
    if (last?.status === 'PENDING') return { word: t`Sending`, tone: 'amber', icon: Clock }
    return { word: t`Accepted`, tone: 'teal', icon: Check }
  }
}
