import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * A frame around a table that scrolls sideways where the page is narrow. While it scrolls the keyboard reaches it
 * (WCAG 2.1.1), also when no cell takes the focus; while everything fits it is not on the way of the Tab key.
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
