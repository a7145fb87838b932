import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * Frame around a table that scrolls sideways on a narrow page. While it scrolls, it is focusable by keyboard (WCAG
 * 2.1.1), even if no cell is. If everything fits, it is no tab stop.
 */
export function SidewaysBox({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = box.current!
    const watch = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth))
    watch.observe(element)
    if (element.firstElementChild) watch.observe(element.firstElementChild)
    return () => watch.disconnect()
  }, [])
  return (
    <div
      ref={box}
      className="overflow-x-auto rounded-lg border border-line"
      {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': label })}
    >
      {children}
    </div>
  )
}
