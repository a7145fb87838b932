import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Windows } from './row-windows.ts'

/** One page of a list with a cursor. */
export interface ListPage<Row> {
  items: Row[]
  next_cursor: string | null
}

/** Number of rows before the end at which the next page is loaded. */
const ahead = 30

/** Milliseconds between polls of a log: machine traffic changes without commands and is not in the change stream. */
export const logMs = 5_000

/**
 * Loads a cursor-based list page by page while scrolling. `total` is the number of loaded rows, plus one while there is
 * a next page.
 */
export function usePages<Row>(
  queryKey: readonly unknown[],
  load: (cursor: string | undefined) => Promise<ListPage<Row>>,
): Windows<Row> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: logMs,
  })
  const rows = query.data?.pages.flatMap((page) => page.items)
  const total = rows && rows.length + (query.hasNextPage ? 1 : 0)
  return {
    total,
    rowAt: (index) => rows?.[index],
    firstRows: (most) => Promise.resolve(rows?.slice(0, most) ?? []),
    show(_first, last) {
      const isNear = rows !== undefined && last + ahead >= rows.length
      if (isNear && query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    error: query.error,
    updatedAt: query.dataUpdatedAt,
    isStale: query.isPlaceholderData,
    isAnswered: rows !== undefined && !query.isPlaceholderData,
    retry: () => void query.refetch(),
  }
}
