import type { FormEvent, ReactNode } from 'react'
import { useFailureOfDialog } from '../overlay/failure-place.ts'
import type { ShownFailure } from '../overlay/toasts.tsx'
import { ErrorPanel } from '../page/error-panel.tsx'
import { submitByKey } from './submit-keys.ts'

/** A form with its failure above the buttons; the last button submits. */
export function Form({
  label,
  failure,
  onSubmit,
  footer,
  children,
}: {
  /** Names the form for screen readers. */
  label: string
  /** What the server said about the whole of it. */
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
