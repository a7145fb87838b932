import { Trans, useLingui } from '@lingui/react/macro'
import { failureOf } from '../api/failure.ts'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import type { useRetentionActions } from './queries.ts'

/** Asks before rows are purged, stating their number. */
export function PurgeDialog({
  rows,
  purge,
  onClose,
}: {
  rows: number
  purge: ReturnType<typeof useRetentionActions>['purge']
  onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const toasts = useToasts()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t`Purge now?`}
      text={<Trans>{i18n.number(rows)} rows are removed or erased. There is no way back.</Trans>}
      verb={t`Purge`}
      onConfirm={() => {
        onClose()
        purge.mutate(undefined, {
          onSuccess: () => toasts.done(t`Purge started`),
          onError: (error) => toasts.failed(failureOf(error)),
        })
      }}
    />
  )
}
