import { type ReactNode, Suspense, useLayoutEffect } from 'react'

/** Dialogs whose files are loaded when they are opened. A keyboard may be faster than the files: see `KeysMeanwhile`. */
export function LateDialog({ children }: { children: ReactNode }) {
  return <Suspense fallback={<KeysMeanwhile />}>{children}</Suspense>
}

/** Stands for a dialog that is being loaded: what is typed meanwhile reaches the dialog, and no command of the page under it. */
export function KeysMeanwhile() {
  useLayoutEffect(() => {
    const pressed: KeyboardEvent[] = []
    const gather = (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      pressed.push(event)
    }
    window.addEventListener('keydown', gather, true)
    const later = import('./late-keys.ts')
    const stop = () => window.removeEventListener('keydown', gather, true)
    return () => void later.then(({ pressInDialog }) => pressInDialog(pressed, stop), stop)
  }, [])
  return null
}
