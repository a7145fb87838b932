import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Form } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { TriangleAlert } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { Notice } from '../ui/page/notice.tsx'

/** Removes credentials permanently; the user types the name to confirm. */
export function RemoveDialog({
  name,
  step,
  onClose,
  onRemove,
}: {
  name: string
  step: { error: Error | null; isPending: boolean }
  onClose: () => void
  onRemove: () => void
}) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const isSame = typed.trim() === name
  return (
    <Dialog isOpen onClose={onClose} title={t`Remove ${name}?`}>
      <Form
        label={t`Remove`}
        failure={step.error ? failureOf(step.error) : undefined}
        onSubmit={() => isSame && onRemove()}
        footer={
          <DialogFooter
            verb={<Trans>Remove</Trans>}
            onClose={onClose}
            isBusy={step.isPending}
            isDisabled={!isSame}
            isDangerous
          />
        }
      >
        <Notice icon={TriangleAlert} tone="amber">
          <Trans>The system that uses these credentials loses access immediately. This cannot be undone.</Trans>
        </Notice>
        <TextField label={t`Type “${name}” to confirm`} autoComplete="off" value={typed} onChange={setTyped} />
      </Form>
    </Dialog>
  )
}
