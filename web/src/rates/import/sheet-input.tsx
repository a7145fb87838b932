import { Trans, useLingui } from '@lingui/react/macro'
import { type ClipboardEvent, type ReactNode, useState } from 'react'
import { fileFault, sheetFiles } from '../../sheets/fault.labels.ts'
import { readFile, readSheet } from '../../sheets/read-sheet.ts'
import type { Sheet } from '../../sheets/sheet.ts'
import { SheetChoice } from '../../sheets/sheet-choice.tsx'
import { useBook } from '../../sheets/use-book.ts'
import { FileDrop } from '../../ui/form/file-drop.tsx'

/** Maximum number of lines: tables are limited to 20,000 rows. */
const mostRows = 20_001

/** Takes a sheet from a spreadsheet file, CSV or pasted cells, with a choice of sheet and first row. */
export function SheetInput({ hint, onSheet }: { hint: ReactNode; onSheet: (sheet: Sheet) => void }) {
  const { t } = useLingui()
  const [trouble, setTrouble] = useState<string>()

  const book = useBook(take)

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
      book.load(await readFile(file))
    } catch (error) {
      setTrouble(t(fileFault(error)))
    }
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    if (text.trim() === '') return
    event.preventDefault()
    book.load([{ name: '', lines: readSheet(text) }])
  }

  return (
    <div onPaste={onPaste} className="-mx-4 pb-2">
      <FileDrop
        onFiles={([file]) => void takeFile(file)}
        isBusy={false}
        accept={sheetFiles}
        word={<Trans>Choose a file</Trans>}
        hint={hint}
      />
      {book.chosen !== undefined && (
        <div className="px-4 pt-2">
          <SheetChoice chosen={book.chosen} onChoose={book.choose} />
        </div>
      )}
      {trouble !== undefined && (
        <p role="alert" className="px-4 pt-2 text-red">
          {trouble}
        </p>
      )}
    </div>
  )
}
