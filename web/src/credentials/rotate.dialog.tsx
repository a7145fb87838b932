import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Select } from '../ui/form/select.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'

/** Adds a second secret; the current one keeps working for a while to avoid downtime. */
export function RotateDialog({
  name,
  text,
  step,
  onClose,
  onRotate,
}: {
  /** Name of the credentials. */
  name: string
  text: ReactNode
  step: { error: Error | null; isPending: boolean }
  onClose: () => void
  onRotate: (overlapSeconds: number) => void
}) {
  const { t } = useLingui()
  const [overlap, setOverlap] = useState('86400')
  const choices = [
    { value: '0', label: t`Immediately` },
    { value: '3600', label: t`In 1 hour` },
    { value: '86400', label: t`In 24 hours` },
    { value: '604800', label: t`In 7 days` },
  ]
  return (
    <Dialog isOpen onClose={onClose} title={t`New secret for ${name}`} text={text}>
      <Form
        label={t`New secret`}
        failure={step.error ? failureOf(step.error) : undefined}
        onSubmit={() => onRotate(Number(overlap))}
        footer={<DialogFooter verb={<Trans>Create secret</Trans>} onClose={onClose} isBusy={step.isPending} />}
      >
        <Field label={t`Current secret expires`} fault={undefined}>
          {({ id, className }) => (
            <Select id={id} className={className} choices={choices} value={overlap} onChange={setOverlap} />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
