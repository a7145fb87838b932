import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { BetweenHorizontalStart, Rows3, Trash2 } from '../../ui/icons.tsx'
import { BetweenVerticalStart } from '../icons.tsx'
import type { Place } from './cell-grid.tsx'
import type { Cells } from './cells.ts'

/** Adds and removes rows and columns at the active cell. */
export function CellTools({
  cells,
  active,
  headRows,
  headColumns,
  onChange,
}: {
  cells: Cells
  active: Place
  headRows: number
  /** Number of fixed columns. For zones all. */
  headColumns: number
  onChange: (cells: Cells) => void
}) {
  const width = cells[0]?.length ?? 0
  const emptyRow = Array.from({ length: width }, () => '')
  const canRemoveRow = active.row >= headRows && cells.length > headRows + 1
  const hasColumns = headColumns < width
  const canRemoveColumn = active.column >= headColumns && width > headColumns + 1
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Button icon={BetweenHorizontalStart} onClick={() => onChange(cells.toSpliced(active.row + 1, 0, emptyRow))}>
        <Trans>Add row</Trans>
      </Button>
      {hasColumns && (
        <Button
          icon={BetweenVerticalStart}
          onClick={() => onChange(cells.map((row) => row.toSpliced(Math.max(active.column + 1, headColumns), 0, '')))}
        >
          <Trans>Add column</Trans>
        </Button>
      )}
      <Button
        variant="ghost"
        icon={Trash2}
        disabled={!canRemoveRow}
        onClick={() => onChange(cells.toSpliced(active.row, 1))}
      >
        <Trans>Remove row</Trans>
      </Button>
      {hasColumns && (
        <Button
          variant="ghost"
          icon={Trash2}
          disabled={!canRemoveColumn}
          onClick={() => onChange(cells.map((row) => row.toSpliced(active.column, 1)))}
        >
          <Trans>Remove column</Trans>
        </Button>
      )}
      <span className="flex items-center gap-1.5 pl-2 text-[12px] text-ink-3">
        <Rows3 size={13} aria-hidden="true" />
        <Trans>Type to edit, paste cells from a spreadsheet. * stands for any other zone.</Trans>
      </span>
    </div>
  )
}
