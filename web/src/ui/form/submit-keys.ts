import type { KeyboardEvent } from 'react'

/** Control or Command with Enter submits a form from any of its fields. For `onKeyDownCapture` of a form. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  const form = event.currentTarget
  // A key held down, or pressed while saving, does not submit again.
  if (event.repeat || form.querySelector('[type=submit]:disabled')) return
  if (form.querySelector('[data-typed]')) submitWhenChosen(form)
  else submit(form)
}

/** Submits the form. A button that is waiting remembers the press. */
function submit(form: HTMLFormElement): void {
  const waiting = form.querySelector<HTMLButtonElement>('[type=submit][data-loading]')
  if (waiting) waiting.click()
  else form.requestSubmit()
}

const acts = ['keydown', 'pointerdown'] as const

/** Chooses the text typed into a `Combobox`, as Enter does, and submits the form. A text without a match stays. */
function submitWhenChosen(form: HTMLFormElement): void {
  const look = new MutationObserver(() => {
    if (form.querySelector('[data-awaited]')) return
    stop()
    if (!form.querySelector('[data-typed], [data-unchosen]')) submit(form)
  })
  // A user who continues meanwhile must submit again.
  const stop = () => {
    look.disconnect()
    for (const act of acts) document.removeEventListener(act, stop, true)
  }
  const attributeFilter = ['data-typed', 'data-awaited', 'data-unchosen']
  look.observe(form, { subtree: true, attributes: true, attributeFilter })
  const field = form.querySelector('[data-typed]:not([data-awaited]) input')
  field?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  for (const act of acts) document.addEventListener(act, stop, true)
}
