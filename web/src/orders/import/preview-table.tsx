import { type ImportColumn, importColumns } from '@cartage/contract/orders/app/import'
import { Trans, useLingui } from '@lingui/react/macro'
import { Select } from '../../ui/form/select.tsx'
import type { CheckedRow } from './checked-rows.ts'
import { columnLabels } from './column.labels.ts'
import { FaultLabels } from './fault-text.tsx'

interface TableProps {
  titles: readonly string[]
  /** Cells as in the file, by line. */
  cells: ReadonlyMap<number, readonly string[]>
  columns: (ImportColumn | null)[]
  rows: readonly CheckedRow[]
  hasFaults: boolean
  onColumns: (columns: (ImportColumn | null)[]) => void
}

/** Rows of the sheet below the meaning of their columns, each with its errors. */
export function PreviewTable({ titles, cells, columns, rows, hasFaults, onColumns }: TableProps) {
  return (
    <table className="w-max min-w-full border-collapse text-left">
      <PreviewHead {...{ titles, columns, hasFaults, onColumns }} />
      <tbody>
        {rows.map((checked) => (
          <PreviewRow
            key={checked.row.line}
            {...{ checked, columns, hasFaults }}
            cells={cells.get(checked.row.line) ?? []}
          />
        ))}
      </tbody>
    </table>
  )
}

const unused = '-'

function PreviewHead({
  titles,
  columns,
  hasFaults,
  onColumns,
}: Pick<TableProps, 'titles' | 'columns' | 'hasFaults' | 'onColumns'>) {
  const { t } = useLingui()
  const choices = [
    { value: unused, label: t`Not used` },
    ...importColumns.map((column) => ({ value: column as string, label: t(columnLabels[column]) })),
  ]
  const choose = (at: number, value: string) => {
    const column = value === unused ? null : (value as ImportColumn)
    // A field belongs to one column: the column that had it loses it.
    onColumns(columns.map((before, index) => (index === at ? column : before === column ? null : before)))
  }
  return (
    <thead className="sticky top-0 z-1 bg-surface shadow-[0_1px_0_var(--line)]">
      <tr>
        <th scope="col" className="px-4 py-1.5 align-bottom text-[12px] font-medium text-ink-3">
          <Trans>Row</Trans>
        </th>
        {hasFaults && (
          <th scope="col" className="px-3 py-1.5 align-bottom text-[12px] font-medium text-ink-3">
            <Trans>Issues</Trans>
          </th>
        )}
        {columns.map((column, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a column of a sheet is known by
          <th key={at} scope="col" className="min-w-36 px-1.5 py-1.5 align-bottom">
            <span className="block truncate pb-1 text-[12px] font-medium text-ink-2">{titles[at] || '—'}</span>
            <Select
              label={t`Field for “${titles[at] ?? ''}”`}
              className={column ? 'w-full font-medium' : 'w-full font-medium text-ink-3'}
              choices={choices}
              value={column ?? unused}
              onChange={(value) => choose(at, value)}
            />
          </th>
        ))}
      </tr>
    </thead>
  )
}

function PreviewRow({
  checked: { row, faults, warnings },
  cells,
  columns,
  hasFaults,
}: {
  checked: CheckedRow
  cells: readonly string[]
  columns: readonly (ImportColumn | null)[]
  hasFaults: boolean
}) {
  const own = faults.filter(({ isAsked }) => !isAsked)
  const faulty = new Set(own.map(({ column }) => column))
  const asked = new Set(faults.filter(({ isAsked }) => isAsked).map(({ column }) => column))
  const shadeOf = (column: ImportColumn | null) => {
    if (column === null) return 'text-ink-3'
    return faulty.has(column) ? 'bg-red-soft text-red' : asked.has(column) ? 'bg-amber-soft' : ''
  }
  return (
    <tr className="border-b border-line">
      <td className="px-4 py-1 text-ink-3 tnum">{row.line}</td>
      {hasFaults && (
        <td className="px-3 py-1 text-red">
          <FaultLabels faults={own} />
          {own.length === 0 && asked.size > 0 && (
            <span className="text-amber">
              <Trans>Waits for an answer above</Trans>
            </span>
          )}
          {faults.length === 0 && (
            <span className="text-amber">
              <FaultLabels faults={warnings} />
            </span>
          )}
        </td>
      )}
      {columns.map((column, at) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a column of a sheet is known by
          key={at}
          className={`max-w-56 truncate px-3 py-1 tnum ${shadeOf(column)}`}
        >
          {cells[at]}
        </td>
      ))}
    </tr>
  )
}
