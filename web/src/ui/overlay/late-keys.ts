/** Milliseconds that a loaded dialog has to take the focus; keys are for the page again when it does not. */
const patienceMs = 500

/**
 * Presses keys in a dialog that has just been loaded, once it has the focus.
 * @param pressed in their order; more may be added until then
 * @param stop no more are gathered
 */
export function pressInDialog(pressed: readonly KeyboardEvent[], stop: () => void): void {
  const end = () => {
    stop()
    document.removeEventListener('focusin', look)
  }
  const look = () => {
    const dialog = [...document.querySelectorAll('[role=dialog][data-open]')].at(-1)
    if (!dialog?.contains(document.activeElement)) return
    end()
    for (const key of pressed) press(key)
  }
  document.addEventListener('focusin', look)
  setTimeout(end, patienceMs)
  look()
}

/** Does what a key does where the focus is. */
function press(key: KeyboardEvent): void {
  const target = document.activeElement
  const isDone = !target?.dispatchEvent(new window.KeyboardEvent('keydown', key))
  if (isDone || key.ctrlKey || key.metaKey || key.altKey || !isTextField(target)) return
  const isLine = target instanceof HTMLInputElement
  if (key.key === 'Enter' && isLine) target.form?.querySelector<HTMLButtonElement>('[type=submit]')?.click()
  else if (key.key === 'Backspace') write(target, target.value.slice(0, -1))
  else if (key.key.length === 1) write(target, target.value + key.key)
}

type TextField = HTMLInputElement | HTMLTextAreaElement

function isTextField(target: Element | null): target is TextField {
  return target?.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])') === true
}

/** React learns of a text only when it is set past the property that it watches. */
function write(field: TextField, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, text)
  field.dispatchEvent(new window.Event('input', { bubbles: true }))
}
