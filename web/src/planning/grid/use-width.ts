import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of the board, in pixels. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1_100)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const read = () => setWidth(box.clientWidth)
    read()
    const watch = new ResizeObserver(read)
    watch.observe(box)
    return () => watch.disconnect()
  }, [element])
  return width
}
