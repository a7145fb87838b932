import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { usePhone } from '../use-phone.ts'
import { SidewaysBox } from './sideways-box.tsx'

/** One column of a short table. */
export interface PlainColumn<Row> {
  id: string
  /** Empty for a column of buttons, which stays visible while the others scroll sideways. */
  title: string
  /** Replaces the visible title, which remains its accessible name. */
  head?: ReactNode
  /** Tailwind width, for example `w-32`. The other columns share the rest. */
  width?: string
  /** Numbers are aligned to the right. */
  align?: 'right'
  cell: (row: Row) => ReactNode
}

/** Minimum width in pixels, below which the table scrolls sideways. A column without a width keeps room for a name. */
function leastWidth(columns: readonly { width?: string }[]): number {
  const widths = columns.map(({ width }) => {
    const steps = /^w-(\d+)$/.exec(width ?? '')?.[1]
    return steps === undefined ? 180 : Number(steps) * 4
  })
  return widths.reduce((sum, width) => sum + width, 0)
}

/** A short, fully loaded table without windows or keys. Longer lists use `DataTable`. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  return usePhone() && props.rows !== undefined ? (
    <StackedRows {...props} rows={props.rows} />
  ) : (
    <WideTable {...props} />
  )
}

interface PlainTableProps<Row> {
  label: string
  columns: readonly PlainColumn<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  isFaded?: (row: Row) => boolean
}

/**
 * Rows on a phone: the first column is the title of a row, the others are listed below with their names. Columns with
 * `head` are drawings that need the width, and are left out.
 */
function StackedRows<Row>({ label, columns, rows, keyOf, isFaded }: PlainTableProps<Row> & { rows: readonly Row[] }) {
  const [first, ...others] = columns.filter(({ head }) => head === undefined)
  return (
    <ul className="rounded-lg border border-line" aria-label={label}>
      {rows.map((row) => (
        <li
          key={keyOf(row)}
          className={classNames('border-t border-line px-3 py-2 first:border-t-0', isFaded?.(row) && 'text-ink-3')}
        >
          {first?.cell(row)}
          {others.map(({ id, title, cell }) => (
            <div key={id} className="flex gap-3 pt-1 empty:hidden [overflow-wrap:anywhere]">
              {title !== '' && <span className="w-28 shrink-0 text-[12px] text-ink-3">{title}</span>}
              <div className="min-w-0 flex-1">{cell(row)}</div>
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}

function WideTable<Row>({ label, columns, rows, keyOf, isFaded }: PlainTableProps<Row>) {
  return (
    <SidewaysBox label={label}>
      <table
        className="w-full table-fixed border-collapse text-left"
        style={{ minWidth: leastWidth(columns) }}
        aria-label={label}
        aria-busy={rows === undefined}
      >
        <thead className="bg-sunken text-[12px] text-ink-2">
          <tr className="h-8">
            {columns.map((column) =>
              column.title === '' ? (
                <td key={column.id} className={classNames('sticky right-0 bg-sunken', column.width)} />
              ) : (
                <th
                  key={column.id}
                  scope="col"
                  className={classNames('px-3 font-medium', column.width, sideOf(column))}
                >
                  {column.head === undefined ? (
                    column.title
                  ) : (
                    <>
                      <span className="sr-only">{column.title}</span>
                      {column.head}
                    </>
                  )}
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
                  className={classNames(
                    'border-t border-line bg-surface hover:bg-hover',
                    isFaded?.(row) && 'text-ink-3',
                  )}
                >
                  {columns.map((column) => (
                    <td
                      key={column.id}
                      className={classNames(
                        'h-10 px-3 py-1.5 align-middle [overflow-wrap:anywhere]',
                        column.title === '' && 'sticky right-0 bg-inherit',
                        sideOf(column),
                      )}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </SidewaysBox>
  )
}

function sideOf({ align }: { align?: 'right' }): string | false {
  return align === 'right' && 'text-right'
}
