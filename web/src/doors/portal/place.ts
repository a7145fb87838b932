import { useMemo, useSyncExternalStore } from 'react'

/** View of the portal: the list, an order, or the form for a new one. */
export type Place = { at: 'list' } | { at: 'order'; orderId: string } | { at: 'entry'; orderId: string }

/** URL of a view; the token stays in the fragment, which browsers never send (LINK-2). */
export function addressOf(place: Place): string {
  const { pathname, hash } = window.location
  const query = place.at === 'list' ? '' : `?${place.at}=${place.orderId}`
  return `${pathname}${query}${hash}`
}

/** Navigates to a view; going back returns to the previous one. */
export function goTo(place: Place): void {
  window.history.pushState(null, '', addressOf(place))
  window.dispatchEvent(new PopStateEvent('popstate'))
  window.scrollTo(0, 0)
}

/** View named by the URL. */
export function placeOf(search: string): Place {
  const query = new URLSearchParams(search)
  for (const at of ['order', 'entry'] as const) {
    const orderId = query.get(at)
    if (orderId) return { at, orderId }
  }
  return { at: 'list' }
}

function follow(notify: () => void): () => void {
  window.addEventListener('popstate', notify)
  return () => window.removeEventListener('popstate', notify)
}

/** Current view. */
export function usePlace(): Place {
  const search = useSyncExternalStore(follow, () => window.location.search)
  return useMemo(() => placeOf(search), [search])
}
