import type { Sheet } from '../../sheets/sheet.ts'

export const decimalMarks = ['POINT', 'COMMA'] as const
export type DecimalMarkName = (typeof decimalMarks)[number]

/** Detects the decimal mark of a sheet: the one most often found in its cells. */
export function decimalMarkOf(sheet: Sheet): DecimalMarkName {
  const count = { POINT: 0, COMMA: 0 }
  for (const cell of sheet.flatMap(({ cells }) => cells)) {
    const mark = /^-?[\d\s.,]*([.,])\d{1,2}$|^-?\d+([.,])\d{4,}$/.exec(cell.trim())
    const found = mark?.[1] ?? mark?.[2]
    if (found !== undefined) count[found === ',' ? 'COMMA' : 'POINT'] += 1
  }
  return count.COMMA > count.POINT ? 'COMMA' : 'POINT'
}
