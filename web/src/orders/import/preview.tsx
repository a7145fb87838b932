import { importRow } from '@cartage/contract/orders/app/import-row'
import { readDay } from '@cartage/contract/reading/day'
import type { Reading } from '@cartage/contract/reading/reading'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { rowsOf, type SheetRow } from '../../sheets/read-sheet.ts'
import { SheetChoice } from '../../sheets/sheet-choice.tsx'
import { type ChosenSheet, linesOf } from '../../sheets/use-book.ts'
import { Button } from '../../ui/button.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { CircleAlert, CircleCheck, CircleHelp, TriangleAlert } from '../../ui/icons.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { todayOf } from '../../ui/time/zone.ts'
import { type Answer, answered, type LoadedSheet, withAnswer } from './answers.ts'
import { type CheckedRow, checkedRows } from './checked-rows.ts'
import { CustomerQuestions } from './customer-questions.tsx'
import { DecimalQuestion } from './decimal-question.tsx'
import { importKey } from './key.ts'
import { PreviewTable } from './preview-table.tsx'
import { similarRowsQuery, unknownCustomersQuery } from './queries.ts'
import { GivenAnswer, QuestionBox } from './question.tsx'
import type { ImportJob } from './run.ts'
import { knownTitles } from './sheet-columns.ts'
import { SimilarRows } from './similar-rows.tsx'
import { UnclearPlaces } from './unclear-places.tsx'
import { UnknownValues, useUnknownValues } from './unknown-values.tsx'

/** Number of lines shown. All of them are checked. */
const mostShown = 100

interface PreviewProps {
  loaded: LoadedSheet
  onChange: (loaded: LoadedSheet) => void
  /** Chooses another sheet of the file or another header row. */
  onChoose: (chosen: ChosenSheet) => void
  /** Drops the columns and answers of an earlier file. */
  onAfresh: () => void
  onBack: () => void
  onImport: (job: Omit<ImportJob, 'name' | 'again'>) => void
}

/** Meaning of each column, questions about the sheet, and which lines can be read. */
export function Preview({ loaded, onChange, onChoose, onAfresh, onBack, onImport }: PreviewProps) {
  const { original, decimal, answers } = loaded
  const { chosen, columns } = useMemo(() => answered(loaded), [loaded])
  const sheet = useMemo(() => linesOf(chosen), [chosen])
  const cells = useMemo(() => new Map(sheet.map((one) => [one.line, one.cells])), [sheet])
  const [onlyBad, setOnlyBad] = useState(false)
  const [areNew, setAreNew] = useState(false)
  const language = useReaderLanguage()
  const rows = useMemo(() => rowsOf(sheet, columns), [sheet, columns])
  const reading = useMemo((): Reading => ({ today: todayOf(new Date()), language, decimal }), [language, decimal])
  const customers = useCustomers(rows)
  const { unknown, creates_missing } = customers.data ?? { unknown: [], creates_missing: true }
  const found = useSimilar(rows, reading, importKey({ sheet, columns, decimal, again: 0 }))
  const similar = found.data?.items
  const unnamed = useUnknownValues(rows)
  const checked = useMemo(() => {
    const refused = creates_missing ? [] : unknown.map(({ customer, nearest }) => [customer, nearest] as const)
    const asked = areNew ? [] : (similar ?? []).map(({ line, order_number }) => [line, order_number] as const)
    const given = { unknown: new Map(refused), similar: new Map(asked), unnamed }
    return checkedRows(rows, { schema: importRow(reading), ...given })
  }, [rows, reading, unknown, creates_missing, similar, areNew, unnamed])
  const counts = countsOf(checked)
  const isShown = ({ faults, warnings }: CheckedRow) =>
    !onlyBad || warnings.length > 0 || faults.some(({ isAsked }) => !isAsked)
  const shown = checked.filter(isShown).slice(0, mostShown)
  const answer = (given: Answer) => onChange({ ...loaded, answers: withAnswer(answers, given) })
  return (
    <>
      <PreviewBar
        {...{ ...counts, onlyBad, onOnlyBad: setOnlyBad, onBack }}
        isReady={counts.good > 0 && !customers.isLoading && !found.isLoading}
        onImport={() => onImport({ sheet, columns, decimal, checked, reading })}
      />
      {customers.error !== null && (
        <div className="px-4 pt-3">
          <Notice icon={TriangleAlert} tone="amber">
            <Trans>Could not check customers. Unknown customers appear in the result.</Trans>
          </Notice>
        </div>
      )}
      <Layout
        {...{ loaded, onChange, onAfresh }}
        choice={<SheetChoice chosen={original} known={knownTitles} onChoose={onChoose} />}
      />
      <QuestionBox>
        <CustomerQuestions
          {...{ rows, unknown }}
          isCreating={creates_missing}
          onChoose={(text, to) => answer({ column: 'customer', text, to })}
        />
        <UnknownValues values={unnamed} onChoose={({ column, text }, to) => answer({ column, text, to })} />
        {similar !== undefined && similar.length > 0 && (
          <SimilarRows count={similar.length} areNew={areNew} onAreNew={setAreNew} />
        )}
        <DecimalQuestion
          {...{ rows, language, decimal }}
          onDecimal={(mark) => onChange({ ...loaded, decimal: mark })}
        />
        <UnclearPlaces rows={rows} />
      </QuestionBox>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <div className="min-h-40 flex-1 overflow-auto" tabIndex={0}>
        <PreviewTable
          {...{ columns, cells }}
          titles={sheet[0]?.cells ?? []}
          rows={shown}
          hasFaults={counts.bad + counts.asked + counts.warned > 0}
          // A column added for an answer is not one of the file.
          onColumns={(next) => onChange({ ...loaded, columns: next.slice(0, loaded.columns.length) })}
        />
        {checked.length > shown.length && !onlyBad && (
          <p className="px-4 py-2 text-ink-3">
            <Trans>Showing the first {mostShown} rows; all are checked.</Trans>
          </p>
        )}
      </div>
    </>
  )
}

/** Number of valid, waiting, invalid and suspicious lines, and of orders in the valid ones. */
function countsOf(checked: readonly CheckedRow[]) {
  const fit = checked.filter(({ faults }) => faults.length === 0)
  const asked = checked.filter(({ faults }) => faults.length > 0 && faults.every(({ isAsked }) => isAsked)).length
  const warned = fit.filter(({ warnings }) => warnings.length > 0).length
  const orders = new Set(fit.map(({ order }) => order)).size
  return { good: fit.length, asked, bad: checked.length - fit.length - asked, warned, orders }
}

/** How the file is read: its rows, its unused columns, and what was answered. */
function Layout({
  loaded,
  onChange,
  onAfresh,
  choice,
}: Pick<PreviewProps, 'loaded' | 'onChange' | 'onAfresh'> & { choice: ReactNode }) {
  const { t } = useLingui()
  const { answers, columns, isRecalled } = loaded
  const unused = columns.filter((column) => column === null).length
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3">
      {choice}
      {unused > 0 && (
        <span className="text-ink-2" data-count="unused" data-number={unused}>
          <Plural value={unused} one="# column is not used" other="# columns are not used" />
        </span>
      )}
      {isRecalled && (
        <span className="flex items-center gap-2 text-ink-2">
          <Trans>Columns and answers as in the last import with these headings</Trans>
          <Button onClick={onAfresh}>
            <Trans>Start over</Trans>
          </Button>
        </span>
      )}
      {answers.map((given) => {
        const from = given.text === '' ? t`No customer` : given.text
        return (
          <GivenAnswer
            key={`${given.column} ${given.text}`}
            text={`${from} → ${given.to}`}
            label={t`Take back: “${from}” is ${given.to}`}
            onTakeBack={() => onChange({ ...loaded, answers: answers.filter((one) => one !== given) })}
          />
        )
      })}
    </div>
  )
}

/** Numbers of valid and invalid lines, and the button to continue. */
function PreviewBar({
  onBack,
  isReady,
  onImport,
  ...counts
}: BarCounts & { isReady: boolean; onBack: () => void; onImport: () => void }) {
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1">
      <PreviewCounts {...counts} />
      <span className="flex-1" />
      <Button onClick={onBack}>
        <Trans>Choose another file</Trans>
      </Button>
      <Button variant="brand" disabled={!isReady} onClick={onImport}>
        <Plural value={counts.orders} one="Import # order" other="Import # orders" />
      </Button>
    </div>
  )
}

interface BarCounts extends ReturnType<typeof countsOf> {
  onlyBad: boolean
  onOnlyBad: (onlyBad: boolean) => void
}

function PreviewCounts({ good, asked, bad, warned, onlyBad, onOnlyBad }: BarCounts) {
  const { i18n } = useLingui()
  return (
    <>
      <span className="flex items-center gap-1.5" data-count="good" data-number={good}>
        <CircleCheck size={14} className="text-green" aria-hidden="true" />
        <Trans>{i18n.number(good)} ready</Trans>
      </span>
      {asked > 0 && (
        <span className="flex items-center gap-1.5 text-amber" data-count="asked" data-number={asked}>
          <CircleHelp size={14} aria-hidden="true" />
          <Plural value={asked} one="# row waits for an answer" other="# rows wait for an answer" />
        </span>
      )}
      {bad > 0 && (
        <button
          type="button"
          data-count="bad"
          data-number={bad}
          className="flex min-h-6 items-center gap-1.5 text-red underline-offset-2 hover:underline aria-pressed:underline"
          aria-pressed={onlyBad}
          onClick={() => onOnlyBad(!onlyBad)}
        >
          <CircleAlert size={14} aria-hidden="true" />
          <Trans>{i18n.number(bad)} with errors</Trans>
        </button>
      )}
      {warned > 0 && (
        <span className="flex items-center gap-1.5 text-amber" data-count="warned" data-number={warned}>
          <TriangleAlert size={14} aria-hidden="true" />
          <Trans>{i18n.number(warned)} with warnings</Trans>
        </span>
      )}
    </>
  )
}

/** Customers of the lines without a company. */
function useCustomers(rows: readonly SheetRow[]) {
  const customers = [...new Set(rows.flatMap(({ values }) => values.customer?.trim() || []))]
  return useQuery(unknownCustomersQuery(customers))
}

/** Rows similar to existing orders. Checks rows with a customer, a reference and a day. */
function useSimilar(rows: readonly SheetRow[], { today, language }: Reading, import_key: string) {
  const asked = useMemo(
    () =>
      rows.flatMap(({ line, values: { customer = '', reference = '', pickup_date = '' } }) => {
        const pickup_on = readDay(pickup_date, today, language)
        const isWhole = customer.trim() !== '' && reference.trim() !== '' && reference.length <= 255
        return isWhole && pickup_on !== undefined ? [{ line, customer, reference, pickup_on }] : []
      }),
    [rows, today, language],
  )
  return useQuery(similarRowsQuery({ import_key, rows: asked }))
}
