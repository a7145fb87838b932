import { t } from '@lingui/core/macro'
import type { RoundedCell, Sheet, SheetLine } from '../../sheets/sheet.ts'
import type { RowRemark } from '../tables/sheet-rows.tsx'

/** Maximum number of decimals that people type. A number with more was calculated and pasted. */
const mostTyped = 6

/** Whether to take the number as stored. */
function isTyped({ stored, isCalculated }: RoundedCell): boolean {
  return !isCalculated && (stored.split('.')[1] ?? '').replace(/0+$/, '').length <= mostTyped
}

/**
 * EXP-6: a sheet of prices. Typed numbers count as stored, even where the cell shows fewer decimals: they were meant.
 * Calculated numbers count as shown, which is what was printed and agreed.
 */
export function withStoredPrices(sheet: Sheet): Sheet {
  return sheet.map((line) => (line.rounded === undefined ? line : { ...line, cells: storedCells(line) }))
}

function storedCells({ cells, rounded }: SheetLine): string[] {
  return cells.map((cell, at) => {
    const one = rounded?.get(at)
    return one && isTyped(one) ? one.stored : cell
  })
}

/**
 * EXP-6: remarks on rows with numbers that the file shows rounded: the first number and how many others.
 * @param sheet as read, before `withStoredPrices`
 */
export function roundedRemarks(sheet: Sheet): RowRemark[] {
  return sheet.flatMap(({ line, cells, rounded }): RowRemark[] => {
    const [first] = rounded ?? []
    if (!first || !rounded) return []
    const [at, one] = first
    const [shown, stored, used] = [cells[at] ?? '', one.stored, isTyped(one) ? one.stored : (cells[at] ?? '')]
    const more = rounded.size - 1
    const message =
      more === 0
        ? t`The file shows ${shown} and stores ${stored}. Used: ${used}.`
        : t`The file shows ${shown} and stores ${stored}. Used: ${used}. Cells like this in the row: ${more} more.`
    return [{ row: line, message, isFault: false }]
  })
}
