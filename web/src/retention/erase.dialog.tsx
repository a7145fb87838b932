import type { RetentionPerson } from '@cartage/contract/retention/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { failureOf } from '../api/failure.ts'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { useRetentionActions } from './queries.ts'

/** Asks before the data of one person is erased. */
export function EraseDialog({ person, onClose }: { person: RetentionPerson; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { erase } = useRetentionActions()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t`Erase ${person.name}?`}
      text={
        <Trans>The data of this person is removed everywhere, also from the audit trail. There is no way back.</Trans>
      }
      verb={t`Erase`}
      isBusy={erase.isPending}
      onConfirm={() =>
        erase.mutate(person, {
          onSuccess: () => toasts.done(t`Person erased`),
          onError: (error) => toasts.failed(failureOf(error)),
          onSettled: onClose,
        })
      }
    />
  )
}
