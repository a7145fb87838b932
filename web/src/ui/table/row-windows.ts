import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'

/** One answer of a list that the server filters, sorts and counts. */
export interface ListWindow<Row> {
  items: Row[]
  /** Rows in all, not only in this window. */
  total: number
}

/** A long list of which only the windows in sight are loaded. */
export interface Windows<Row> {
  /** Undefined until the first answer. */
  total: number | undefined
  /** Undefined while its window is on the way. */
  rowAt(index: number): Row | undefined
  /** Says which rows are in sight, both included. */
  show(first: number, last: number): void
  error: Error | null
  /** Milliseconds since the epoch of the last answer, 0 for none. */
  updatedAt: number
  /** What is shown belongs to other filters and is about to be replaced. */
  isStale: boolean
  retry(): void
}

const windowSize = 100

/**
 * Loads the windows of a list as they come into sight. The key must say everything the answer depends on: filters,
 * search and sort.
 */
export function useWindows<Row>(
  queryKey: readonly unknown[],
  load: (offset: number, limit: number) => Promise<ListWindow<Row>>,
): Windows<Row> {
  const [range, setRange] = useState({ first: 0, last: 0 })
  const inSight = useMemo(() => windowsOf(range), [range])
  const queries = useQueries({
    queries: inSight.map((at) => ({
      queryKey: [...queryKey, 'window', at],
      queryFn: () => load(at * windowSize, windowSize),
      placeholderData: keepPreviousData,
    })),
  })
  // After a jump no window in sight may be there yet: the list stays as long as it was, or it would jump back.
  const total = useRef<number>(undefined)
  total.current = queries.find((query) => query.data !== undefined)?.data?.total ?? total.current
  return {
    total: total.current,
    rowAt(index) {
      const at = inSight.indexOf(Math.floor(index / windowSize))
      return queries[at]?.data?.items[index % windowSize]
    },
    show(first, last) {
      const isSame = windowsOf({ first, last }).join() === inSight.join()
      if (!isSame) setRange({ first, last })
    },
    error: queries.find((query) => query.error !== null)?.error ?? null,
    updatedAt: Math.max(0, ...queries.map((query) => query.dataUpdatedAt)),
    isStale: queries.some((query) => query.isPlaceholderData),
    retry() {
      for (const query of queries) void query.refetch()
    },
  }
}

function windowsOf({ first, last }: { first: number; last: number }): number[] {
  const from = Math.floor(Math.max(0, first) / windowSize)
  const to = Math.floor(Math.max(0, last) / windowSize)
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}
