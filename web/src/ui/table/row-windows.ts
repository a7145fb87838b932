import { keepPreviousData, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { newKeys, refreshed, type ShownRows } from './news.ts'

/** One response of a list that the server filters, sorts and counts. */
export interface ListWindow<Row> {
  items: Row[]
  /** Total number of rows, not only in this window. */
  total: number
  /** Whether there are more rows than the server reads. */
  is_cut?: boolean
}

/** A long list of which only the visible windows are loaded. */
export interface Windows<Row> {
  /** Undefined until the first response. */
  total: number | undefined
  /** Undefined while its window is loading. */
  rowAt(index: number): Row | undefined
  /** The first rows of the list, up to a maximum. Loads missing ones. */
  firstRows(most: number): Promise<Row[]>
  /** Reports the range of visible rows, both inclusive. */
  show(first: number, last: number): void
  error: Error | null
  /** Milliseconds since the epoch of the last response, 0 for none. */
  updatedAt: number
  /** The displayed rows belong to other filters and are about to be replaced. */
  isStale: boolean
  /** The visible rows are loaded and match the current filters. */
  isAnswered: boolean
  retry(): void
  /** Whether there are rows that the server did not read. The page states so. */
  isCut?: boolean
  /** New rows held back, so that visible rows stay in place. */
  news?: {
    count: number
    show(): void
    /** Whether the row was added to the display a moment ago. */
    isFresh(key: string): boolean
    /** The next new row is the user's own: it is shown at once. */
    expectOwn(): void
  }
}

const windowSize = 100

/**
 * Loads the windows of a list as they become visible. The key must contain everything the response depends on: filters,
 * search and sort. With `keyOf`, new rows are held back until requested.
 */
export function useWindows<Row>(
  queryKey: readonly unknown[],
  load: (offset: number, limit: number) => Promise<ListWindow<Row>>,
  keyOf?: (row: Row) => string,
  /** Milliseconds between polls, for a list that changes without commands. */
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
  // After a jump no visible window may be loaded yet: the list keeps its length, or it would jump back.
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
      // The rows as displayed, without new rows that are held back.
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

/** Milliseconds for which a new row is highlighted. */
const tintMs = 2_000

/** The rows to display: the loaded ones, or the previous ones while new rows are held back. */
function useHeld<Row>(
  /** Undefined while the loaded rows belong to other filters. */
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
