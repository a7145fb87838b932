import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFoot } from '../ui/overlay/dialog-foot.tsx'
import type { CreateProps } from './list-body.tsx'
import { PartnerFields, partnerOf, unbound } from './partner.form.tsx'

/** Makes webhook credentials. */
export function WebhookDialog({ create, onClose, onShown }: CreateProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [wish, setWish] = useState(unbound)
  const [isAsked, setIsAsked] = useState(false)
  function submit() {
    setIsAsked(true)
    const partner = partnerOf(wish)
    if (name.trim() === '' || partner === undefined) return
    create.mutate({ name: name.trim(), roles: [], partner }, { onSuccess: onShown })
  }
  return (
    <Dialog isOpen onClose={onClose} title={t`New webhook credentials`}>
      <Form
        label={t`New webhook credentials`}
        failure={create.error ? failureOf(create.error) : undefined}
        onSubmit={submit}
        foot={<DialogFoot verb={<Trans>Create</Trans>} onClose={onClose} isBusy={create.isPending} />}
      >
        <Field label={t`Name`} fault={isAsked && name.trim() === '' ? t`Enter a name.` : undefined}>
          {(input) => (
            <input
              {...input}
              value={name}
              maxLength={100}
              placeholder={t`Board computers`}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <PartnerFields wish={wish} onChange={setWish} isAsked={isAsked} />
      </Form>
    </Dialog>
  )
}
