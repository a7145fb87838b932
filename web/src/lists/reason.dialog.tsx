import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Form } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'

/** Requests a reason before an action on any record; `text` explains who will read it. */
export function ReasonDialog({
  isOpen,
  title,
  text,
  verb,
  onClose,
  onConfirm,
}: {
  isOpen: boolean
  title: string
  text?: string
  verb: string
  onClose: () => void
  onConfirm: (reason: string) => void
}) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)

  function submit() {
    if (reason.trim() === '') return setIsMissing(true)
    onConfirm(reason.trim())
    setReason('')
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} text={text}>
      <Form
        label={title}
        onSubmit={submit}
        footer={<DialogFooter verb={verb} back={<Trans>Back</Trans>} onClose={onClose} />}
      >
        <TextField
          label={t`Reason`}
          fault={isMissing && reason.trim() === '' ? t`Enter a reason.` : undefined}
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
      </Form>
    </Dialog>
  )
}
