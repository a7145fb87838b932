import { keepPreviousData, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { newKeys, refreshed, type ShownRows } from './news.ts'

/** One answer of a list that the server filters, sorts and counts. */
export interface ListWindow<Row> {
  items: Row[]
  /** Rows in all, not only in this window. */
  total: number
  /** There are more than the server reads. */
  is_cut?: boolean
}

/** A long list of which only the windows in sight are loaded. */
export interface Windows<Row> {
  /** Undefined until the first answer. */
  total: number | undefined
  /** Undefined while its window is on the way. */
  rowAt(index: number): Row | undefined
  /** The rows at the top of the list, at most so many: those that are not loaded are read. */
  firstRows(most: number): Promise<Row[]>
  /** Says which rows are in sight, both included. */
  show(first: number, last: number): void
  error: Error | null
  /** Milliseconds since the epoch of the last answer, 0 for none. */
  updatedAt: number
  /** What is shown belongs to other filters and is about to be replaced. */
  isStale: boolean
  /** What is in sight has come, and is of these filters. */
  isAnswered: boolean
  retry(): void
  /** There are rows that the server did not read: the page says so. */
  isCut?: boolean
  /** Rows that came in and wait, so that those in sight do not move. */
  news?: {
    count: number
    show(): void
    /** It was shown a moment ago. */
    isFresh(key: string): boolean
    /** The row that comes next is one's own, just added: it does not wait. */
    expectOwn(): void
  }
}

const windowSize = 100

/**
 * Loads the windows of a list as they come into sight. The key must say everything the answer depends on: filters,
 * search and sort. With `keyOf`, rows that come in while the list is shown wait until they are asked for.
 */
export function useWindows<Row>(
  queryKey: readonly unknown[],
  load: (offset: number, limit: number) => Promise<ListWindow<Row>>,
  keyOf?: (row: Row) => string,
  /** Milliseconds between two looks, for a list that changes without a command. */
  everyMs?: number,
): Windows<Row> {
  const client = useQueryClient()
  const [range, setRange] = useState({ first: 0, last: 0 })
  const inSight = useMemo(() => windowsOf(range), [range])
  const windowAt = (at: number) => ({
    queryKey: [...queryKey, 'window', at],
    queryFn: () => load(at * windowSize, windowSize),
  })
  const queries = useQueries({
    queries: inSight.map((at) => ({
      ...windowAt(at),
      placeholderData: keepPreviousData,
      ...(everyMs !== undefined && { refetchInterval: everyMs }),
    })),
  })
  // After a jump no window in sight may be there yet: the list stays as long as it was, or it would jump back.
  const total = useRef<number>(undefined)
  total.current = queries.find((query) => query.data !== undefined)?.data?.total ?? total.current
  const loaded = new Map(inSight.map((at, index) => [at, queries[index]] as const))
  const isStale = queries.some((query) => query.isPlaceholderData)
  const fresh = new Map(
    [...loaded].flatMap(([at, query]) => (query?.data === undefined ? [] : [[at, query.data.items] as const])),
  )
  const held = useHeld(isStale ? undefined : JSON.stringify(queryKey), fresh, total.current, keyOf)
  return {
    total: held.total,
    rowAt: (index) => held.rows.get(Math.floor(index / windowSize))?.[index % windowSize],
    async firstRows(most) {
      const last = Math.min(most, held.total ?? 0) - 1
      const windows = last < 0 ? [] : windowsOf({ first: 0, last })
      // What is in sight is chosen as it is shown: rows that came in and wait are not among them.
      const rows = windows.map(async (at) => held.rows.get(at) ?? (await client.ensureQueryData(windowAt(at))).items)
      return (await Promise.all(rows)).flat().slice(0, most)
    },
    show(first, last) {
      const isSame = windowsOf({ first, last }).join() === inSight.join()
      if (!isSame) setRange({ first, last })
    },
    error: queries.find((query) => query.error !== null)?.error ?? null,
    updatedAt: Math.max(0, ...queries.map((query) => query.dataUpdatedAt)),
    isStale,
    isAnswered: queries.every((query) => query.data !== undefined && !query.isPlaceholderData),
    isCut: queries.some((query) => query.data?.is_cut === true),
    retry() {
      for (const query of queries) void query.refetch()
    },
    news: { count: held.news.length, show: held.release, isFresh: held.isFresh, expectOwn: held.expectOwn },
  }
}

/** Milliseconds that a row which came in is tinted. */
const tintMs = 2_000

/** The rows to show: what was loaded, or what was shown before while rows that came in wait. */
function useHeld<Row>(
  /** Undefined while what was loaded belongs to other filters. */
  listKey: string | undefined,
  fresh: ShownRows<Row>,
  total: number | undefined,
  keyOf: ((row: Row) => string) | undefined,
) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const shown = useRef<{ key: string | undefined; rows: ShownRows<Row>; total: number | undefined }>(undefined)
  const tinted = useRef<ReadonlySet<string>>(new Set())
  const before = listKey !== undefined && shown.current?.key === listKey ? shown.current : undefined
  const isOwn = useRef(false)
  const found = before && keyOf ? newKeys(before.rows, fresh, keyOf) : []
  const news = isOwn.current ? [] : found
  if (found.length > 0) isOwn.current = false
  const rows = news.length > 0 && before && keyOf ? refreshed(before.rows, fresh, keyOf) : fresh
  shown.current =
    news.length > 0 && before ? { ...before, rows: new Map([...fresh, ...rows]) } : { key: listKey, rows: fresh, total }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    rows: shown.current.rows,
    total: shown.current.total,
    news,
    isFresh: (key: string) => tinted.current.has(key),
    expectOwn() {
      isOwn.current = true
    },
    release() {
      shown.current = undefined
      tinted.current = new Set(news)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        tinted.current = new Set()
        redraw()
      }, tintMs)
      redraw()
    },
  }
}

function windowsOf({ first, last }: { first: number; last: number }): number[] {
  const from = Math.floor(Math.max(0, first) / windowSize)
  const to = Math.floor(Math.max(0, last) / windowSize)
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}
