import type { Subscription, SubscriptionWithSecret } from '@cartage/contract/app/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../shell/failure.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { useRotate } from './subscriptions.queries.ts'

/** Gives a receiver a new signing secret; the old one signs beside it for a while. */
export function RotateDialog({
  receiver,
  isOpen,
  onClose,
  onRotated,
}: {
  receiver: Subscription
  isOpen: boolean
  onClose: () => void
  onRotated: (rotated: SubscriptionWithSecret) => void
}) {
  const { t } = useLingui()
  const tell = useToasts()
  const rotate = useRotate(receiver.subscription_id)
  const [hours, setHours] = useState('24')
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t`Rotate the signing secret`}
      text={t`Messages carry a signature of each secret in force, so the receiver can change over at any time during the overlap.`}
      foot={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="brand"
            isBusy={rotate.isPending}
            onClick={() =>
              rotate.mutate(Number(hours), {
                onSuccess: onRotated,
                onError: (error) => tell.failed(failureOf(error)),
              })
            }
          >
            <Trans>Rotate</Trans>
          </Button>
        </>
      }
    >
      <Field label={t`The old secret signs for`} fault={undefined}>
        {(input) => (
          <Select
            {...input}
            choices={[
              { value: '24', label: t`24 hours more` },
              { value: '72', label: t`3 days more` },
              { value: '168', label: t`7 days more` },
              { value: '0', label: t`no longer: it has leaked` },
            ]}
            value={hours}
            onChange={setHours}
          />
        )}
      </Field>
    </Dialog>
  )
}
