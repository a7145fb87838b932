import { Trans, useLingui } from '@lingui/react/macro'
import { Select } from '../ui/form/select.tsx'
import { type ChosenSheet, chosenOf } from './use-book.ts'

/** Number of rows offered as the first. */
const mostRows = 30
/** Maximum characters shown of a row. */
const mostText = 60

/** Chooses the sheet of a file and its first row. Hidden if there is no choice. */
export function SheetChoice({
  chosen,
  known,
  onChoose,
}: {
  chosen: ChosenSheet
  /** Counts the cells that are titles. */
  known?: ((cells: readonly string[]) => number) | undefined
  onChoose: (chosen: ChosenSheet) => void
}) {
  const { t } = useLingui()
  const { book, at, first } = chosen
  const lines = book[at]?.lines ?? []
  const sheets = book.map(({ name }, place) => ({ value: String(place), label: name }))
  const rows = lines.slice(0, mostRows).map(({ line, cells }, place) => {
    const text = cells.filter((cell) => cell !== '').join(' · ')
    return { value: String(place), label: `${line}: ${text.slice(0, mostText)}` }
  })
  if (book.length < 2 && lines.length < 2) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {book.length > 1 && (
        <Select
          label={t`Sheet`}
          className="w-48"
          choices={sheets}
          value={String(at)}
          onChange={(value) => onChoose(chosenOf(book, Number(value), known))}
        />
      )}
      {rows.length > 1 && (
        <>
          <span className="text-ink-2" aria-hidden="true">
            <Trans>Headings in row</Trans>
          </span>
          <Select
            label={t`Headings in row`}
            className="w-72"
            choices={rows}
            value={String(first)}
            onChange={(value) => onChoose({ ...chosen, first: Number(value) })}
          />
        </>
      )}
    </div>
  )
}
