import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Path of a record's page, by kind and id. Undefined for kinds without a page. */
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

/** Link to a record's page. Plain text for a kind without one. */
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
