import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Link2 } from '../ui/icons.tsx'

// Loaded when it is opened.
const TrackingLinkDialog = lazy(async () => ({
  default: (await import('./tracking-link.dialog.tsx')).TrackingLinkDialog,
}))

/** Opens the tracking links of an order, for those who may create them. */
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
        <Suspense fallback={null}>
          <TrackingLinkDialog orderId={orderId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
