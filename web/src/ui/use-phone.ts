import { useSyncExternalStore } from 'react'

const query = '(max-width: 639px)'

/** Whether the window has the width of a phone. */
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
