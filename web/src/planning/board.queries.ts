import { getPlanningBoard, type PlanningBoard } from '@cartage/contract/planning/app/board'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { instantText } from '../ui/time/time-text.ts'

/** Maximum number of unplanned orders loaded. */
const enough = 500

/** Two instants in request format. */
export const spanOf = (from: number, to: number) => ({
  from: instantText(new Date(from)),
  to: instantText(new Date(to)),
})

/**
 * Everything the board shows between two instants, with the oldest unplanned orders. Changed trips and orders are
 * fetched one by one and merged (`live/use-live-board.ts`), so that the whole board is refetched only if no page has
 * followed it.
 */
export function boardQuery(from: number, to: number) {
  const query = spanOf(from, to)
  return queryOptions({
    queryKey: ['planning-board', query],
    async queryFn({ client, queryKey }): Promise<PlanningBoard> {
      const board = await call(getPlanningBoard, { query })
      // The first board shows at once, and the rest of the pool follows. A refetched board keeps its pool.
      const isFirst = client.getQueryData(queryKey) === undefined
      while (!isFirst && hasMore(board)) {
        const next = await call(getPlanningBoard, { query: { ...query, cursor: board.next_cursor! } })
        board.unplanned.push(...next.unplanned)
        board.places.push(...next.places)
        board.next_cursor = next.next_cursor
      }
      return board
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
}

function hasMore({ next_cursor, unplanned }: Pick<PlanningBoard, 'next_cursor' | 'unplanned'>): boolean {
  return next_cursor !== null && unplanned.length < enough
}

/** Loads the next unplanned orders into the cached board, up to the limit. */
export async function loadMoreUnplanned(client: QueryClient, from: number, to: number): Promise<void> {
  const { queryKey } = boardQuery(from, to)
  const before = client.getQueryState(queryKey)
  if (before?.data === undefined || before.fetchStatus === 'fetching' || !hasMore(before.data)) return
  const cursor = before.data.next_cursor!
  const next = await call(getPlanningBoard, { query: { ...spanOf(from, to), cursor } })
  const now = client.getQueryState(queryKey)
  if (now?.data?.next_cursor !== cursor || now.fetchStatus === 'fetching') return
  // The page may predate what others planned meanwhile.
  if (now.dataUpdateCount !== before.dataUpdateCount) return await loadMoreUnplanned(client, from, to)
  const known = new Set(now.data.unplanned.map(({ order_id }) => order_id))
  client.setQueryData(queryKey, {
    ...now.data,
    unplanned: [...now.data.unplanned, ...next.unplanned.filter(({ order_id }) => !known.has(order_id))],
    places: [...now.data.places, ...next.places],
    next_cursor: next.next_cursor,
  })
}
