import { type RefObject, useEffect } from 'react'

/** Gathers what is typed while the palette is still loading, so that nothing of it is lost. */
export function EarlyKeys({ text, onClose }: { text: RefObject<string>; onClose: () => void }) {
  useEffect(() => {
    text.current = ''
    const gather = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') onClose()
      else if (event.key === 'Backspace') text.current = text.current.slice(0, -1)
      else if (event.key.length === 1) text.current += event.key
      else return
      // A letter would otherwise run the command of its key.
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', gather, { capture: true })
    return () => window.removeEventListener('keydown', gather, { capture: true })
  }, [text, onClose])
  return null
}
