import { Trans } from '@lingui/react/macro'
import { lazy, useState } from 'react'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Link2 } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'

// Loaded when it is opened.
const TrackingLinkDialog = lazy(async () => ({
  default: (await import('./tracking-link.dialog.tsx')).TrackingLinkDialog,
}))

/** Opens the tracking links of an order, for users who may create them. */
export function TrackingLinkButton({ orderId }: { orderId: string }) {
  const mayWrite = usePermission('order.write')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayWrite) return null
  return (
    <>
      <Button icon={Link2} onClick={() => setIsOpen(true)}>
        <Trans>Tracking link</Trans>
      </Button>
      {isOpen && (
        <LateDialog>
          <TrackingLinkDialog orderId={orderId} onClose={() => setIsOpen(false)} />
        </LateDialog>
      )}
    </>
  )
}
