import { getPlanningBoard, type PlanningBoard } from '@cartage/contract/planning/app/board'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { instantText } from '../ui/time/time-text.ts'

/** Unplanned orders of which no more are loaded. */
const enough = 500

/** Two instants as requests carry them. */
export const spanOf = (from: number, to: number) => ({
  from: instantText(new Date(from)),
  to: instantText(new Date(to)),
})

/**
 * Everything the board shows between two instants, with the oldest unplanned orders. Changes of trips and orders are read
 * one by one and put into it (`live/use-live-board.ts`), so that it is read again only when no page has followed them.
 */
export function boardQuery(from: number, to: number) {
  const query = spanOf(from, to)
  return queryOptions({
    queryKey: ['planning-board', query],
    async queryFn({ client, queryKey }): Promise<PlanningBoard> {
      const board = await call(getPlanningBoard, { query })
      // The first board is shown at once and the rest of the pool follows; a board that is read again keeps its pool.
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

/** Loads the next unplanned orders into a board that is shown, unless it has enough of them. */
export async function loadMoreUnplanned(client: QueryClient, from: number, to: number): Promise<void> {
  const { queryKey } = boardQuery(from, to)
  const before = client.getQueryState(queryKey)
  if (before?.data === undefined || before.fetchStatus === 'fetching' || !hasMore(before.data)) return
  const cursor = before.data.next_cursor!
  const next = await call(getPlanningBoard, { query: { ...spanOf(from, to), cursor } })
  const now = client.getQueryState(queryKey)
  if (now?.data?.next_cursor !== cursor || now.fetchStatus === 'fetching') return
  // What others planned meanwhile may be in the page as it was before.
  if (now.dataUpdateCount !== before.dataUpdateCount) return await loadMoreUnplanned(client, from, to)
  const known = new Set(now.data.unplanned.map(({ order_id }) => order_id))
  client.setQueryData(queryKey, {
    ...now.data,
    unplanned: [...now.data.unplanned, ...next.unplanned.filter(({ order_id }) => !known.has(order_id))],
    places: [...now.data.places, ...next.places],
    next_cursor: next.next_cursor,
  })
}
