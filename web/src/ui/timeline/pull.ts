import { type PointerEvent, useCallback, useRef, useState } from 'react'
import { type Lasting, type Pull, pulled, type TimelineScale } from './scale.ts'

/** The item being dragged: a bar, or a new range of days on a row. */
export interface PullState {
  rowKey: string
  /** Undefined for a new range. */
  barKey: string | undefined
  /** Its present position. */
  place: Lasting
}

interface Begun {
  state: PullState
  pull: Pull | 'new'
  from: Lasting
  x: number
  left: number
  isMoved: boolean
}

/** Pixels of movement before a press becomes a drag. */
const tremble = 4

/**
 * Pointer gestures of one timeline: dragging a bar or its ends, and dragging over empty days. Everything moves by whole
 * days.
 */
export function usePull({
  scale,
  onNew,
  onPulled,
}: {
  scale: TimelineScale
  onNew: ((rowKey: string, place: Lasting) => void) | undefined
  onPulled: ((barKey: string, place: Lasting) => void) | undefined
}) {
  const [state, setState] = useState<PullState>()
  const begun = useRef<Begun>(undefined)

  const beginBar = useCallback((event: PointerEvent, rowKey: string, barKey: string, pull: Pull, from: Lasting) => {
    if (event.button !== 0) return
    event.stopPropagation()
    ;(event.currentTarget as Element).closest('.timeline-bar')?.setPointerCapture(event.pointerId)
    begun.current = { state: { rowKey, barKey, place: from }, pull, from, x: event.clientX, left: 0, isMoved: false }
  }, [])

  const beginNew = useCallback(
    (event: PointerEvent, rowKey: string) => {
      if (event.button !== 0 || onNew === undefined) return
      const left = event.currentTarget.getBoundingClientRect().left
      const day = scale.dayAt(event.clientX - left)
      const from = { start: scale.midnights[day]!, end: scale.midnights[day + 1]! }
      event.currentTarget.setPointerCapture(event.pointerId)
      begun.current = {
        state: { rowKey, barKey: undefined, place: from },
        pull: 'new',
        from,
        x: event.clientX,
        left,
        isMoved: false,
      }
    },
    [scale, onNew],
  )

  const move = useCallback(
    (event: PointerEvent) => {
      const now = begun.current
      if (now === undefined) return
      if (!now.isMoved && Math.abs(event.clientX - now.x) < tremble) return
      now.isMoved = true
      const place =
        now.pull === 'new'
          ? stretched(scale, now.x - now.left, event.clientX - now.left)
          : pulled(now.from, now.pull, Math.round((event.clientX - now.x) / scale.dayWidth))
      now.state = { ...now.state, place }
      setState(now.state)
    },
    [scale],
  )

  const end = useCallback(() => {
    const now = begun.current
    begun.current = undefined
    setState(undefined)
    if (now === undefined || !now.isMoved) return false
    const { rowKey, barKey, place } = now.state
    if (barKey === undefined) onNew?.(rowKey, place)
    else if (place.start !== now.from.start || place.end !== now.from.end) onPulled?.(barKey, place)
    return true
  }, [onNew, onPulled])

  const cancel = useCallback(() => {
    begun.current = undefined
    setState(undefined)
  }, [])

  return { state, beginBar, beginNew, move, end, cancel }
}

export type Pulling = ReturnType<typeof usePull>

/** Whole days between two positions. */
function stretched(scale: TimelineScale, from: number, to: number): Lasting {
  const [first, last] = [scale.dayAt(Math.min(from, to)), scale.dayAt(Math.max(from, to))]
  return { start: scale.midnights[first]!, end: scale.midnights[last + 1]! }
}
