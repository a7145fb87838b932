import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ErrorPanel } from '../page/error-panel.tsx'
import { StaleBar } from './stale-bar.tsx'

/** Why a list could not be loaded. */
interface ListFailure {
  title: string
  message: string
  requestId?: string
}

interface ListPanelProps {
  title: string
  /** Next to the title, such as a link to the whole list. */
  more?: ReactNode
  /** Undefined until the first response. */
  count: number | undefined
  columns: readonly { title: string; className: string }[]
  failure: ListFailure | undefined
  /** Milliseconds since the epoch of the last response, 0 for none. */
  updatedAt: number
  onRetry: () => void
  /** Shown if there are no rows. */
  empty: ReactNode
  children: ReactNode
}

/**
 * A table with its title and all states: loading, rows, empty, failed, and stale
 * (rows stay if a refresh fails, with their age).
 */
export function ListPanel(props: ListPanelProps) {
  const { title, more, count, columns, failure, updatedAt, onRetry, empty, children } = props
  return (
    <section
      className="flex min-h-0 min-w-0 flex-col border-line max-xl:border-b xl:border-r xl:last:border-r-0"
      aria-label={title}
    >
      <div className="flex h-10 shrink-0 items-center gap-2 px-4">
        <h2 className="font-semibold">{title}</h2>
        {count !== undefined && count > 0 && (
          <span className="tnum text-[12px] text-ink-3">
            <Trans>latest {count}</Trans>
          </span>
        )}
        {more !== undefined && <span className="ml-auto">{more}</span>}
      </div>
      {failure !== undefined && count !== undefined && (
        <StaleBar failure={failure} updatedAt={updatedAt} onRetry={onRetry} />
      )}
      {failure !== undefined && count === undefined && (
        <div className="px-4 py-2">
          <ErrorPanel title={failure.title} message={failure.message} requestId={failure.requestId} onRetry={onRetry} />
        </div>
      )}
      {count === 0 && empty}
      {(count === undefined ? failure === undefined : count > 0) && (
        <div className="min-h-0 flex-1 overflow-auto xl:overflow-y-auto">
          <table className="w-full min-w-[560px] table-fixed border-collapse text-left" aria-busy={count === undefined}>
            <thead className="sticky top-0 z-1 bg-sunken text-[12px] text-ink-2 shadow-[0_1px_0_var(--line),0_-1px_0_var(--line)]">
              <tr className="h-8">
                {columns.map((column) => (
                  <th key={column.title} scope="col" className={`${cellClass} font-medium ${column.className}`}>
                    {column.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{count === undefined ? <SkeletonRows columns={columns.length} /> : children}</tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** Padding of cells. The first and last column align with the panel's title. */
export const cellClass = 'px-2 first:pl-4 last:pr-4'

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const skeletonWidths = ['w-24', 'w-20', 'w-16', 'w-12', 'w-14']

function SkeletonRows({ columns }: { columns: number }) {
  return skeletonRows.map((row) => (
    <tr key={row} className="h-(--row) border-b border-line">
      {skeletonWidths.slice(0, columns).map((width) => (
        <td key={width} className={cellClass}>
          <div className={`skeleton h-3 ${width}`} />
        </td>
      ))}
    </tr>
  ))
}
