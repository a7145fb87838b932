import type { ApiClient } from '@cartage/contract/auth/app/clients'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { DayField } from '../ui/form/day-field.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { useChangeAccess } from './queries.ts'

/** Limits the IP addresses and the expiry of an API client (AUTH-12). */
export function AccessDialog({ client, onClose }: { client: ApiClient; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { name, client_id } = client
  const [networks, setNetworks] = useState(client.allowed_networks.join(', '))
  const [day, setDay] = useState(client.last_day ?? '')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const change = useChangeAccess(client_id)
  const isDay = day === '' || /^\d{4}-\d\d-\d\d$/.test(day)
  function submit() {
    setIsSubmitted(true)
    if (!isDay || change.isPending) return
    const allowed_networks = networks.split(/[\s,;]+/).filter((network) => network !== '')
    change.mutate(
      { allowed_networks, last_day: day || null },
      {
        onSuccess: () => {
          toasts.done(t`${name} updated`)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={t`Access of ${name}`}>
      <Form
        label={t`Access of ${name}`}
        failure={change.error ? failureOf(change.error) : undefined}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Save</Trans>} onClose={onClose} isBusy={change.isPending} />}
      >
        <TextField label={t`Allowed addresses`} autoComplete="off" value={networks} onChange={setNetworks} />
        <p className="text-[12px] text-ink-3">
          <Trans>Addresses or networks with commas between. Empty: from anywhere.</Trans>
        </p>
        <Field label={t`Last day`} fault={isSubmitted && !isDay ? t`Enter a day, or leave it empty.` : undefined}>
          {(input) => <DayField {...input} value={day} onChange={setDay} />}
        </Field>
      </Form>
    </Dialog>
  )
}
