import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import type { Cursor } from './row-keys.ts'
import type { Windows } from './row-windows.ts'

/** Whether Enter was pressed in the search of the list, and the list that answers it is not there yet. */
let isAsked = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (isAsked === next) return
  isAsked = next
  for (const listener of listeners) listener()
}

/** Says that the text of the search is meant as it stands, once the list has been asked for it. */
export function awaitFound(): void {
  set(true)
}

/** Takes that back: the text has changed, or the person has gone elsewhere. */
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
 * Enter in the search waits for the answer to what was typed, however late it comes (SEARCH-9): the only row is opened,
 * of several the first is under the cursor, and none leaves the cursor in the text.
 */
export function useFound<Row>(list: Found<Row>, scroller: RefObject<HTMLElement | null>): void {
  const isWanted = useSyncExternalStore(subscribe, () => isAsked)
  const { windows, cursor, onPeek, onOpen } = list
  const first = windows.rowAt(0)
  // The list may be further down than the answer is long: its first row comes next.
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
