import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'

/**
 * Footer of a dialog: the button to go back, then the confirming verb, which submits the form unless `onConfirm` is
 * given.
 */
export function DialogFooter({
  verb,
  back,
  onClose,
  onConfirm,
  isBusy,
  isLoading = false,
  isDisabled = false,
  isDangerous = false,
  children,
}: {
  verb: ReactNode
  /** Text of the back button. "Cancel" by default. */
  back?: ReactNode
  onClose: () => void
  onConfirm?: () => void
  isBusy?: boolean
  /** What the verb needs is still loading: a press meanwhile runs once it is loaded. */
  isLoading?: boolean
  isDisabled?: boolean
  isDangerous?: boolean
  /** Another command at the opposite end. */
  children?: ReactNode
}) {
  const variant = isDangerous ? 'danger' : 'brand'
  const goOn = onConfirm ? { onClick: onConfirm } : ({ type: 'submit', keys: 'mod+enter' } as const)
  return (
    <div className="flex flex-1 justify-end gap-2">
      {children}
      {children !== undefined && <span className="flex-1" />}
      <Button onClick={onClose}>{back ?? <Trans>Cancel</Trans>}</Button>
      <Button {...goOn} variant={variant} disabled={isDisabled} isBusy={isBusy ?? false} isLoading={isLoading}>
        {verb}
      </Button>
    </div>
  )
}

/** Verb of a dialog that adds or edits something. */
export function AddOrSave({ isNew }: { isNew: boolean }) {
  return isNew ? <Trans>Add</Trans> : <Trans>Save</Trans>
}
