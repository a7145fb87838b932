import { i18n } from '@lingui/core'
import { cellFaultLabels } from '../../sheets/fault.labels.ts'
import type { Sheet } from '../../sheets/sheet.ts'
import type { RowRemark } from './sheet-rows.tsx'

/** Adds remarks for unreadable cells (EXP-4). They replace other remarks on their rows. */
export function withUnreadable(sheet: Sheet, remarks: readonly RowRemark[]): RowRemark[] {
  const own = sheet.flatMap(({ line, faults }): RowRemark[] =>
    [...new Set(faults?.values())].map((fault) => ({
      row: line,
      message: i18n._(cellFaultLabels[fault]),
      isFault: true,
    })),
  )
  const unreadable = new Set(own.map(({ row }) => row))
  return [...own, ...remarks.filter(({ row }) => !unreadable.has(row))]
}
