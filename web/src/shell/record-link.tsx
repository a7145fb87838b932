import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { recordPath } from './record-path.ts'

/** Links to the page of a record; of a kind without a page, only its words. */
export function RecordLink({
  kind,
  id,
  className,
  children,
}: {
  kind: string
  id: string
  className?: string
  children: ReactNode
}) {
  const path = recordPath(kind, id)
  if (path === undefined) return children
  return (
    <Link to={path} className={className}>
      {children}
    </Link>
  )
}
