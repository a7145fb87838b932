import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'

const ReplaceDriverDialog = lazy(async () => ({
  default: (await import('./replace-driver.dialog.tsx')).ReplaceDriverDialog,
}))

/** FIT-13: replaces an unavailable driver of a trip. */
export function ReplaceDriver(props: {
  tripId: string
  tripName: string
  driver: { resource_id: string; name: string }
}) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const { tripName } = props
  return (
    <>
      <Button aria-label={t`Replace: ${tripName}`} onClick={() => setIsOpen(true)}>
        <Trans>Replace…</Trans>
      </Button>
      {isOpen && (
        <LateDialog>
          <ReplaceDriverDialog {...props} onClose={() => setIsOpen(false)} />
        </LateDialog>
      )}
    </>
  )
}
