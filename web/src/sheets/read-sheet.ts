import { type ImportColumn, importColumns } from '@cartage/contract/orders/app/import'
import Papa from 'papaparse'
import { saveFile } from '../ui/save-file.ts'

/** Lines of cells; the first has the titles. */
export type Sheet = readonly (readonly string[])[]

/** More lines than this are not taken at once. */
export const mostLines = 5_000

/**
 * Reads pasted cells or the text of a CSV file; the mark between cells is found out, or named by a first line `sep=;` as
 * Excel writes it. No line vanishes (EXP-3): where a quote at the beginning of a cell is a sign like any other, such as
 * inches, the cells are read without quotes.
 */
export function readText(text: string): Sheet {
  const [, named, rest] = /^\ufeff?sep=(.)\r?\n([\s\S]*)$/i.exec(text) ?? []
  const plain = (rest ?? text).replace(/^\ufeff/, '').trim()
  const settings = { skipEmptyLines: 'greedy', delimiter: named ?? markOf(plain) } as const
  const { data, errors, meta } = Papa.parse<string[]>(plain, settings)
  const isQuoted = !errors.some(({ type }) => type === 'Quotes') && !data.some((line) => hasWholeLine(line, data, meta))
  const lines = isQuoted ? data : Papa.parse<string[]>(plain, { ...settings, quoteChar: '\u0000' }).data
  return lines.map((line) => line.map((cell) => cell.trim()))
}

/** Whether a cell holds the rest of its line and the beginning of another: two quotes met by chance. */
function hasWholeLine(
  line: readonly string[],
  [head = []]: readonly (readonly string[])[],
  { delimiter }: Papa.ParseMeta,
): boolean {
  // Between two cells of one column there are as many marks as in a line.
  const most = line.length === head.length ? Math.max(1, head.length - 1) : 1
  return line.some((cell) => cell.includes('\n') && cell.split(delimiter).length > most)
}

/**
 * A mark that every line has, before commas are looked at: those may be in numbers. Empty: to be found out by what the
 * lines have in common.
 */
function markOf(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return ['\t', ';'].find((mark) => lines.every((line) => line.includes(mark))) ?? ''
}

/** Reads a file: .xlsx, or text in UTF-8 or as older Windows programs write it. @throws when it cannot be read */
export async function readFile(file: File): Promise<Sheet> {
  if (/\.xlsx$/i.test(file.name)) return await readExcel(file)
  const bytes = await file.arrayBuffer()
  return readText(decode(bytes))
}

/** The text of a file in UTF-8, in UTF-16 as Excel writes Unicode text, or as older Windows programs write it. */
export function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Bytes of one part of an .xlsx file: a small file may unpack to more than a browser holds. */
const largestPart = 64 * 1024 * 1024

function fits(size: number): boolean {
  if (size > largestPart) throw new RangeError('a part of the file is too large')
  return true
}

async function readExcel(file: File): Promise<Sheet> {
  const [{ readSheet }, { unzipSync, zipSync }] = await Promise.all([
    import('read-excel-file/universal'),
    import('fflate'),
  ])
  // Unpacked here, and packed again without compression: the reader would unpack larger parts in workers of its own,
  // which the content policy forbids.
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()), {
    filter: ({ originalSize }) => fits(originalSize),
  })
  const lines = await readSheet(new Blob([zipSync(parts, { level: 0 }) as Uint8Array<ArrayBuffer>]))
  return lines.map((line) => line.map((cell) => cellText(cell))).filter((line) => line.some((cell) => cell !== ''))
}

/** A cell as its text: days as YYYY-MM-DD, times of day as HH:mm. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) {
    const text = cell.toISOString()
    return cell.getUTCFullYear() < 1901 ? text.slice(11, 16) : text.slice(0, 10)
  }
  if (typeof cell !== 'number') return String(cell).trim()
  const text = String(cell)
  // 1.125 in a text could be eleven hundred twenty-five; a number of a sheet is what it is.
  return /^-?\d+\.\d{3}$/.test(text) ? `${text}0` : text
}

/** A line of the sheet under its columns. */
export interface SheetRow {
  /** Number of the line in the sheet, from 1 with the titles. */
  line: number
  values: Record<string, string>
}

/** The lines under the titles, by column; cells that are empty or mean nothing are left out. */
export function rowsOf(sheet: Sheet, columns: readonly (ImportColumn | null)[]): SheetRow[] {
  return sheet.slice(1).map((cells, at) => {
    const values: Record<string, string> = {}
    columns.forEach((column, index) => {
      const cell = cells[index]
      if (column !== null && cell !== undefined && cell !== '') values[column] = cell.slice(0, 2_000)
    })
    return { line: at + 2, values }
  })
}

/** The template to fill in: its titles, and one line that shows how. */
export function templateText(): string {
  const example: Partial<Record<ImportColumn, string>> = {
    customer: 'Demo customer',
    reference: 'PO-4711',
    pickup_name: 'Quay 12',
    pickup_city: 'Rotterdam',
    pickup_country: 'NL',
    pickup_date: '25-11-2026',
    pickup_from: '8:00',
    pickup_to: '12:00',
    delivery_name: 'Warehouse 3',
    delivery_city: 'Duisburg',
    delivery_country: 'DE',
    delivery_date: '26-11-2026',
    goods: 'Machine parts',
    quantity: '4',
    weight_kg: '1200',
  }
  return csvText([importColumns, importColumns.map((column) => example[column] ?? '')])
}

/** Cells as a CSV that spreadsheet programs open: with a byte order mark, and no cell that would be run as a formula. */
export function csvText(lines: Sheet): string {
  return `\u{feff}${Papa.unparse(
    lines.map((line) => [...line]),
    { escapeFormulae: true },
  )}`
}

/** Saves the rows of a sheet as a file. */
export function download(name: string, text: string): void {
  saveFile(name, text, 'text/csv;charset=utf-8')
}
