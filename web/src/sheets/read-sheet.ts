import { type ImportColumn, importColumns } from '@cartage/contract/orders/app/import'
import Papa from 'papaparse'
import { saveFile } from '../ui/save-file.ts'
import { type Book, type CellFault, FileUnreadable, type Sheet, type SheetLine } from './sheet.ts'

/** More lines than this are not taken at once. */
export const mostLines = 5_000

/** The text of pasted cells or of a CSV file as cells; lines without content are left out. */
export function readText(text: string): string[][] {
  return readSheet(text).map(({ cells }) => [...cells])
}

/**
 * Reads pasted cells or the text of a CSV file; the mark between cells is found out, or named by a first line `sep=;` as
 * Excel writes it, which has no number. No line vanishes (EXP-3): where a quote at the beginning of a cell is a sign like
 * any other, such as inches, the cells are read without quotes.
 */
export function readSheet(text: string): Sheet {
  const [, named, rest] = /^\ufeff?sep=(.)\r?\n([\s\S]*)$/i.exec(text) ?? []
  const plain = (rest ?? text).replace(/^\ufeff/, '').replace(/[\r\n]+$/, '')
  const settings = { delimiter: named ?? markOf(plain) } as const
  const { data, errors, meta } = Papa.parse<string[]>(plain, settings)
  const isQuoted = !errors.some(({ type }) => type === 'Quotes') && !data.some((line) => hasWholeLine(line, data, meta))
  const lines = isQuoted ? data : Papa.parse<string[]>(plain, { ...settings, quoteChar: '\u0000' }).data
  return lines.map((cells, at) => lineOf(at + 1, cells)).filter(({ cells }) => cells.some((cell) => cell !== ''))
}

/** What spreadsheet programs write for a value they do not have: `#N/A`, `#WERT!`, `#DEEL/0!`, and `###` in a narrow column. */
const errorPattern = /^#(?:N\/[AB]|NV|\p{Lu}+(?:\/0)?[!?]|##+)$/u

function lineOf(line: number, texts: readonly string[]): SheetLine {
  const cells = texts.map((cell) => cell.trim())
  const faults = new Map(cells.flatMap((cell, at) => (errorPattern.test(cell) ? [[at, 'ERROR'] as const] : [])))
  return { line, cells, ...(faults.size > 0 && { faults }) }
}

/** Whether a cell holds the rest of its line and the beginning of another: two quotes met by chance. */
function hasWholeLine(
  line: readonly string[],
  lines: readonly (readonly string[])[],
  { delimiter }: Papa.ParseMeta,
): boolean {
  const head = lines.find((cells) => cells.length > 1) ?? lines[0] ?? []
  // Between two cells of one column there are as many marks as in a line.
  const most = line.length === head.length ? Math.max(1, head.length - 1) : 1
  return line.some((cell) => cell.includes('\n') && cell.split(delimiter).length > most)
}

/**
 * A mark that every line has below the titles of the whole, before commas are looked at: those may be in numbers. Empty:
 * to be found out by what the lines have in common.
 */
function markOf(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const first = lines.findIndex((line) => /[\t;,]/.test(line))
  const table = lines.length - first > 1 ? lines.slice(Math.max(0, first)) : lines
  return ['\t', ';'].find((mark) => table.every((line) => line.includes(mark))) ?? ''
}

/** A file of a spreadsheet program, by how it begins: packed in ZIP or by older programs, or a table in HTML or XML. */
function isWorkbook([one, two, three]: Uint8Array, start: string): boolean {
  if ((one === 0x50 && two === 0x4b) || (one === 0xd0 && two === 0xcf && three === 0x11)) return true
  return one === 0x09 && two! <= 8 && two! % 2 === 0 ? true : /^\s*<(?:\?xml|!doctype|html|table|meta)/i.test(start)
}

/** The largest file that is taken. */
const mostBytes = 50 * 1024 * 1024

/**
 * Reads a file as its sheets: a workbook of a spreadsheet program, or text in UTF-8, UTF-16 or as older Windows programs
 * write it. What it is says the file itself, not its name.
 * @throws FileUnreadable
 */
export async function readFile(file: File): Promise<Book> {
  if (file.size > mostBytes) throw new FileUnreadable('TOO_LARGE')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const start = decode(bytes.slice(0, 200).buffer)
  if (!isWorkbook(bytes, start.replace(/^\ufeff/, ''))) {
    // Programs also save text as .xls, but never under a name of packed files.
    if (/\.(?:xls[xmb]|ods)$/i.test(file.name)) throw new FileUnreadable('UNREADABLE')
    return [{ name: '', lines: readSheet(decode(bytes.buffer)) }]
  }
  const { readWorkbook } = await import('./workbook.ts')
  return readWorkbook(bytes)
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

/** A line of the sheet under its columns. */
export interface SheetRow {
  /** Number of the row in the file. */
  line: number
  values: Record<string, string>
  /** Cells that cannot be read, by column. */
  unreadable?: Record<string, CellFault>
}

/** The lines under the titles, by column; cells that are empty or mean nothing are left out. */
export function rowsOf(sheet: Sheet, columns: readonly (ImportColumn | null)[]): SheetRow[] {
  return sheet.slice(1).map(({ line, cells, faults }) => {
    const values: Record<string, string> = {}
    const unreadable: Record<string, CellFault> = {}
    columns.forEach((column, index) => {
      const [cell, fault] = [cells[index], faults?.get(index)]
      if (column !== null && cell !== undefined && cell !== '') values[column] = cell.slice(0, 2_000)
      if (column !== null && fault !== undefined) unreadable[column] = fault
    })
    return { line, values, ...(faults !== undefined && { unreadable }) }
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
export function csvText(lines: readonly (readonly string[])[]): string {
  return `\u{feff}${Papa.unparse(
    lines.map((line) => [...line]),
    { escapeFormulae: true },
  )}`
}

/** Saves the rows of a sheet as a file. */
export function download(name: string, text: string): void {
  saveFile(name, text, 'text/csv;charset=utf-8')
}
