import type { KeyboardEvent } from 'react'

/** Control or Command with Enter sends a form from whatever field the cursor is in. For `onKeyDownCapture` of a form. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  // A key that is held down, or pressed while the form is being saved, sends it no second time.
  if (event.repeat || event.currentTarget.querySelector('[type=submit]:disabled')) return
  event.currentTarget.requestSubmit()
}
