import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'

/** Asks why before something is done to records of any kind; `text` says who will read the reason. */
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

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') return setIsMissing(true)
    onConfirm(reason.trim())
    setReason('')
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} text={text}>
      <form onSubmit={submit}>
        <Field label={t`Reason`} fault={isMissing && reason.trim() === '' ? t`Enter a reason.` : undefined}>
          {(input) => (
            <input {...input} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <div className="flex justify-end gap-2 pt-4">
          <Button onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          <Button variant="brand" type="submit">
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
