import type { PriceIndexRecord } from '@cartage/contract/rates/app/indexes'
import { readDay } from '@cartage/contract/reading/day'
import { readings } from '@cartage/contract/reading/number'
import type { Sheet } from '../../sheets/sheet.ts'
import type { DecimalMarkName } from '../import/decimal-mark.ts'

/** A row of a value file: the value to add, or its error. */
export interface ValueRow {
  /** Number of the row in the file. */
  row: number
  day: string
  value: string
  fault: 'CELL' | 'DAY' | 'VALUE' | 'TWICE' | undefined
  /** Existing value of that day, which it replaces. */
  replaces: string | undefined
}

/** Parses days and values from the first two columns, with or without titles. */
export function readValues(
  sheet: Sheet,
  mark: DecimalMarkName,
  index: Pick<PriceIndexRecord, 'values'>,
  reading: { today: string; language: string },
): ValueRow[] {
  const known = new Map(index.values.map(({ valid_from, value }) => [valid_from, value]))
  const seen = new Set<string>()
  const rows = sheet.map(({ line, cells: [first = '', second = ''], faults }): ValueRow => {
    const day = readDay(first, reading.today, reading.language)
    const [number] = readings(second, { decimal: mark === 'COMMA' ? ',' : '.' })
    const isUnreadable = faults?.has(0) || faults?.has(1)
    const fault = isUnreadable
      ? 'CELL'
      : day === undefined
        ? 'DAY'
        : number === undefined
          ? 'VALUE'
          : seen.has(day)
            ? 'TWICE'
            : undefined
    if (day !== undefined) seen.add(day)
    const value =
      number === undefined ? second : number.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 9 })
    return { row: line, day: day ?? first, value, fault, replaces: day === undefined ? undefined : known.get(day) }
  })
  const [head] = rows
  // A first row without day and number is a header row.
  return head?.fault === 'DAY' && readings(sheet[0]?.cells[1] ?? '').length === 0 ? rows.slice(1) : rows
}
