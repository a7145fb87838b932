import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureOf } from '../api/failure.ts'
import { ErrorPanel } from '../ui/page/error-panel.tsx'

/** The loaded data. A skeleton while loading, or the error. */
export function Loaded<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null) {
    return (
      <div className="p-4">
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      </div>
    )
  }
  return (
    <div className="grid gap-3 p-4" aria-busy="true">
      {['w-1/3', 'w-1/2', 'w-2/5', 'w-1/4'].map((width) => (
        <div key={width} className={`skeleton h-4 ${width}`} />
      ))}
    </div>
  )
}
