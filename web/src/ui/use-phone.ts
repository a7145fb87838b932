import { useSyncExternalStore } from 'react'

const query = '(max-width: 639px)'

/** Whether the window is as narrow as that of a phone. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const narrow = window.matchMedia(query)
      narrow.addEventListener('change', listener)
      return () => narrow.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}
