import type { Session } from '@cartage/contract/auth/app/session'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'

/** States the new session of this browser. The page reloads to continue with it. */
export function OtherSessionDialog({ own, next }: { own: Session; next: Session }) {
  const { t } = useLingui()
  const name = next.tenant.name
  return (
    <Dialog
      isOpen
      onClose={reload}
      title={t`You are now signed in to ${name}`}
      text={
        <Trans>You switched in another tab. This page belongs to {own.tenant.name} and can no longer be edited.</Trans>
      }
      footer={
        <Button variant="brand" onClick={reload}>
          <Trans>Continue with {name}</Trans>
        </Button>
      }
    />
  )
}

function reload(): void {
  window.location.assign('/')
}
