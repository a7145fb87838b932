import { type ImportColumn, mostOrderRows, type RowFault } from '@cartage/contract/orders/app/import'
import {
  type CellFault,
  type ImportRowSchema,
  type RowWarning,
  rowFaults,
  rowWarnings,
} from '@cartage/contract/orders/app/import-row'
import { type SheetLine, sheetOrders } from '@cartage/contract/orders/app/sheet'
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { cellFaultLabels } from '../../sheets/fault.labels.ts'
import type { SheetRow } from '../../sheets/read-sheet.ts'
import { isAmbiguous, sentenceText } from './sentence.labels.ts'

/** An error of a line. */
export interface SheetFault extends RowFault {
  /** Whether a question about the whole sheet settles it, so that the line need not repeat it. */
  isAsked?: boolean
}

/** A line with its errors and warnings, before anything is sent. */
export interface CheckedRow {
  row: SheetRow
  faults: SheetFault[]
  /** Findings that do not stop the import. */
  warnings: RowFault[]
  /** First line of its order. */
  order: number
}

/** Input of the checks. */
export interface Checks {
  schema: ImportRowSchema
  /** Customers without a company that an import may not create, each with similarly spelled names. */
  unknown: ReadonlyMap<string, readonly string[]>
  /** Numbers of similar orders, by line. Rows confirmed as new orders are left out. */
  similar: ReadonlyMap<number, string>
  /** Texts missing from the settings, by column. */
  unnamed?: readonly { column: ImportColumn; text: string }[]
}

/** Checks the lines of a sheet. An order is valid only if all its lines are. */
export function checkedRows(rows: readonly SheetRow[], checks: Checks): CheckedRow[] {
  const checked = new Map<number, CheckedRow>()
  const given = new Map(rows.map((row) => [row.line, row]))
  for (const lines of sheetOrders(rows)) {
    const order = lines[0]!.line
    const read = lines.map(({ line, values, faults }) => ({
      line,
      faults: withUnreadable(
        [
          ...faults.map(asText),
          ...rowFaults(values, checks.schema).map(asText),
          ...unknownCustomer(values, checks),
          ...unnamedValues(values, checks),
          ...similarOrder(line, checks),
        ],
        given.get(line)!,
      ),
      warnings: rowWarnings(values, checks.schema).map(asWarning),
    }))
    const bad = read.find(({ faults }) => faults.length > 0)
    for (const { line, faults, warnings } of read) {
      const others = bad && faults.length === 0 ? [ofAnother(bad)] : faults
      const tooMany = lines.length > mostOrderRows ? [tooLong()] : others
      checked.set(line, { row: given.get(line)!, faults: tooMany, warnings, order })
    }
  }
  return rows.map(({ line }) => checked.get(line)!)
}

function unknownCustomer(values: SheetLine['values'], { unknown }: Checks): SheetFault[] {
  const nearest = unknown.get(values.customer?.trim() ?? '')
  if (nearest === undefined) return []
  const names = nearest.join(', ')
  const message = names === '' ? t`Unknown customer. Create the company first.` : t`Unknown customer. Similar: ${names}`
  return [{ column: 'customer', message, isAsked: true }]
}

/** EXP-7: a row is rejected if it names a value missing from the settings. */
function unnamedValues(values: SheetLine['values'], { unnamed = [] }: Checks): SheetFault[] {
  return unnamed
    .filter(({ column, text }) => values[column]?.trim() === text)
    .map(({ column, text }) => ({ column, message: t`“${text}” is not known. Choose what it is.`, isAsked: true }))
}

/** EXP-5: a row similar to an existing order is imported only once confirmed as new. */
function similarOrder(line: number, { similar }: Checks): SheetFault[] {
  const order = similar.get(line)
  if (order === undefined) return []
  return [{ column: 'reference', message: t`Order ${order} has the same customer, reference and date.`, isAsked: true }]
}

function asWarning({ column, kind }: RowWarning): RowFault {
  return { column, message: kind === 'BEFORE_PICKUP' ? t`Before the pickup` : t`Ends on the next day` }
}

function asText({ column, message }: CellFault): SheetFault {
  const isAsked = isAmbiguous(message) || (column === 'customer' && message === 'is required')
  return { column, message: sentenceText(message), ...(isAsked && { isAsked }) }
}

/** EXP-4: an unreadable cell is reported once, and replaces other errors of the cell. */
function withUnreadable(faults: readonly SheetFault[], { unreadable = {} }: SheetRow): SheetFault[] {
  const own = Object.entries(unreadable).map(([column, fault]) => ({ column, message: i18n._(cellFaultLabels[fault]) }))
  return [...own, ...faults.filter(({ column }) => column === null || unreadable[column] === undefined)]
}

function tooLong(): RowFault {
  return { column: 'order_identifier', message: t`More than ${mostOrderRows} rows in one order. Split the order.` }
}

function ofAnother({ line, faults }: { line: number; faults: readonly SheetFault[] }): SheetFault {
  const isAsked = faults.every((fault) => fault.isAsked === true)
  return { column: null, message: t`Row ${line} of the same order has errors.`, isAsked }
}
