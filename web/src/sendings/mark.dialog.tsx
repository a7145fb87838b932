import type { Sending } from '@cartage/contract/billing/app/sending'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Form } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { markSending, useSendingChange } from './queries.ts'

/** Marks a sending as sent or failed, with the evidence. */
export function MarkDialog({
  sending: { sending_id, document },
  status,
  onClose,
}: {
  sending: Sending
  status: 'SENT' | 'FAILED'
  onClose: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useSendingChange()
  const [message, setMessage] = useState('')
  const isSent = status === 'SENT'
  const title = isSent ? t`Mark ${document} sent?` : t`Mark ${document} as failed?`

  function submit() {
    change.mutate(() => markSending(sending_id, { status, message: message.trim() }), {
      onSuccess: () => {
        toasts.done(isSent ? t`${document} marked sent` : t`${document} marked as failed`)
        onClose()
      },
    })
  }

  return (
    <Dialog isOpen onClose={onClose} title={title} text={<Trans>Nothing is sent.</Trans>}>
      <Form
        label={title}
        failure={change.error ? failureOf(change.error) : undefined}
        onSubmit={submit}
        footer={
          <DialogFooter
            verb={isSent ? <Trans>Mark sent</Trans> : <Trans>Mark as failed</Trans>}
            onClose={onClose}
            isBusy={change.isPending}
          />
        }
      >
        <TextField label={t`Note`} maxLength={500} value={message} onChange={setMessage} />
      </Form>
    </Dialog>
  )
}
