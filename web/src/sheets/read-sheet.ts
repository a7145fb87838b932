import { type ImportColumn, importColumns } from '@cartage/contract/orders/app/import'
import Papa from 'papaparse'
import { saveFile } from '../ui/save-file.ts'
import { type Book, type CellFault, FileUnreadable, type Sheet, type SheetLine } from './sheet.ts'

/** Maximum number of lines accepted at once. */
export const mostLines = 5_000

/** Parses pasted cells or CSV text into cells, without empty lines. */
export function readText(text: string): string[][] {
  return readSheet(text).map(({ cells }) => [...cells])
}

/**
 * Parses pasted cells or CSV text. The delimiter is detected, or named by a first line `sep=;` as written by Excel,
 * which has no row number. No line is lost (EXP-3): where a quote at the start of a cell is an ordinary character, such
 * as inches, the cells are parsed without quoting.
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

/** Error values of spreadsheet programs: `#N/A`, `#WERT!`, `#DEEL/0!`, and `###` in a narrow column. */
const errorPattern = /^#(?:N\/[AB]|NV|\p{Lu}+(?:\/0)?[!?]|##+)$/u

function lineOf(line: number, texts: readonly string[]): SheetLine {
  const cells = texts.map((cell) => cell.trim())
  const faults = new Map(cells.flatMap((cell, at) => (errorPattern.test(cell) ? [[at, 'ERROR'] as const] : [])))
  return { line, cells, ...(faults.size > 0 && { faults }) }
}

/** Whether a cell holds the rest of its line and the start of another, because two unrelated quotes were paired. */
function hasWholeLine(
  line: readonly string[],
  lines: readonly (readonly string[])[],
  { delimiter }: Papa.ParseMeta,
): boolean {
  const head = lines.find((cells) => cells.length > 1) ?? lines[0] ?? []
  // Number of delimiters between two cells of the same column.
  const most = line.length === head.length ? Math.max(1, head.length - 1) : 1
  return line.some((cell) => cell.includes('\n') && cell.split(delimiter).length > most)
}

/**
 * Delimiter in every line below a table title, checked before commas, which may be in numbers. Empty: detected from
 * what the lines have in common.
 */
function markOf(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const first = lines.findIndex((line) => /[\t;,]/.test(line))
  const table = lines.length - first > 1 ? lines.slice(Math.max(0, first)) : lines
  return ['\t', ';'].find((mark) => table.every((line) => line.includes(mark))) ?? ''
}

/** Detects a spreadsheet file by its first bytes: ZIP, older binary formats, or a table in HTML or XML. */
function isWorkbook([one, two, three]: Uint8Array, start: string): boolean {
  if ((one === 0x50 && two === 0x4b) || (one === 0xd0 && two === 0xcf && three === 0x11)) return true
  return one === 0x09 && two! <= 8 && two! % 2 === 0 ? true : /^\s*<(?:\?xml|!doctype|html|table|meta)/i.test(start)
}

/** Maximum file size in bytes. */
const mostBytes = 50 * 1024 * 1024

/**
 * Reads a file as its sheets: a workbook, or text in UTF-8, UTF-16 or an older Windows encoding. The content decides
 * the format, not the name.
 * @throws FileUnreadable if the file is damaged, protected or too large
 */
export async function readFile(file: File): Promise<Book> {
  if (file.size > mostBytes) throw new FileUnreadable('TOO_LARGE')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const start = decode(bytes.slice(0, 200).buffer)
  if (!isWorkbook(bytes, start.replace(/^\ufeff/, ''))) {
    // Programs may save text as .xls, but never under an extension of packed files.
    if (/\.(?:xls[xmb]|ods)$/i.test(file.name)) throw new FileUnreadable('UNREADABLE')
    return [{ name: '', lines: readSheet(decode(bytes.buffer)) }]
  }
  const { readWorkbook } = await import('./workbook.ts')
  return readWorkbook(bytes)
}

/** Decodes UTF-8, UTF-16 as in Excel's Unicode text, or older Windows encodings. */
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

/** A line of the sheet by column. */
export interface SheetRow {
  /** Number of the row in the file. */
  line: number
  values: Record<string, string>
  /** Unreadable cells, by column. */
  unreadable?: Record<string, CellFault>
}

/** Lines below the titles, by column. Empty or meaningless cells are left out. */
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

/** Template to fill in: its titles and an example line. */
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

/** CSV that spreadsheet programs can open: with a byte order mark, and without cells that would run as formulas. */
export function csvText(lines: readonly (readonly string[])[]): string {
  return `\u{feff}${Papa.unparse(
    lines.map((line) => [...line]),
    { escapeFormulae: true },
  )}`
}

/** Downloads a text as a file. */
export function download(name: string, text: string): void {
  saveFile(name, text, 'text/csv;charset=utf-8')
}
