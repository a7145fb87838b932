import { t } from '@lingui/core/macro'
import type { RoundedCell, Sheet, SheetLine } from '../../sheets/sheet.ts'
import type { RowRemark } from '../tables/sheet-rows.tsx'

/** Most decimals that a person types: a number with more of them was calculated and pasted. */
const mostTyped = 6

/** Whether a number is taken as the file stores it. */
function isTyped({ stored, isCalculated }: RoundedCell): boolean {
  return !isCalculated && (stored.split('.')[1] ?? '').replace(/0+$/, '').length <= mostTyped
}

/**
 * EXP-6: a sheet for prices. A number that was typed is the one that the file stores, also where a cell shows fewer decimals:
 * no one types decimals that are not meant. One that was calculated is as it is shown, which is what was printed and agreed.
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
 * EXP-6: what is said of the rows with numbers that the file shows rounded: the first of a row, and how many more there are.
 * @param sheet as it was read, before `withStoredPrices`
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
