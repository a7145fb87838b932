import type { QueryClient } from '@tanstack/react-query'
import type { BoardSearch } from './address.ts'
import { boardQuery } from './board.queries.ts'
import { weekOf } from './week.ts'

/** Requests the board of an address unless it is kept. Why it cannot be read is shown by the page, which requests it again. */
export function requestBoard(queryClient: QueryClient, search: BoardSearch): void {
  const { firstDay, end } = weekOf(search, Date.now())
  queryClient.ensureQueryData(boardQuery(firstDay, end)).catch(() => {})
}
