import type { SubscriptionWithSecret } from '@cartage/contract/app/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { CheckField } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CommandLines } from '../ui/empty-state.tsx'

/** Shows a signing secret, this once: it is closed only after the person says that it is stored. */
export function SecretDialog({ subscription, onClose }: { subscription: SubscriptionWithSecret; onClose: () => void }) {
  const { t } = useLingui()
  const [isStored, setIsStored] = useState(false)
  return (
    <Dialog
      isOpen
      onClose={() => isStored && onClose()}
      title={t`Signing secret of ${subscription.name}`}
      text={t`The receiver checks with it that a message is from here and was not changed. It is shown this once.`}
      className="w-[520px]"
      foot={
        <Button variant="brand" onClick={onClose} disabled={!isStored}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <CommandLines label={t`Signing secret`} text={subscription.secret} />
      <div className="pt-3">
        <CheckField isOn={isStored} onChange={setIsStored}>
          <Trans>I stored it</Trans>
        </CheckField>
      </div>
    </Dialog>
  )
}
