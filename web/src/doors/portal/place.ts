import { useMemo, useSyncExternalStore } from 'react'

/** What the portal shows: the list, an order, or the form for a new one. */
export type Place = { at: 'list' } | { at: 'order'; orderId: string } | { at: 'entry'; orderId: string }

/** The address of a place; the token stays after the #, which browsers keep to themselves (LINK-2). */
export function addressOf(place: Place): string {
  const { pathname, hash } = window.location
  const query = place.at === 'list' ? '' : `?${place.at}=${place.orderId}`
  return `${pathname}${query}${hash}`
}

/** Shows another place; going back shows the one before. */
export function goTo(place: Place): void {
  window.history.pushState(null, '', addressOf(place))
  window.dispatchEvent(new PopStateEvent('popstate'))
  window.scrollTo(0, 0)
}

/** The place that the address names. */
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

/** The place that is shown. */
export function usePlace(): Place {
  const search = useSyncExternalStore(follow, () => window.location.search)
  return useMemo(() => placeOf(search), [search])
}
