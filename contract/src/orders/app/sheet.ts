import { msg, type Sentence } from '../../message.ts'
import type { ImportColumn } from './import.ts'

/** A line of a sheet by its columns. */
export interface SheetLine {
  /** Number of the line in the sheet. */
  line: number
  values: Readonly<Record<string, string>>
}

/** A line that says something else of its order than the first line of it. */
export interface LineFault {
  column: string
  message: Sentence
}

/** A line with its empty cells filled from the lines of the same order above it. */
export interface FilledLine extends SheetLine {
  faults: LineFault[]
}

/** What a sheet says of an order once. */
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
 * The orders of a sheet: lines with the same identifier are one order, in the order they come; a line without one is an
 * order of its own. A further line of an order may leave out what the first one says of the order, and where the one
 * before it is loaded or unloaded.
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
