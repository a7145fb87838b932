import type { KeyboardEvent } from 'react'

/** Control or Command with Enter sends a form from whatever field the cursor is in. For `onKeyDownCapture` of a form. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  const form = event.currentTarget
  // A key that is held down, or pressed while the form is being saved, sends it no second time.
  if (event.repeat || form.querySelector('[type=submit]:disabled')) return
  if (form.querySelector('[data-typed]')) submitWhenChosen(form)
  else submit(form)
}

/** Sends the form; a button that waits for something remembers that it was pressed. */
function submit(form: HTMLFormElement): void {
  const waiting = form.querySelector<HTMLButtonElement>('[type=submit][data-loading]')
  if (waiting) waiting.click()
  else form.requestSubmit()
}

const acts = ['keydown', 'pointerdown'] as const

/** Chooses what was typed into a `Combobox`, as Enter does, and sends the form with the choice; a text that chooses nothing stays. */
function submitWhenChosen(form: HTMLFormElement): void {
  const look = new MutationObserver(() => {
    if (form.querySelector('[data-awaited]')) return
    stop()
    if (!form.querySelector('[data-typed], [data-unchosen]')) submit(form)
  })
  // A person who goes on meanwhile sends the form again.
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
