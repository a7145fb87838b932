import { type CellObject, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import { type Book, type CellFault, FileUnreadable, type RoundedCell, type SheetLine } from './sheet.ts'

/** Format functions of the library, which are missing from its types. */
const { is_date: isDate, parse_date_code: dateParts }: Formats = SSF
interface Formats {
  is_date: (format: string) => boolean
  parse_date_code: (value: number, settings: { date1904: boolean }) => DateParts | null
}
type DateParts = Record<'y' | 'm' | 'd' | 'H' | 'M', number>

/** Maximum unpacked size of all parts in bytes: a small file may unpack to more than a browser can hold. */
const mostBytes = 128 * 1024 * 1024
/** Maximum rows and columns read. The page using the sheet reports that it is too long. */
const mostRows = 30_000
const mostColumns = 500
const mostCells = 1_000_000

/**
 * Reads a workbook: xlsx, xlsm, xlsb, xls, ods, or a table in HTML or XML under such a name. A cell is read as
 * displayed (EXP-4).
 * @throws FileUnreadable if the file is damaged, protected or too large
 */
export function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Book {
  const book = parsed(bytes)
  const has1904 = book.Workbook?.WBProps?.date1904 === true
  const sheets = book.SheetNames.map((name, at) => ({
    name,
    lines: linesOf(book.Sheets[name], has1904),
    isHidden: (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0,
  }))
  const rank = ({ lines, isHidden }: (typeof sheets)[number]) => (lines.length === 0 ? 2 : isHidden ? 1 : 0)
  return sheets.toSorted((one, other) => rank(one) - rank(other)).map(({ name, lines }) => ({ name, lines }))
}

function parsed(bytes: Uint8Array<ArrayBuffer>): WorkBook {
  const settings = { dense: true, cellNF: true, cellHTML: false, sheetStubs: true, sheetRows: mostRows } as const
  try {
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
    return read(isZip ? unpacked(bytes) : bytes, {
      ...settings,
      type: 'array',
      // Texts of an HTML table are not parsed as American dates.
      raw: true,
    })
  } catch (error) {
    if (error instanceof FileUnreadable) throw error
    throw new FileUnreadable(/password|encrypt/i.test(String(error)) ? 'PROTECTED' : 'UNREADABLE')
  }
}

/** Unpacks with limits and repacks without compression, because the reader unpacks without limits. */
function unpacked(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  let sum = 0
  const parts = unzipSync(bytes, {
    filter({ name, originalSize }) {
      // Pictures and fonts are not read.
      if (/(?:^|\/)(?:media|Pictures|Thumbnails|embeddings)\//.test(name)) return false
      sum += originalSize
      if (sum > mostBytes) throw new FileUnreadable('TOO_LARGE')
      return true
    },
  })
  return zipSync(parts, { level: 0 })
}

function linesOf(sheet: WorkSheet | undefined, has1904: boolean): SheetLine[] {
  const rows = (sheet?.['!data'] ?? []) as (readonly (CellObject | undefined)[] | undefined)[]
  const lines: SheetLine[] = []
  let count = 0
  rows.forEach((row, at) => {
    const texts = (row ?? []).slice(0, mostColumns)
    count += texts.length
    if (count > mostCells) throw new FileUnreadable('TOO_LARGE')
    const faults = new Map<number, CellFault>()
    const cells = Array.from(texts, (cell, column) => {
      const fault = cell && faultOf(cell)
      if (fault) faults.set(column, fault)
      return cell ? cellText(cell, has1904) : ''
    })
    const rounded = roundedCells(texts, cells)
    while (cells.at(-1) === '') cells.pop()
    if (cells.length === 0) return
    lines.push({ line: at + 1, cells, ...(faults.size > 0 && { faults }), ...(rounded.size > 0 && { rounded }) })
  })
  return lines
}

/** EXP-6: numbers shown with fewer decimals than stored. Differences below floating-point precision do not count. */
function roundedCells(row: readonly (CellObject | undefined)[], cells: readonly string[]): Map<number, RoundedCell> {
  const rounded = new Map<number, RoundedCell>()
  row.forEach((cell, at) => {
    if (typeof cell?.v !== 'number' || !/^-?\d+(?:\.\d+)?$/.test(cells[at] ?? '')) return
    const format = sectionOf(typeof cell.z === 'string' ? cell.z : 'General', cell.v)
    const exact = Number(cell.v.toPrecision(11))
    if (isDate(format) || /^0\d/.test(cells[at]!) || Number(cells[at]) === exact) return
    rounded.set(at, { stored: numberText(exact), isCalculated: cell.f !== undefined })
  })
  return rounded
}

function faultOf({ t, v, f }: CellObject): CellFault | undefined {
  if (f !== undefined && v === undefined) return 'NOT_CALCULATED'
  return t === 'e' ? 'ERROR' : undefined
}

/** A cell as text: days as YYYY-MM-DD, times of day as HH:mm, both as `2026-11-25 08:30`. */
export function cellText(cell: CellObject, has1904: boolean): string {
  const { t, v, w, f } = cell
  if (v === undefined) return f === undefined ? '' : `=${f}`
  const seen = (w ?? String(v)).trim()
  if (typeof v !== 'number' || t === 'e') return typeof v === 'string' ? v.trim() : seen
  const format = sectionOf(typeof cell.z === 'string' ? cell.z : 'General', v)
  if (isDate(format)) return momentText(v, format, seen, has1904) ?? seen
  const isCode = /^0\d+$/.test(seen) || /^[^0#?.,%Ee/]*0{2,}[-0 ()/]*$/.test(bare(format))
  // Keeps the digits of a code, such as 01067 in the format 00000, and the text that a format adds.
  return isCode || format.includes('%') ? seen : numberText(shown(v, format))
}

/** Section of a number format that applies to a value. */
function sectionOf(format: string, value: number): string {
  const sections = format.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  return (value < 0 && sections[1]) || (value === 0 && sections[2]) || sections[0] || 'General'
}

/** A format without colours, conditions, currencies and literals. */
function bare(format: string): string {
  return format.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '')
}

/** A number as displayed: rounded to the decimals of its format. */
function shown(value: number, format: string): number {
  const digits = bare(format).replace(/[^#0?.,/Ee]/g, '')
  const decimals = /^[#0?,]*[#0?]\.([#0?]*)$/.exec(digits)?.[1]
  if (decimals !== undefined) return Number(value.toFixed(Math.min(decimals.length, 20)))
  if (/^[#0?,]*[#0?]$/.test(digits)) return Number(value.toFixed(0))
  return Number.isInteger(value) ? value : Number(value.toPrecision(11))
}

function numberText(value: number): string {
  const text = String(value)
  // As text, 1.125 could also mean 1125. The number of a sheet is unambiguous.
  return /^-?\d+\.\d{3}$/.test(text) ? `${text}0` : text
}

const secondsOfDay = 86_400

/** Day or time of a serial number, depending on the format. Undefined if it is no valid date. */
function momentText(value: number, format: string, seen: string, has1904: boolean): string | undefined {
  // A duration of more than a day is not a time of day.
  if (/\[h+\]/i.test(format)) return undefined
  const plain = bare(format.replace(/\[(m+|s+)\]/gi, '$1')).toLowerCase()
  const hasTime = /[hs]/.test(plain) || /\d:\d/.test(seen)
  const hasDay = /[yd]/.test(plain) || (plain.includes('m') && !/[hs]/.test(plain))
  const parts = dateParts(Math.round(value * secondsOfDay) / secondsOfDay, { date1904: has1904 })
  if (!parts) return undefined
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${String(parts.y).padStart(4, '0')}-${two(parts.m)}-${two(parts.d)}`
  const time = `${two(parts.H)}:${two(parts.M)}`
  return [hasDay && day, hasTime && time].filter(Boolean).join(' ')
}
