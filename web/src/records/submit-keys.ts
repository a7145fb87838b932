import type { KeyboardEvent } from 'react'

/** Control or Command with Enter sends a form from whatever field the cursor is in. For `onKeyDownCapture` of a form. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}
