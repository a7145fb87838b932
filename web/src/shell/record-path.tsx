import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Where the page of a record is, by kind and id; undefined for kinds without a page of their own. */
export function recordPath(kind: string, id: string): string | undefined {
  const folder = folders[kind]
  return folder === undefined ? undefined : `${folder}/${id}`
}

const folders: Readonly<Record<string, string>> = {
  order: '/orders',
  trip: '/trips',
  company: '/companies',
  resource: '/resources',
  location: '/locations',
  invoice: '/invoices',
  credit_note: '/invoices',
  charge: '/charges',
}

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
