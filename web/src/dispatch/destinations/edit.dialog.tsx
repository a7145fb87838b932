import type { DispatchDestination } from '@cartage/contract/dispatch/app'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formFaults } from '../../api/field-faults.ts'
import { CheckField } from '../../ui/form/checkbox.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { AddOrSave, DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { EndpointField, TrackingField } from './create.dialog.tsx'
import { useDestinationChange } from './queries.ts'

/** Edits a destination: name, channel and automatic dispatch. */
export function EditDestinationDialog({
  destination,
  onClose,
}: {
  destination: DispatchDestination
  onClose: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useDestinationChange()
  const { kind, subscription_id } = destination
  const [name, setName] = useState(destination.name)
  const [endpoint, setEndpoint] = useState(subscription_id ?? '')
  const [isAutomatic, setIsAutomatic] = useState(destination.is_automatic)
  const [trackingLink, setTrackingLink] = useState(destination.tracking_link ?? '')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { faults, rest } = formFaults(change.error, ['name', 'subscription_id', 'tracking_link'])
  const title = t`Edit ${destination.name}`
  const missing = isSubmitted && name.trim() === '' ? t`Enter a name.` : undefined

  function submit() {
    setIsSubmitted(true)
    if (name.trim() === '') return
    const members = {
      name: name.trim(),
      is_automatic: isAutomatic,
      tracking_link: trackingLink.trim() || null,
      ...(endpoint !== '' && endpoint !== subscription_id && { subscription_id: endpoint }),
    }
    change.mutate(
      { id: destination.dispatch_destination_id, change: members },
      {
        onSuccess() {
          toasts.done(t`${name} saved`)
          onClose()
        },
      },
    )
  }

  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Form
        label={title}
        failure={rest}
        onSubmit={submit}
        footer={<DialogFooter verb={<AddOrSave isNew={false} />} onClose={onClose} isBusy={change.isPending} />}
      >
        <TextField label={t`Name`} fault={missing ?? faults.name} maxLength={255} value={name} onChange={setName} />
        <EndpointField isKnownOnly value={endpoint} onChange={setEndpoint} fault={faults.subscription_id} />
        {(kind === 'SUBCO' || kind === 'FLEET') && (
          <CheckField isOn={isAutomatic} onChange={setIsAutomatic}>
            {t`Dispatch confirmed trips automatically`}
          </CheckField>
        )}
        {kind === 'LOCATION_BOOKING' && (
          <TrackingField value={trackingLink} onChange={setTrackingLink} fault={faults.tracking_link} />
        )}
      </Form>
    </Dialog>
  )
}
