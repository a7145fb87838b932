import { mostBatchRows, type UnavailabilityRowResult } from '@cartage/contract/unavailabilities/app/batch'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ClipboardEvent, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useResourceChange } from '../../records/resource.queries.ts'
import { cellFaultLabels, fileFault, sheetFiles } from '../../sheets/fault.labels.ts'
import { csvText, decode, download, mostLines, readFile, readSheet } from '../../sheets/read-sheet.ts'
import type { Sheet } from '../../sheets/sheet.ts'
import { SheetChoice } from '../../sheets/sheet-choice.tsx'
import { useBook } from '../../sheets/use-book.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { CircleCheck, CircleX, Download } from '../../ui/icons.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { RecordFrame, RecordNotice } from '../../ui/page/record-frame.tsx'
import { StatusBadge } from '../../ui/status.tsx'
import { todayOf } from '../../ui/time/zone.ts'
import { CircleEqual } from '../icons.tsx'
import { IcsImport } from '../ics/import-preview.tsx'
import type { LoadFault } from '../ics/load.ts'
import type { ReadFile } from '../ics/rows.ts'
import { addUnavailabilities, removeUnavailabilities } from '../queries.ts'
import { type AbsenceRow, absenceColumns, knownTitles, readAbsences } from './sheet-rows.ts'

type Results = ReadonlyMap<number, UnavailabilityRowResult>

/** Unavailabilities from a sheet or a calendar file: choose, preview the result of each line, import, and undo. */
export function CalendarImportPage() {
  const { t } = useLingui()
  usePageTitle(t`Import unavailabilities`)
  const sheet = useSheetImport()
  const chosen = useChosenFile(sheet.check)
  const { rows, results, isDone } = sheet
  const begin = () => {
    chosen.clear()
    sheet.clear()
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (rows !== undefined || text.trim() === '') return
    event.preventDefault()
    chosen.loadText(text)
  }
  if (chosen.calendar) return <IcsImport file={chosen.calendar} onBack={begin} />
  return (
    <RecordFrame
      list={{ to: '/resources/calendar', title: t`Absence` }}
      name={t`Import`}
      actions={<ImportActions sheet={sheet} onBegin={begin} />}
      notices={chosen.trouble !== undefined && <RecordNotice tone="amber">{chosen.trouble}</RecordNotice>}
    >
      <div className="min-h-0 flex-1 overflow-y-auto" onPaste={onPaste}>
        {rows === undefined ? (
          <FileDrop
            onFiles={([file]) => void chosen.loadFile(file)}
            isBusy={sheet.isBusy || chosen.isBusy}
            accept={`${sheetFiles},.ics`}
            word={<Trans>Choose a file</Trans>}
            hint={
              <Trans>
                Drop an Excel or CSV file, or paste cells with: resource (name, plate or external ID), from, until,
                reason, remark. Or drop a calendar file (.ics) from Outlook, Google or Apple.
              </Trans>
            }
          />
        ) : (
          <>
            {chosen.book.chosen !== undefined && !isDone && (
              <div className="px-4 py-2">
                <SheetChoice chosen={chosen.book.chosen} known={knownTitles} onChoose={chosen.book.choose} />
              </div>
            )}
            <Rows rows={rows} results={results} isDone={isDone} />
          </>
        )}
      </div>
    </RecordFrame>
  )
}

/** Rows of a sheet: checked by the server, imported, and undone. */
function useSheetImport() {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useResourceChange()
  const [rows, setRows] = useState<readonly AbsenceRow[]>()
  const [results, setResults] = useState<Results>()
  const [isDone, setIsDone] = useState(false)
  const failed = (error: unknown) => toasts.failed(failureOf(error))

  async function send(all: readonly AbsenceRow[], isDryRun: boolean) {
    const sent = all.flatMap((row) => (row.sent ? [row.sent] : []))
    const answers: UnavailabilityRowResult[] = []
    for (let at = 0; at < sent.length; at += mostBatchRows) {
      answers.push(...(await addUnavailabilities(sent.slice(at, at + mostBatchRows), isDryRun)))
    }
    setResults(new Map(answers.map((answer) => [answer.line, answer])))
    setIsDone(!isDryRun)
    return answers
  }

  function check(read: readonly AbsenceRow[]) {
    setRows(read)
    change.mutate(() => send(read, true), { onError: failed })
  }

  function clear() {
    setRows(undefined)
    setResults(undefined)
    setIsDone(false)
  }

  function importAll() {
    change.mutate(
      async () => {
        const created = (await send(rows ?? [], false)).filter(({ outcome }) => outcome === 'CREATED')
        if (created.length === 0) return
        toasts.done(t`${plural(created.length, { one: '# unavailability', other: '# unavailabilities' })} imported`, {
          word: t`Undo`,
          run: () => change.mutate(() => takeBack(created), { onSuccess: clear, onError: failed }),
        })
      },
      { onError: failed },
    )
  }

  return { rows, results, isDone, isBusy: change.isPending, check, importAll, clear }
}

/** The chosen, dropped or pasted file: rows of a sheet, a calendar, or why it is neither. */
function useChosenFile(onRows: (rows: readonly AbsenceRow[]) => void) {
  const { t } = useLingui()
  const toasts = useToasts()
  const language = useReaderLanguage()
  const [calendar, setCalendar] = useState<ReadFile>()
  const [trouble, setTrouble] = useState<string>()
  const book = useBook(load, knownTitles)
  const reading = useMutation({
    mutationFn: loadCalendar,
    onError: (error) => toasts.failed(failureOf(error)),
  })

  function load(sheet: Sheet) {
    // A far too long sheet is not parsed, because the page would freeze.
    const read =
      sheet.length > mostLines + 1 ? undefined : readAbsences(sheet, { today: todayOf(new Date()), language })
    if (read === undefined || read.length > mostLines)
      return setTrouble(t`Too many rows. Split the file into parts of up to ${mostLines} rows.`)
    if (read.length === 0) return setTrouble(t`This file has no rows.`)
    setTrouble(undefined)
    onRows(read)
  }

  async function loadCalendar(text: string) {
    const labels: Readonly<Record<LoadFault, string>> = {
      unreadable: t`File not readable. Export the calendar as .ics again.`,
      empty: t`This calendar has no events.`,
      large: t`Calendar too large. Export a shorter period or fewer calendars.`,
    }
    const { loadIcs } = await import('../ics/load.ts')
    const read = await loadIcs(text, Date.now())
    if (typeof read === 'string') return setTrouble(labels[read])
    setTrouble(undefined)
    setCalendar(read)
  }

  async function loadFile(file: File | undefined) {
    if (!file) return
    const text = /\.(?:ics|ical|ifb|icalendar)$/i.test(file.name) ? decode(await file.arrayBuffer()) : undefined
    if (text !== undefined) return reading.mutate(text)
    try {
      book.load(await readFile(file))
    } catch (error) {
      setTrouble(t(fileFault(error)))
    }
  }

  function loadText(text: string) {
    if (/^\s*BEGIN:VCALENDAR/i.test(text)) reading.mutate(text)
    else book.load([{ name: '', lines: readSheet(text) }])
  }

  function clear() {
    setCalendar(undefined)
    book.clear()
  }

  return { calendar, trouble, book, isBusy: reading.isPending, loadFile, loadText, clear }
}

function ImportActions({ sheet, onBegin }: { sheet: ReturnType<typeof useSheetImport>; onBegin: () => void }) {
  const { rows, results, isDone, isBusy, importAll } = sheet
  const good = [...(results?.values() ?? [])].filter(({ outcome }) => outcome === 'CREATED').length
  if (rows === undefined) {
    return (
      <Button icon={Download} onClick={() => download('unavailabilities-template.csv', template())}>
        <Trans>Template</Trans>
      </Button>
    )
  }
  return (
    <>
      <Button onClick={onBegin}>
        <Trans>Choose another file</Trans>
      </Button>
      {!isDone && (
        <Button variant="brand" disabled={good === 0} isBusy={isBusy} onClick={importAll}>
          <Plural value={good} one="Import # row" other="Import # rows" />
        </Button>
      )}
    </>
  )
}

async function takeBack(created: readonly UnavailabilityRowResult[]): Promise<void> {
  for (let at = 0; at < created.length; at += mostBatchRows) {
    await removeUnavailabilities(created.slice(at, at + mostBatchRows))
  }
}

function template(): string {
  return csvText([absenceColumns, ['Ann Peeters', '25-11-2026', '27-11-2026', 'DRIVER_HOLIDAY', '']])
}

function Rows({
  rows,
  results,
  isDone,
}: {
  rows: readonly AbsenceRow[]
  results: Results | undefined
  isDone: boolean
}) {
  const { t } = useLingui()
  const titles = [t`Row`, t`Resource`, t`From`, t`Until`, t`Reason`, t`Note`, t`Result`]
  return (
    <table className="w-full border-collapse text-left">
      <thead className="sticky top-0 z-1 bg-sunken text-[12px] text-ink-2 shadow-[0_1px_0_var(--line)]">
        <tr className="h-8">
          {titles.map((title) => (
            <th key={title} scope="col" className="px-2 font-medium first:pl-4 last:pr-4">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.line} className="h-9 border-b border-line">
            <td className="tnum px-2 pl-4 text-ink-3">{row.line}</td>
            {absenceColumns.map((column) => (
              <td key={column} className={`max-w-60 truncate px-2 ${row.fault === column ? 'text-red' : ''}`}>
                {row.cells[column]}
              </td>
            ))}
            <td className="px-2 pr-4">
              <RowOutcome row={row} result={results?.get(row.line)} isDone={isDone} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RowOutcome({
  row,
  result,
  isDone,
}: {
  row: AbsenceRow
  result: UnavailabilityRowResult | undefined
  isDone: boolean
}) {
  const { t } = useLingui()
  const labels = {
    resource: t`Enter a resource: name, plate or external ID.`,
    from: t`Enter a start, for example 25-11-2026 or 25-11-2026 8:00.`,
    until: t`Enter an end after the start, or leave it empty if unknown.`,
    reason: t`Unknown reason. Use for example holiday, sickness or VEHICLE_REPAIR.`,
    remark: t(cellFaultLabels.ERROR),
  }
  const refused = (message: string | null) => (
    <span className="flex items-center gap-2">
      <StatusBadge badge={{ word: t`Rejected`, tone: 'red', icon: CircleX }} />
      <span className="text-ink-2">{message}</span>
    </span>
  )
  if (row.fault) return refused(labels[row.fault])
  if (!result) return <span className="skeleton inline-block h-3 w-24" />
  if (result.outcome === 'REFUSED' && result.resource_id === null) {
    return refused(t`No single active resource has this name, plate or external ID.`)
  }
  if (result.outcome === 'REFUSED') return refused(result.message)
  if (result.outcome === 'UNCHANGED') {
    return <StatusBadge badge={{ word: t`Already exists`, tone: 'grey', icon: CircleEqual }} />
  }
  return (
    <span className="flex items-center gap-2">
      <StatusBadge badge={{ word: isDone ? t`Created` : t`Ready`, tone: 'green', icon: CircleCheck }} />
      <span className="text-ink-2">
        {result.message !== null && t`This reason does not apply to this type of resource.`}
      </span>
    </span>
  )
}
