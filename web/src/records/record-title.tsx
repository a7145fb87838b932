import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ChevronRight } from '../ui/icons.tsx'
import { wayBackTo } from '../ui/list-memory.ts'

/** Title of a record page: link to its list, and its name. */
export function RecordTitle({ to, list, children }: { to: string; list: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      <Link to={to} {...wayBackTo(to)} className="text-ink-2 hover:text-ink">
        {list}
      </Link>
      <ChevronRight size={13} className="text-ink-3" aria-hidden="true" />
      {children}
    </span>
  )
}
