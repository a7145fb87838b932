import type { UseQueryResult } from '@tanstack/react-query'
import type { Windows } from '../ui/table/row-windows.ts'

/** Adapts a fully loaded list to the windowed table. */
export function windowsOf<Row>(query: UseQueryResult<unknown>, rows: readonly Row[] | undefined): Windows<Row> {
  return {
    total: rows?.length,
    rowAt: (index) => rows?.[index],
    firstRows: (most) => Promise.resolve(rows?.slice(0, most) ?? []),
    show: () => {},
    error: query.error,
    updatedAt: query.dataUpdatedAt,
    isStale: false,
    isAnswered: rows !== undefined,
    retry: () => void query.refetch(),
  }
}
