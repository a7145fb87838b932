import type { FormEvent, ReactNode } from 'react'
import { useFailureOfDialog } from '../overlay/failure-place.ts'
import type { ShownFailure } from '../overlay/toasts.tsx'
import { ErrorPanel } from '../page/error-panel.tsx'
import { submitByKey } from './submit-keys.ts'

/** A form with its error above the buttons. The last button submits. */
export function Form({
  label,
  failure,
  onSubmit,
  footer,
  children,
}: {
  /** Accessible name of the form. */
  label: string
  /** Server error of the form as a whole. */
  failure?: ShownFailure | undefined
  onSubmit: () => void
  footer: ReactNode
  children: ReactNode
}) {
  const ofDialog = useFailureOfDialog()
  const shown = failure ?? ofDialog.failure
  function submit(event: FormEvent) {
    event.preventDefault()
    ofDialog.clear()
    onSubmit()
  }
  return (
    <form onSubmit={submit} onKeyDownCapture={submitByKey} noValidate aria-label={label} className="grid gap-3">
      {children}
      {shown && <ErrorPanel title={shown.title} message={shown.message} requestId={shown.requestId} />}
      <div className="form-footer flex justify-end gap-2 pt-1">{footer}</div>
    </form>
  )
}
