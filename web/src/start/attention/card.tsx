import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { failureOf } from '../../api/failure.ts'
import { CircleCheck } from '../../ui/icons.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { mostShown } from './queries.ts'

/** Classes of a card's title, which links to all of its rows. */
export const titleClass = 'min-w-0 truncate font-semibold underline-offset-2 hover:underline'

/** Classes of a row, which links to the record. */
export const lineClass = 'flex min-h-8 items-center gap-2.5 px-3 py-1 hover:bg-hover'

/** Some of the waiting rows. Lists without a total return a cursor instead. */
interface Attention<Row> {
  items: Row[]
  total?: number
  next_cursor?: string | null
}

interface AttentionCardProps<Row> {
  /** A link to all rows. */
  title: ReactNode
  query: UseQueryResult<Attention<Row>>
  keyOf: (row: Row) => string
  line: (row: Row) => ReactNode
  /** Shown when there is nothing to do. */
  none: string
  /** Total number of rows, if more than shown. */
  total?: number | null | undefined
}

/** One kind of pending work: its number and first rows. */
export function AttentionCard<Row>({ title, query, keyOf, line, none, total }: AttentionCardProps<Row>) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="flex min-w-0 flex-col rounded-lg border border-line">
      <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-3">
        <h2 id={headingId} className="flex min-w-0">
          {title}
        </h2>
        {query.data && <Count attention={query.data} total={total} />}
      </div>
      <Rows query={query} keyOf={keyOf} line={line} none={none} />
    </section>
  )
}

function Count<Row>({ attention, total }: { attention: Attention<Row>; total: number | null | undefined }) {
  const { items, next_cursor } = attention
  const number = total ?? attention.total ?? items.length
  if (number === 0) return null
  const isMore = total == null && attention.total === undefined && next_cursor != null
  return <span className="tag tone-amber tnum">{isMore ? `${number}+` : number}</span>
}

function Rows<Row>({ query, keyOf, line, none }: Pick<AttentionCardProps<Row>, 'query' | 'keyOf' | 'line' | 'none'>) {
  if (query.data === undefined && query.error !== null) {
    return (
      <div className="p-3">
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      </div>
    )
  }
  if (query.data === undefined) return <Shadow />
  if (query.data.items.length === 0) {
    return (
      <p className="flex items-center gap-2 px-3 py-2.5 text-ink-3">
        <CircleCheck size={14} className="shrink-0 text-green" aria-hidden="true" />
        {none}
      </p>
    )
  }
  return (
    <ul className="py-1">
      {query.data.items.slice(0, mostShown).map((row) => (
        <li key={keyOf(row)}>{line(row)}</li>
      ))}
    </ul>
  )
}

/** As high as a full card, so that the layout barely shifts on load. */
function Shadow() {
  return (
    <div className="py-1" aria-busy="true">
      <span className="sr-only">
        <Trans>Loading…</Trans>
      </span>
      {['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5', 'w-1/2'].map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content
        <div key={at} className="flex h-8 items-center px-3">
          <div className={`skeleton h-3 ${width}`} />
        </div>
      ))}
    </div>
  )
}
