import type { FormEvent, ReactNode } from 'react'
import { ErrorPanel } from '../page/error-panel.tsx'
import { submitByKey } from './submit-keys.ts'

interface Failure {
  title: string
  message: string
  requestId?: string
}

/** A form with its failure above the buttons; the last button submits. */
export function Form({
  label,
  failure,
  onSubmit,
  foot,
  children,
}: {
  /** Names the form for screen readers. */
  label: string
  /** What the server said about the whole of it. */
  failure?: Failure | undefined
  onSubmit: () => void
  foot: ReactNode
  children: ReactNode
}) {
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit} onKeyDownCapture={submitByKey} noValidate aria-label={label} className="grid gap-3">
      {children}
      {failure && <ErrorPanel title={failure.title} message={failure.message} requestId={failure.requestId} />}
      <div className="form-foot flex justify-end gap-2 pt-1">{foot}</div>
    </form>
  )
}
