import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import type { Cursor } from './row-keys.ts'
import type { Windows } from './row-windows.ts'

/** Whether Enter was pressed in the search and its result is still pending. */
let isAsked = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (isAsked === next) return
  isAsked = next
  for (const listener of listeners) listener()
}

/** Records that Enter was pressed, once the list was requested for the text. */
export function awaitFound(): void {
  set(true)
}

/** Cancels this: the text changed, or the user moved elsewhere. */
export function forgetFound(): void {
  set(false)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

interface Found<Row> {
  windows: Pick<Windows<Row>, 'total' | 'isAnswered' | 'rowAt'>
  cursor: Cursor
  onPeek?: (row: Row) => void
  onOpen?: (row: Row) => void
}

/**
 * Enter in the search waits for its result, however late (SEARCH-9). A single row is opened, the first of several gets
 * the cursor, and without any the focus stays in the text.
 */
export function useFound<Row>(list: Found<Row>, scroller: RefObject<HTMLElement | null>): void {
  const isWanted = useSyncExternalStore(subscribe, () => isAsked)
  const { windows, cursor, onPeek, onOpen } = list
  const first = windows.rowAt(0)
  // The list may be scrolled beyond the end of the result: its first row loads next.
  const isAnswered = windows.isAnswered && (windows.total === 0 || first !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the awaited answer has come
  useEffect(() => {
    if (!isWanted || !isAnswered) return
    forgetFound()
    if (first === undefined) return
    if (windows.total === 1) return (onOpen ?? onPeek)?.(first)
    cursor.move(0)
    scroller.current?.focus({ preventScroll: true })
  }, [isWanted, isAnswered])
}
