import type { ReactNode } from 'react'
import { TriangleAlert } from '../icons.tsx'

/** States that the page is incomplete, and where the rest is. Nothing is cut off silently. */
export function CutNotice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-2 border-b border-line bg-amber-soft px-4 py-1.5 text-amber">
      <TriangleAlert size={15} className="shrink-0" aria-hidden="true" />
      {children}
    </p>
  )
}
