import { Dialog as Base } from '@base-ui/react/dialog'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { X } from '../icons.tsx'
import { ErrorPanel } from '../page/error-panel.tsx'
import { PopupPlace } from '../popup-place.tsx'
import { DialogFailure, useFailurePlace } from './failure-place.ts'
import { useToasts } from './toasts.tsx'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** One sentence below the title. */
  text?: ReactNode
  children?: ReactNode
  /** Buttons in the footer, the confirming one last. */
  footer?: ReactNode
  /** Its width. */
  className?: string
}

/** A modal window for one task or decision. Escape closes it. Errors meanwhile are shown in it. */
export function Dialog({ isOpen, onClose, title, text, children, footer, className = 'w-[440px]' }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const { failure, read, ofForm } = useFailure(isOpen)
  // The first field gets the focus before the close button. Without a field the dialog itself: on a button, the first
  // Escape would only close its tooltip.
  const firstField = () =>
    popup.current?.querySelector<HTMLElement>('input, textarea, [role=combobox]') ?? popup.current ?? true
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => {
        read()
        if (!open) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-20 bg-black/25 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          initialFocus={firstField}
          className={classNames('dialog', className)}
          onClickCapture={read}
          onKeyDownCapture={read}
        >
          <PopupPlace>
            <div className="flex items-start gap-2 px-4 pt-3.5">
              <div className="min-w-0 flex-1">
                <Base.Title className="text-[15px] font-semibold">{title}</Base.Title>
                {text !== undefined && <Base.Description className="mt-1 text-ink-2">{text}</Base.Description>}
              </div>
              <Base.Close render={<CloseButton />} />
            </div>
            <div className="min-h-0 overflow-y-auto px-4 py-3">
              <DialogFailure value={ofForm}>{children}</DialogFailure>
            </div>
            {failure && (
              <div className="px-4 pb-3">
                <ErrorPanel {...failure} />
              </div>
            )}
            {footer !== undefined && (
              <div className="flex justify-end gap-2 border-t border-line px-4 py-3" onClickCapture={ofForm.clear}>
                {footer}
              </div>
            )}
          </PopupPlace>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Failure while the dialog is open. A form in it shows it instead. */
function useFailure(isOpen: boolean) {
  const { failed } = useToasts()
  const { failure, read, clear } = useFailurePlace(isOpen, failed)
  const [forms, setForms] = useState(0)
  const claim = useCallback(() => {
    setForms((count) => count + 1)
    return () => setForms((count) => count - 1)
  }, [])
  const ofForm = useMemo(() => ({ failure, clear, claim }), [failure, clear, claim])
  return { failure: forms > 0 ? undefined : failure, read, ofForm }
}

function CloseButton(props: object) {
  const { t } = useLingui()
  return <IconButton {...props} icon={X} label={t`Close`} keys="escape" className="-mr-1.5" />
}

interface ConfirmProps extends Pick<DialogProps, 'isOpen' | 'onClose' | 'title' | 'text' | 'children'> {
  /** The action as a verb, for example "Cancel order". */
  verb: string
  /** Text of the button that goes back. "Back" by default. */
  back?: string
  onConfirm: () => void
  isBusy?: boolean
}

/** Confirms an irreversible action. Reversible ones run at once, with an undo in a toast. */
export function ConfirmDialog({ verb, back, onConfirm, isBusy = false, onClose, children, ...rest }: ConfirmProps) {
  return (
    <Dialog
      {...rest}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{back ?? <Trans>Back</Trans>}</Button>
          <Button variant="danger" onClick={onConfirm} isBusy={isBusy}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
