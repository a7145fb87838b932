import type { ImportColumn } from '@cartage/contract/orders/app/import'
import type { DecimalMark } from '@cartage/contract/reading/number'
import { keep, readStored } from '../../device/storage.ts'
import type { SheetLine } from '../../sheets/sheet.ts'
import { type ChosenSheet, linesOf } from '../../sheets/use-book.ts'

/** What a text means in a column of the whole sheet. The empty text stands for empty cells. */
export interface Answer {
  column: ImportColumn
  text: string
  to: string
}

/** A file with the meaning of its columns and the answers about its texts. */
export interface LoadedSheet {
  name: string
  /** The file as it was read. */
  original: ChosenSheet
  columns: (ImportColumn | null)[]
  /** Decimal mark that the user confirmed for this sheet. */
  decimal?: DecimalMark | undefined
  answers: readonly Answer[]
  /** Whether columns and answers are those of an earlier file with the same headings. */
  isRecalled: boolean
}

/**
 * The sheet with its answers in place of the texts. A customer for rows without one gets a column when the sheet has
 * none (EXP-8).
 */
export function answered({ original, columns, answers }: Pick<LoadedSheet, 'original' | 'columns' | 'answers'>) {
  const all = withCustomer(original, columns, answers)
  const places = answers.map((answer) => ({ ...answer, at: all.indexOf(answer.column) }))
  const replaced = (line: SheetLine): SheetLine => {
    const cells = [...line.cells]
    for (const { at, text, to } of places) if (at >= 0 && (cells[at] ?? '').trim() === text) put(cells, at, to)
    return { ...line, cells }
  }
  const book = original.book.map((sheet, at) =>
    at === original.at
      ? { ...sheet, lines: sheet.lines.map((line, place) => (place > original.first ? replaced(line) : line)) }
      : sheet,
  )
  return { chosen: { ...original, book }, columns: all }
}

function withCustomer(original: ChosenSheet, columns: readonly (ImportColumn | null)[], answers: readonly Answer[]) {
  const isAnswered = answers.some(({ column }) => column === 'customer')
  if (!isAnswered || columns.includes('customer')) return [...columns]
  // Behind the last cell of all rows, because a row may have more cells than headings.
  const width = Math.max(columns.length, ...linesOf(original).map(({ cells }) => cells.length))
  return [...columns, ...Array.from({ length: width - columns.length }, () => null), 'customer' as const]
}

function put(cells: string[], at: number, to: string): void {
  while (cells.length < at) cells.push('')
  cells[at] = to
}

/** The answers with one more, which replaces an earlier one about the same text. */
export function withAnswer(answers: readonly Answer[], answer: Answer): Answer[] {
  return [...answers.filter(({ column, text }) => column !== answer.column || text !== answer.text), answer]
}

/** How a file with these headings was imported (EXP-9). */
export interface Layout extends Pick<LoadedSheet, 'columns' | 'decimal' | 'answers'> {
  headings: readonly string[]
}

/** Number of layouts stored for a user on this device. */
const mostLayouts = 30

function storedLayouts(owner: string): Layout[] {
  const stored = readStored<unknown>(`${owner}.import-layouts`)
  return Array.isArray(stored) ? stored : []
}

const isSame = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other)

/** The stored layout of a file with these headings. */
export function layoutOf(owner: string, headings: readonly string[]): Layout | undefined {
  return storedLayouts(owner).find((layout) => isSame(layout.headings, headings))
}

/** Stores how this file is imported, for the next one with the same headings. */
export function rememberLayout(owner: string, { original, columns, decimal, answers }: LoadedSheet): void {
  const headings = linesOf(original)[0]?.cells ?? []
  const others = storedLayouts(owner).filter((layout) => !isSame(layout.headings, headings))
  const layout: Layout = { headings, columns, decimal, answers }
  keep(`${owner}.import-layouts`, [layout, ...others].slice(0, mostLayouts))
}
