import type { ReactNode } from 'react'
import { TriangleAlert } from '../icons.tsx'

/** Says that the page does not show all there is, and where the rest is. Nothing is missing without a word. */
export function CutNotice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-2 border-b border-line bg-amber-soft px-4 py-1.5 text-amber">
      <TriangleAlert size={15} className="shrink-0" aria-hidden="true" />
      {children}
    </p>
  )
}
