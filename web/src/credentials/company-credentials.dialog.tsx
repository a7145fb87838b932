import { createWebhookCredential, type ShownSecret } from '@cartage/contract/auth/app/clients'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { failureOf } from '../api/failure.ts'
import { CheckField } from '../ui/form/checkbox.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFoot } from '../ui/overlay/dialog-foot.tsx'
import { NewSecretDialog } from './new-secret.dialog.tsx'

/** Creates webhook credentials for one company, bound to it unless a person chooses otherwise. */
export function CompanyCredentialsDialog({
  company,
  onClose,
}: {
  company: { company_id: string; name: string }
  onClose: () => void
}) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [name, setName] = useState(company.name.slice(0, 100))
  const [isBound, setIsBound] = useState(true)
  const [isAsked, setIsAsked] = useState(false)
  const [shown, setShown] = useState<ShownSecret>()
  const create = useMutation({
    mutationFn: () =>
      call(createWebhookCredential, {
        body: { name: name.trim(), partner: isBound ? { kind: 'COMPANY', key: company.company_id } : null },
      }),
    onSuccess: setShown,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['clients'] }),
  })
  function submit() {
    setIsAsked(true)
    if (name.trim() !== '' && !create.isPending) create.mutate()
  }
  if (shown) return <NewSecretDialog shown={shown} idLabel={t`User name`} onClose={onClose} />
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Create credentials`}
      text={<Trans>Systems of {company.name} use these to call your webhooks (Basic authentication).</Trans>}
    >
      <Form
        label={t`Create credentials`}
        failure={create.error ? failureOf(create.error) : undefined}
        onSubmit={submit}
        foot={<DialogFoot verb={<Trans>Create</Trans>} onClose={onClose} isBusy={create.isPending} />}
      >
        <Field label={t`Name`} fault={isAsked && name.trim() === '' ? t`Enter a name.` : undefined}>
          {(input) => (
            <input {...input} value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <CheckField isOn={isBound} onChange={setIsBound}>
          <Trans>Limit to trips, orders, resources and bookings of {company.name}</Trans>
        </CheckField>
        <p className="text-[12px] text-ink-3">
          {isBound ? (
            <Trans>Updates to any other record are rejected and go to the inbox.</Trans>
          ) : (
            <Trans>Updates to any trip, order, resource or booking are accepted.</Trans>
          )}
        </p>
      </Form>
    </Dialog>
  )
}
