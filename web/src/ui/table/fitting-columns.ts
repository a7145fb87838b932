import type { Column } from './data-table.tsx'

/** What selecting and the margins take, in pixels. */
const edge = 40

/**
 * The columns of a list next to an open panel: as many, from the first, as are seen whole, and those that are always
 * shown. The panel shows the rest of the record.
 * @param width pixels there are; 0 while they are not known, or when no panel is open
 */
export function fittingColumns<Row>(columns: readonly Column<Row>[], width: number): readonly Column<Row>[] {
  if (width === 0) return columns
  let left = width - edge
  return columns.filter((column, at) => {
    left -= column.width
    return left >= 0 || column.isFixed === true || at === 0
  })
}
