import type { QueryClient } from '@tanstack/react-query'
import type { BoardSearch } from './address.ts'
import { boardQuery } from './board.queries.ts'
import { weekOf } from './week.ts'

/** Prefetches the board unless it is cached. Ignores errors: the page requests the board again and shows them. */
export function requestBoard(queryClient: QueryClient, search: BoardSearch): void {
  const { firstDay, end } = weekOf(search, Date.now())
  queryClient.ensureQueryData(boardQuery(firstDay, end)).catch(() => {})
}
