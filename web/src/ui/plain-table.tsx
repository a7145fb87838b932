import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** One column of a short table. */
export interface PlainColumn<Row> {
  id: string
  /** Empty for a column of buttons. */
  title: string
  /** Tailwind width, for example `w-32`; the others share what is left. */
  width?: string
  cell: (row: Row) => ReactNode
}

/** A table of a few rows that are all there: no windows, no keys. Longer lists take `DataTable`. */
export function PlainTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  isFaded,
}: {
  label: string
  columns: readonly PlainColumn<Row>[]
  /** Undefined while they are on the way. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  isFaded?: (row: Row) => boolean
}) {
  return (
    <div className="overflow-x-auto rounded-lg border border-line">
      <table
        className="w-full min-w-[640px] table-fixed border-collapse text-left"
        aria-label={label}
        aria-busy={rows === undefined}
      >
        <thead className="bg-sunken text-[12px] text-ink-2">
          <tr className="h-8">
            {columns.map((column) =>
              column.title === '' ? (
                <td key={column.id} className={column.width} />
              ) : (
                <th key={column.id} scope="col" className={classNames('px-3 font-medium', column.width)}>
                  {column.title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? [0, 1, 2].map((row) => (
                <tr key={row} className="h-10 border-t border-line">
                  {columns.map((column) => (
                    <td key={column.id} className="px-3">
                      <div className="skeleton h-3 w-2/3" />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr
                  key={keyOf(row)}
                  className={classNames('border-t border-line hover:bg-hover', isFaded?.(row) && 'text-ink-3')}
                >
                  {columns.map((column) => (
                    <td key={column.id} className="h-10 px-3 py-1.5 align-middle [overflow-wrap:anywhere]">
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}
