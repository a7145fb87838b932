import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'

/**
 * The foot of a dialog that asks for something: the way back, then the verb that goes on. It submits the form it is in,
 * unless `onConfirm` says what to do.
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
  /** The word of the button that goes back; "Cancel" when left out. */
  back?: ReactNode
  onClose: () => void
  onConfirm?: () => void
  isBusy?: boolean
  /** What the verb needs is being loaded: pressed meanwhile, it is done when that is there. */
  isLoading?: boolean
  isDisabled?: boolean
  isDangerous?: boolean
  /** Another command, at the other end. */
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

/** The verb of a dialog that adds something or edits it. */
export function AddOrSave({ isNew }: { isNew: boolean }) {
  return isNew ? <Trans>Add</Trans> : <Trans>Save</Trans>
}
