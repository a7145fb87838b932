import { msg, type Sentence } from '../../message.ts'
import type { ImportColumn } from './import.ts'

/** Sheet line by column. */
export interface SheetLine {
  /** Line number in the sheet. */
  line: number
  values: Readonly<Record<string, string>>
}

/** A line that contradicts the first line of its order. */
export interface LineFault {
  column: string
  message: Sentence
}

/** A line with empty cells filled from earlier lines of its order. */
export interface FilledLine extends SheetLine {
  faults: LineFault[]
}

/** Columns with one value per order. */
const ofOrder: readonly ImportColumn[] = [
  'customer',
  'reference',
  'transport_service',
  'service_level',
  'container_number',
  'container_type',
  'container_scenario',
  'instructions',
]

/**
 * Groups sheet lines into orders: lines with the same identifier are one order, in sequence; a line without one is a
 * separate order. Further lines may omit the values of the order, and a pickup or delivery that equals the previous
 * line's.
 */
export function sheetOrders(lines: readonly SheetLine[]): FilledLine[][] {
  const orders = new Map<string, FilledLine[]>()
  for (const line of lines) {
    const identifier = line.values.order_identifier?.trim() ?? ''
    const key = identifier === '' ? `line ${line.line}` : `order ${identifier}`
    const before = orders.get(key)
    if (before) before.push(further(line, before))
    else orders.set(key, [{ ...line, faults: [] }])
  }
  return [...orders.values()]
}

function further(line: SheetLine, before: readonly FilledLine[]): FilledLine {
  const [first, last] = [before[0]!, before.at(-1)!]
  const cellOf = (column: ImportColumn) => line.values[column]?.trim() ?? ''
  const different = ofOrder.filter((column) => cellOf(column) !== '' && cellOf(column) !== first.values[column]?.trim())
  const values = { ...line.values }
  for (const column of ofOrder) if (cellOf(column) === '') copy(column, first, values)
  for (const side of ['pickup_', 'delivery_']) {
    const isMessage = Object.entries(line.values).some(
      ([column, cell]) => column.startsWith(side) && cell.trim() !== '',
    )
    if (!isMessage)
      for (const column of Object.keys(last.values)) if (column.startsWith(side)) copy(column, last, values)
  }
  const message = msg`differs from line ${first.line} of the same order: enter the same value, or leave it empty`
  return { line: line.line, values, faults: different.map((column) => ({ column, message })) }
}

function copy(column: string, from: FilledLine, into: Record<string, string>): void {
  const cell = from.values[column]
  if (cell !== undefined) into[column] = cell
}
