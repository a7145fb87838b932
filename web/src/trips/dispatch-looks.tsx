import type { DispatchRevision } from '@cartage/contract/app/dispatch'
import { useLingui } from '@lingui/react/macro'
import { Archive, Check, CircleSlash, CircleX, Clock, Pencil, Plus, Undo2 } from 'lucide-react'
import { StatusBadge, type StatusLook } from '../ui/status.tsx'

/** What a message to a partner did. */
export function useOperationWords(): Readonly<Record<DispatchRevision['operation'], StatusLook>> {
  const { t } = useLingui()
  return {
    CREATE: { word: t`Handed over`, tone: 'blue', icon: Plus },
    UPDATE: { word: t`Changed`, tone: 'blue', icon: Pencil },
    CANCEL: { word: t`Taken back`, tone: 'grey', icon: Undo2 },
  }
}

/** What became of a message. */
export function RevisionState({ status }: { status: DispatchRevision['status'] }) {
  const { t } = useLingui()
  const looks: Record<DispatchRevision['status'], StatusLook> = {
    PENDING: { word: t`Waiting`, tone: 'amber', icon: Clock },
    SENT: { word: t`Accepted`, tone: 'green', icon: Check },
    FAILED: { word: t`Refused`, tone: 'red', icon: CircleX },
    EXPIRED: { word: t`Not kept any more`, tone: 'grey', icon: Archive },
  }
  return <StatusBadge look={looks[status]} />
}

/** Whether the partner has it. */
export function DispatchState({ isOpen }: { isOpen: boolean }) {
  const { t } = useLingui()
  return (
    <StatusBadge
      look={
        isOpen
          ? { word: t`Has it`, tone: 'teal', icon: Check }
          : { word: t`Does not have it`, tone: 'grey', icon: CircleSlash }
      }
    />
  )
}
