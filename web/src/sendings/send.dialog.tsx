import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { faultsByPath } from '../api/field-faults.ts'
import { useLabels } from '../records/code-labels.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { sendingChannelLabels } from './labels.tsx'
import { type NewSending, sendDocument, useSendingChange } from './queries.ts'

/** Sends a document to another address. */
export function SendDialog({ invoiceId, onClose }: { invoiceId: string; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const channelOf = useLabels(sendingChannelLabels)
  const change = useSendingChange()
  const [channel, setChannel] = useState<NewSending['channel']>('MAIL')
  const [address, setAddress] = useState('')
  const failure = change.error ? failureOf(change.error) : undefined
  const fault = failure && faultsByPath(failure).address

  function submit() {
    change.mutate(() => sendDocument(invoiceId, { channel, address: address.trim() || null }), {
      onSuccess: () => {
        toasts.done(t`The document is being sent`)
        onClose()
      },
    })
  }

  return (
    <Dialog isOpen onClose={onClose} title={t`Send document`}>
      <Form
        label={t`Send document`}
        failure={fault === undefined ? failure : undefined}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Send</Trans>} onClose={onClose} isBusy={change.isPending} />}
      >
        <Field label={t`Channel`} fault={undefined}>
          {(input) => (
            <Select<NewSending['channel']>
              {...input}
              choices={(['MAIL', 'ACCESS_POINT'] as const).map((value) => ({ value, label: channelOf(value) }))}
              value={channel}
              onChange={setChannel}
            />
          )}
        </Field>
        <TextField
          label={t`Address (empty: address of the customer)`}
          fault={fault}
          maxLength={200}
          value={address}
          onChange={setAddress}
        />
      </Form>
    </Dialog>
  )
}
