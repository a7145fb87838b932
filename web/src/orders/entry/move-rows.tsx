import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../../ui/button.tsx'
import { ArrowDown, ArrowUp } from '../../ui/icons.tsx'
import { fieldId } from './form-fields.tsx'

/** Moves items of a list by keyboard and pointer. The focus stays in its field. */
export interface MoveRows {
  /** Handler for the element around the item at an index: Alt with an arrow key moves it. */
  onKeyDownCapture: (at: number) => (event: KeyboardEvent) => void
  move: (from: number, to: number) => void
  count: number
}

/**
 * @param path path of the list in the form
 * @param count number of its items
 * @param isStill whether moving is disabled
 */
export function useMoveRows(
  path: string,
  { count, isStill, move }: { count: number; isStill: boolean; move: (from: number, to: number) => void },
): MoveRows {
  function go(from: number, to: number) {
    if (isStill || to < 0 || to >= count) return
    const [before, after] = [fieldId(`${path}.${from}.`), fieldId(`${path}.${to}.`)]
    const focused = document.activeElement?.id ?? ''
    // Rendered synchronously: a field that moves in the page loses the focus, and gets it back under its new name.
    flushSync(() => move(from, to))
    if (focused.startsWith(before)) document.getElementById(focused.replace(before, after))?.focus()
  }
  return {
    count: isStill ? 0 : count,
    move: go,
    onKeyDownCapture: (at) => (event) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      if (isStill || event.defaultPrevented) return
      event.preventDefault()
      event.stopPropagation()
      go(at, event.key === 'ArrowUp' ? at - 1 : at + 1)
    },
  }
}

/** Moves an item without keyboard and without dragging (WCAG 2.5.7). */
export function MoveButtons({ at, moving }: { at: number; moving: MoveRows }) {
  const { t } = useLingui()
  if (moving.count < 2) return null
  return (
    <>
      <IconButton
        icon={ArrowUp}
        label={t`Move up`}
        keys="alt+up"
        tabIndex={-1}
        disabled={at === 0}
        onClick={() => moving.move(at, at - 1)}
      />
      <IconButton
        icon={ArrowDown}
        label={t`Move down`}
        keys="alt+down"
        tabIndex={-1}
        disabled={at === moving.count - 1}
        onClick={() => moving.move(at, at + 1)}
      />
    </>
  )
}
