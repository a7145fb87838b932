import { useLocation } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** State of a list when it was left: its filters and scroll position. */
interface Left {
  search: object
  /** Entry of the browser's history that showed it. */
  entry: number | undefined
  top: number
}

// By path of the list, until the application is closed.
const left = new Map<string, Left>()

/** Link target from a record back to its list, with filters and scroll position. */
export function wayBackTo(path: string): { search: object; state: object } {
  return { search: left.get(path)?.search ?? {}, state: { isReturn: true } }
}

/**
 * Stores the scroll position of a list, and restores it on returning with the same filters. Opened from the sidebar,
 * the list starts at the top.
 */
export function useListMemory(scroller: RefObject<HTMLElement | null>, hasRows: boolean): void {
  const { pathname: path, search, state } = useLocation()
  const { peek: _peek, ...filters } = search as { peek?: string }
  const { __TSR_index: entry, isReturn } = state as { __TSR_index?: number; isReturn?: boolean }
  const before = useRef(left.get(path))
  const text = JSON.stringify(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place counts, not the objects that say it
  useLayoutEffect(() => {
    const list = scroller.current
    if (!hasRows || !list) return
    const keep = () => left.set(path, { search: filters, entry, top: list.scrollTop })
    const was = before.current
    before.current = undefined
    const isBack = was !== undefined && (isReturn === true || was.entry === entry)
    if (isBack && JSON.stringify(was.search) === text) list.scrollTop = was.top
    keep()
    list.addEventListener('scroll', keep)
    return () => list.removeEventListener('scroll', keep)
  }, [scroller, hasRows, path, text, entry])
}
