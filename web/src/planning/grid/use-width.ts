import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * The width of the board, in pixels, and the width that its axis is drawn for: while a panel is open next to it, that of
 * before, so that bars keep their place and their text.
 */
export function useWidth(element: RefObject<HTMLElement | null>, isBeside: boolean): { inside: number; width: number } {
  const [widths, setWidths] = useState({ inside: 1_100, width: 1_100 })
  const isHeld = useRef(isBeside)
  isHeld.current = isBeside
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const read = () => {
      const inside = box.clientWidth
      setWidths((before) => ({ inside, width: isHeld.current ? Math.max(before.width, inside) : inside }))
    }
    read()
    const watch = new ResizeObserver(read)
    watch.observe(box)
    return () => watch.disconnect()
  }, [element])
  return widths
}
