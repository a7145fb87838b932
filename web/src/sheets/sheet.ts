/** Why a cell cannot be read: it shows an error such as `#N/A`, or a formula in it was never calculated. */
export type CellFault = 'ERROR' | 'NOT_CALCULATED'

/** A line of cells, with its place in the file. */
export interface SheetLine {
  /** Number of the row as a spreadsheet program shows it, from 1; lines without content count. */
  line: number
  cells: readonly string[]
  /** Cells that cannot be read, by their place from 0. Their text is what the file shows. */
  faults?: ReadonlyMap<number, CellFault>
  /** Numbers that the file shows with fewer decimals than it stores, by their place from 0. */
  rounded?: ReadonlyMap<number, RoundedCell>
}

/** What the file stores of a number that it shows rounded, and whether a formula calculated it. */
export interface RoundedCell {
  stored: string
  isCalculated: boolean
}

/** Lines with content; the first has the titles. */
export type Sheet = readonly SheetLine[]

/** A sheet of a file under its name; the one of a text has none. */
export interface NamedSheet {
  name: string
  lines: Sheet
}

/** The sheets of a file, the one that is meant first: those that are hidden, or have nothing, come last. */
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

/** How far down titles are looked for. */
const mostAbove = 30

/**
 * The place of the line with the titles: the one with the most cells that are known, among the first; where none is
 * known, the first line that is no title of the whole, which fills its first cell alone.
 * @param known how many of the cells are known as titles
 */
export function headingOf(lines: Sheet, known: (cells: readonly string[]) => number = () => 0): number {
  const counts = lines.slice(0, mostAbove).map(({ cells }) => known(cells))
  const most = Math.max(0, ...counts)
  // One word that is known may stand in any title.
  if (most > 1) return counts.indexOf(most)
  const isTitle = ({ cells }: SheetLine) => cells.findLastIndex((cell) => cell !== '') === 0
  const first = lines.slice(0, mostAbove).findIndex((line) => !isTitle(line))
  return Math.max(0, first)
}
