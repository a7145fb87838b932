import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

/** Asks whether to keep unsaved input. */
export function LeaveDialog({
  onStay,
  onLeave,
  onDrop,
}: {
  onStay: () => void
  onLeave: () => void
  /** Discards the draft. */
  onDrop: () => void
}) {
  const { t } = useLingui()
  return (
    <Dialog
      isOpen
      onClose={onStay}
      title={t`Unsaved changes`}
      text={t`A draft is saved on this device and offered when you return.`}
      footer={
        <>
          <Button
            className="mr-auto"
            onClick={() => {
              onDrop()
              onLeave()
            }}
          >
            <Trans>Discard</Trans>
          </Button>
          <Button onClick={onStay}>
            <Trans>Keep editing</Trans>
          </Button>
          <Button variant="brand" onClick={onLeave}>
            <Trans>Save draft and leave</Trans>
          </Button>
        </>
      }
    />
  )
}
