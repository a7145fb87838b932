import { Trans, useLingui } from '@lingui/react/macro'
import { type ClipboardEvent, type ReactNode, useState } from 'react'
import { readFile, readText, type Sheet } from '../../sheets/read-sheet.ts'
import { FileDrop } from '../../ui/form/file-drop.tsx'

/** More lines than this are not taken at once: tables end at 20,000 rows. */
const mostRows = 20_001

/** Takes a sheet: a CSV or Excel file, or cells that are pasted. */
export function SheetInput({ hint, onSheet }: { hint: ReactNode; onSheet: (sheet: Sheet) => void }) {
  const { t } = useLingui()
  const [trouble, setTrouble] = useState<string>()

  function take(sheet: Sheet) {
    if (sheet.length === 0) return setTrouble(t`This file has no rows.`)
    if (sheet.length > mostRows)
      return setTrouble(t`Too many rows. Split the file into parts of up to ${mostRows} rows.`)
    setTrouble(undefined)
    onSheet(sheet)
  }

  async function takeFile(file: File | undefined) {
    if (!file) return
    try {
      take(await readFile(file))
    } catch {
      setTrouble(t`File not readable. Save it as .xlsx or CSV.`)
    }
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    if (text.trim() === '') return
    event.preventDefault()
    take(readText(text))
  }

  return (
    <div onPaste={onPaste} className="-mx-4 pb-2">
      <FileDrop
        onFiles={([file]) => void takeFile(file)}
        isBusy={false}
        accept=".csv,.xlsx,.txt"
        word={<Trans>Choose a file</Trans>}
        hint={hint}
      />
      {trouble !== undefined && (
        <p role="alert" className="px-4 pt-2 text-red">
          {trouble}
        </p>
      )}
    </div>
  )
}
