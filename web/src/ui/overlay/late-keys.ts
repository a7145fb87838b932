/** Milliseconds that a loaded dialog has to take the focus. Otherwise keys go to the page again. */
const patienceMs = 500

/**
 * Replays keys in a dialog that has just loaded, once it has the focus.
 * @param pressed in order. More may be added until then
 * @param stop stops collecting keys
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

/** Simulates a key at the focused element. */
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

/** React notices a text only if it is set past its own property setter. */
function write(field: TextField, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, text)
  field.dispatchEvent(new window.Event('input', { bubbles: true }))
}
