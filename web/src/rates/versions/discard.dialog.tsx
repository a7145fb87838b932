import { useLingui } from '@lingui/react/macro'
import { failureOf } from '../../api/failure.ts'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { type RatePage, useRecordActions } from '../queries.ts'

/** Discards the draft of a record, after confirmation. */
export function DiscardDialog({ record, onClose }: { record: RatePage; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { discard } = useRecordActions(record.rate_record_id)
  return (
    <ConfirmDialog
      isOpen
      title={t`Discard the draft of ${record.name}?`}
      text={t`Published versions stay. This cannot be undone.`}
      verb={t`Discard draft`}
      isBusy={discard.isPending}
      onClose={onClose}
      onConfirm={() =>
        discard.mutate(undefined, { onSuccess: onClose, onError: (error) => toasts.failed(failureOf(error)) })
      }
    />
  )
}
