import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../../ui/button.tsx'
import { ArrowDown, ArrowUp } from '../../ui/icons.tsx'
import { fieldId } from './form-fields.tsx'

/** Moves things of a list by keyboard and pointer; the cursor stays in the field it is in. */
export interface MoveRows {
  /** For the element around the thing at this place: Alt with an arrow moves it. */
  onKeyDownCapture: (at: number) => (event: KeyboardEvent) => void
  move: (from: number, to: number) => void
  count: number
}

/**
 * @param path of the list in the form
 * @param count of its things
 * @param isStill whether nothing may be moved
 */
export function useMoveRows(
  path: string,
  { count, isStill, move }: { count: number; isStill: boolean; move: (from: number, to: number) => void },
): MoveRows {
  function go(from: number, to: number) {
    if (isStill || to < 0 || to >= count) return
    const [before, after] = [fieldId(`${path}.${from}.`), fieldId(`${path}.${to}.`)]
    const focused = document.activeElement?.id ?? ''
    // Drawn at once: a field that is moved in the page loses the cursor, and gets it back under its new name.
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

/** The way to move something without keys and without dragging (WCAG 2.5.7). */
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
