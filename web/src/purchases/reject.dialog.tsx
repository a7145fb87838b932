import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Form } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useDecision } from './queries.ts'

/** Asks for the reason to reject a document. */
export function RejectDialog({ invoiceId, onClose }: { invoiceId: string; onClose: () => void }) {
  const { t } = useLingui()
  const decision = useDecision(invoiceId)
  const [reason, setReason] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  function submit() {
    setIsSubmitted(true)
    if (reason.trim() === '') return
    decision.mutate({ kind: 'reject', reason: reason.trim() }, { onSuccess: onClose })
  }
  const fault = isSubmitted && reason.trim() === '' ? t`Enter a reason.` : undefined
  return (
    <Dialog isOpen onClose={onClose} title={t`Reject`}>
      <Form
        label={t`Reject`}
        failure={decision.error ? failureOf(decision.error) : undefined}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Reject</Trans>} onClose={onClose} isBusy={decision.isPending} />}
      >
        <TextField label={t`Reason`} fault={fault} maxLength={2_000} value={reason} onChange={setReason} />
      </Form>
    </Dialog>
  )
}
