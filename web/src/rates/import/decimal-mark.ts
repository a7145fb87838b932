import type { Sheet } from '../../sheets/sheet.ts'

export const decimalMarks = ['POINT', 'COMMA'] as const
export type DecimalMarkName = (typeof decimalMarks)[number]

/** How the decimals of a sheet look: by the mark that its cells end in most often. */
export function decimalMarkOf(sheet: Sheet): DecimalMarkName {
  const count = { POINT: 0, COMMA: 0 }
  for (const cell of sheet.flatMap(({ cells }) => cells)) {
    const mark = /^-?[\d\s.,]*([.,])\d{1,2}$|^-?\d+([.,])\d{4,}$/.exec(cell.trim())
    const found = mark?.[1] ?? mark?.[2]
    if (found !== undefined) count[found === ',' ? 'COMMA' : 'POINT'] += 1
  }
  return count.COMMA > count.POINT ? 'COMMA' : 'POINT'
}
