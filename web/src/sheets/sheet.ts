/** Why a cell is unreadable: it shows an error such as `#N/A`, or its formula was never calculated. */
export type CellFault = 'ERROR' | 'NOT_CALCULATED'

/** A line of cells, with its row number in the file. */
export interface SheetLine {
  /** Row number as in a spreadsheet program, from 1, counting empty lines. */
  line: number
  cells: readonly string[]
  /** Unreadable cells, by index from 0. Their text is what the file shows. */
  faults?: ReadonlyMap<number, CellFault>
  /** Numbers shown with fewer decimals than stored, by index from 0. */
  rounded?: ReadonlyMap<number, RoundedCell>
}

/** Stored value of a number shown rounded, and whether a formula calculated it. */
export interface RoundedCell {
  stored: string
  isCalculated: boolean
}

/** Non-empty lines. The first has the titles. */
export type Sheet = readonly SheetLine[]

/** A named sheet of a file. A sheet from text has no name. */
export interface NamedSheet {
  name: string
  lines: Sheet
}

/** Sheets of a file, the likeliest first: hidden or empty ones come last. */
export type Book = readonly NamedSheet[]

/** Why a file cannot be read. */
export type FileFault = 'UNREADABLE' | 'PROTECTED' | 'TOO_LARGE'

/** Thrown for a file that cannot be read. */
export class FileUnreadable extends Error {
  override name = 'FileUnreadable'
  readonly fault: FileFault

  constructor(fault: FileFault) {
    super(`the file is ${fault}`)
    this.fault = fault
  }
}

/** Maximum number of lines searched for titles. */
const mostAbove = 30

/**
 * Index of the header row: the line with the most known titles among the first lines. If none is known, the first line
 * that is not a table title, which fills only its first cell.
 * @param known counts the cells that are known titles
 */
export function headingOf(lines: Sheet, known: (cells: readonly string[]) => number = () => 0): number {
  const counts = lines.slice(0, mostAbove).map(({ cells }) => known(cells))
  const most = Math.max(0, ...counts)
  // A single known word may occur in any table title.
  if (most > 1) return counts.indexOf(most)
  const isTitle = ({ cells }: SheetLine) => cells.findLastIndex((cell) => cell !== '') === 0
  const first = lines.slice(0, mostAbove).findIndex((line) => !isTitle(line))
  return Math.max(0, first)
}
