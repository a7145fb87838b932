import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

/**
 * Asks before a page is left on which something was typed that is not saved: by a link, by Escape, by closing the tab.
 */
export function LeaveGuard({
  isTyped,
  onDrop,
}: {
  /** Whether something was typed that is not saved. */
  isTyped: RefObject<boolean>
  /** Discards the draft. */
  onDrop: () => void
}) {
  const { t } = useLingui()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isTyped.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => isTyped.current,
    withResolver: true,
  })
  const stay = () => blocker.reset?.()
  return (
    <Dialog
      isOpen={blocker.status === 'blocked'}
      onClose={stay}
      title={t`Unsaved changes`}
      text={t`A draft is saved on this device and offered when you return.`}
      foot={
        <>
          <Button
            className="mr-auto"
            onClick={() => {
              onDrop()
              blocker.proceed?.()
            }}
          >
            <Trans>Discard</Trans>
          </Button>
          <Button onClick={stay}>
            <Trans>Keep editing</Trans>
          </Button>
          <Button variant="brand" onClick={() => blocker.proceed?.()}>
            <Trans>Save draft and leave</Trans>
          </Button>
        </>
      }
    />
  )
}
