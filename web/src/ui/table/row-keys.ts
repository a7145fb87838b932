import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import type { Windows } from './row-windows.ts'
import { type Amounts, type Chosen, rangeOf, type Selection } from './selection.ts'

/** The focused row. */
export interface Cursor {
  index: number | undefined
  move(index: number): void
}

/** A cursor for one table. */
export function useCursor(): Cursor {
  const [index, setIndex] = useState<number>()
  return useMemo(() => ({ index, move: setIndex }), [index])
}

/** Names, paths and amounts of rows. */
export interface NamedRows<Row> {
  keyOf: (row: Row) => string
  nameOf?: ((row: Row) => string) | undefined
  /** Path of a row's page. */
  pathOf?: ((row: Row) => string | undefined) | undefined
  /** Amounts that a selection adds up. */
  amountsOf?: ((row: Row) => Amounts) | undefined
}

interface RowKeys<Row> extends NamedRows<Row> {
  windows: Pick<Windows<Row>, 'rowAt'>
  cursor: Cursor
  selection?: Selection
  total: number
  onMove: (index: number) => void
  onPeek?: (row: Row) => void
  onOpen?: (row: Row) => void
}

/** A row as stored in a selection. */
export function chosenOf<Row>(row: Row, { keyOf, nameOf, pathOf, amountsOf }: NamedRows<Row>): Chosen {
  const amounts = amountsOf?.(row)
  return { key: keyOf(row), label: (nameOf ?? keyOf)(row), path: pathOf?.(row), row, ...(amounts && { amounts }) }
}

/** Keys of every list: J and K or the arrows move, X selects, Shift+X selects a range, Space previews, Enter opens. */
export function useRowKeys<Row>(given: RowKeys<Row>): (event: KeyboardEvent) => void {
  const { windows, cursor, selection, total, onMove, onPeek, onOpen } = given
  return useCallback(
    (event) => {
      if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return
      const move = (index: number) => {
        const next = Math.max(0, Math.min(total - 1, index))
        cursor.move(next)
        onMove(next)
      }
      const row = cursor.index === undefined ? undefined : windows.rowAt(cursor.index)
      const run = actionOf(event.key, {
        down: () => move((cursor.index ?? -1) + 1),
        up: () => move((cursor.index ?? 1) - 1),
        pageDown: () => move((cursor.index ?? 0) + 20),
        pageUp: () => move((cursor.index ?? 0) - 20),
        first: () => move(0),
        last: () => move(total - 1),
        select: () => row !== undefined && selection?.toggle(chosenOf(row, given), cursor.index!),
        selectRange: () => {
          if (cursor.index === undefined || !selection) return
          const named = (index: number) => {
            const one = windows.rowAt(index)
            return one === undefined ? undefined : chosenOf(one, given)
          }
          selection.add(rangeOf(selection.anchor, cursor.index, named), cursor.index)
        },
        peek: () => row !== undefined && onPeek?.(row),
        open: () => row !== undefined && onOpen?.(row),
      })
      if (!run) return
      event.preventDefault()
      run()
    },
    [given, windows, cursor, selection, total, onMove, onPeek, onOpen],
  )
}

type Action = 'down' | 'up' | 'pageDown' | 'pageUp' | 'first' | 'last' | 'select' | 'selectRange' | 'peek' | 'open'

const keys: Readonly<Record<string, Action>> = {
  j: 'down',
  ArrowDown: 'down',
  k: 'up',
  ArrowUp: 'up',
  PageDown: 'pageDown',
  PageUp: 'pageUp',
  Home: 'first',
  End: 'last',
  x: 'select',
  X: 'selectRange',
  ' ': 'peek',
  Enter: 'open',
}

function actionOf(key: string, actions: Record<Action, () => unknown>): (() => unknown) | undefined {
  const action = keys[key]
  return action && actions[action]
}
