import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Sheet } from '../../sheets/sheet.ts'
import { CircleCheck, CircleX, TriangleAlert } from '../../ui/icons.tsx'

/** An error or warning about a row of a file. */
export interface RowRemark {
  /** Number of the row in the file. */
  row: number
  message: string
  isFault: boolean
}

/** Number of rows shown without a remark: enough to check that the file was read correctly. */
const shownRows = 12
/** Number of cells shown per row. */
const shownCells = 8

/** Rows of a file with their remarks, rows with a remark first. */
export function SheetRows({
  sheet,
  remarks,
  isChecked,
}: {
  sheet: Sheet
  remarks: readonly RowRemark[]
  isChecked: boolean
}) {
  const { t } = useLingui()
  const byRow = Map.groupBy(remarks, ({ row }) => row)
  const rows = sheet.map(({ cells, line }) => ({ cells, row: line, own: byRow.get(line) ?? [] }))
  const shown = [
    ...rows.filter(({ own }) => own.length > 0),
    ...rows.filter(({ own }) => own.length === 0).slice(0, shownRows),
  ]
  const faults = remarks.filter(({ isFault }) => isFault).length
  return (
    <div className="grid gap-2">
      <p aria-live="polite" className={faults > 0 ? 'text-red' : 'text-ink-2'}>
        {!isChecked ? (
          <Trans>Checking…</Trans>
        ) : faults > 0 ? (
          <Plural value={faults} one="# error to correct in the file" other="# errors to correct in the file" />
        ) : (
          <Plural value={sheet.length} one="# row read" other="# rows read" />
        )}
      </p>
      <div className="max-h-[360px] overflow-auto rounded-lg border border-line">
        <table className="w-full text-left text-[12px]" aria-label={t`Rows of the file`}>
          <tbody>
            {shown.map(({ cells, row, own }) => (
              <tr key={row} className="border-b border-line align-top">
                <td className="tnum w-10 px-2 py-1 text-ink-3">{row}</td>
                {cells.slice(0, shownCells).map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells differ by their place alone
                  <td key={at} className="tnum max-w-28 truncate px-2 py-1">
                    {cell}
                  </td>
                ))}
                <td className="px-2 py-1">
                  {own.map(({ message, isFault }) => (
                    <span key={message} className={`flex items-start gap-1 ${isFault ? 'text-red' : 'text-amber'}`}>
                      {isFault ? (
                        <CircleX size={13} className="mt-0.5 shrink-0" aria-hidden="true" />
                      ) : (
                        <TriangleAlert size={13} className="mt-0.5 shrink-0" aria-hidden="true" />
                      )}
                      {message}
                    </span>
                  ))}
                  {isChecked && own.length === 0 && (
                    <CircleCheck size={13} className="text-green" aria-label={t`Ready`} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
