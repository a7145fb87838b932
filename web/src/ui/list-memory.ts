import { useLocation } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** How a list was left: the filters in its address, and how far it was scrolled. */
interface Left {
  search: object
  /** The entry of the browser's history that showed it. */
  entry: number | undefined
  top: number
}

// While the application is open, by the path of the list.
const left = new Map<string, Left>()

/** What leads back to a list from a record: its filters, and that it is to be scrolled to where it was. */
export function wayBackTo(path: string): { search: object; state: object } {
  return { search: left.get(path)?.search ?? {}, state: { isReturn: true } }
}

/**
 * Scrolls a list to where it was when one comes back to it with the same filters, and remembers where it is. Opened again
 * from the sidebar, it begins at its top.
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
