/** Pixels for the selection column and the margins. */
const edge = 40

/**
 * Columns of a list next to an open panel: fixed ones, and as many others from the first as fit completely. The panel
 * shows the rest of the record.
 * @param width available pixels, 0 if unknown or if no panel is open
 */
export function fittingColumns<Column extends { width: number; isFixed?: boolean }>(
  columns: readonly Column[],
  width: number,
): readonly Column[] {
  if (width === 0) return columns
  let left = width - edge
  return columns.filter((column, at) => {
    left -= column.width
    return left >= 0 || column.isFixed === true || at === 0
  })
}
