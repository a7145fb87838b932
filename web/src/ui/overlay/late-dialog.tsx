import { type ReactNode, Suspense, useLayoutEffect } from 'react'

/** Dialogs loaded on first use. Typing may be faster than the files: see `KeysMeanwhile`. */
export function LateDialog({ children }: { children: ReactNode }) {
  return <Suspense fallback={<KeysMeanwhile />}>{children}</Suspense>
}

/** Placeholder of a loading dialog: keys typed meanwhile go to the dialog, not to commands of the page. */
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
