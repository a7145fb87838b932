import { type ImportColumn, importColumns } from '@cartage/contract/orders/app/import'
import { importRow } from '@cartage/contract/orders/app/import-row'
import { readDay } from '@cartage/contract/reading/day'
import type { DecimalMark } from '@cartage/contract/reading/number'
import type { Reading } from '@cartage/contract/reading/reading'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { rowsOf, type SheetRow } from '../../sheets/read-sheet.ts'
import { SheetChoice } from '../../sheets/sheet-choice.tsx'
import { type ChosenSheet, linesOf } from '../../sheets/use-book.ts'
import { Button } from '../../ui/button.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { Select } from '../../ui/form/select.tsx'
import { CircleAlert, CircleCheck, TriangleAlert } from '../../ui/icons.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { todayOf } from '../../ui/time/zone.ts'
import { type CheckedRow, checkedRows } from './checked-rows.ts'
import { columnLabels } from './column.labels.ts'
import { DecimalQuestion } from './decimal-question.tsx'
import { FaultLabels } from './fault-text.tsx'
import { importKey } from './key.ts'
import { NewCustomers } from './new-customers.tsx'
import { similarRowsQuery, unknownCustomersQuery } from './queries.ts'
import { knownTitles } from './sheet-columns.ts'
import { SimilarRows } from './similar-rows.tsx'
import { UnclearPlaces } from './unclear-places.tsx'
import { type UnknownValue, UnknownValues, useUnknownValues } from './unknown-values.tsx'

/** Number of lines shown. All of them are checked. */
const mostShown = 100

interface PreviewProps {
  chosen: ChosenSheet
  columns: (ImportColumn | null)[]
  /** Confirmed decimal mark. */
  decimal: DecimalMark | undefined
  onColumns: (columns: (ImportColumn | null)[]) => void
  onDecimal: (decimal: DecimalMark) => void
  /** Replaces a value missing from the settings. */
  onValue: (value: UnknownValue, to: string) => void
  /** Chooses another sheet of the file or another header row. */
  onChoose: (chosen: ChosenSheet) => void
  onBack: () => void
  onImport: (checked: readonly CheckedRow[], reading: Reading) => void
}

/** Meaning of each column, and which lines can be read. */
export function Preview(props: PreviewProps) {
  const { chosen, columns, decimal, onColumns, onDecimal, onValue, onChoose, onBack, onImport } = props
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
  const { good, bad, warned, orders } = countsOf(checked)
  const isShown = ({ faults, warnings }: CheckedRow) => !onlyBad || faults.length > 0 || warnings.length > 0
  const shown = checked.filter(isShown).slice(0, mostShown)
  return (
    <>
      <PreviewBar
        {...{ good, bad, warned, orders, onlyBad, onOnlyBad: setOnlyBad, onBack }}
        isReady={good > 0 && !customers.isLoading && !found.isLoading}
        onImport={() => onImport(checked, reading)}
      />
      {customers.error !== null && (
        <div className="px-4 pt-3">
          <Notice icon={TriangleAlert} tone="amber">
            <Trans>Could not check customers. Unknown customers appear in the result.</Trans>
          </Notice>
        </div>
      )}
      <div className="px-4 pt-3">
        <SheetChoice chosen={chosen} known={knownTitles} onChoose={onChoose} />
      </div>
      {creates_missing && unknown.length > 0 && <NewCustomers unknown={unknown} />}
      {similar !== undefined && similar.length > 0 && (
        <SimilarRows count={similar.length} areNew={areNew} onAreNew={setAreNew} />
      )}
      <Questions {...{ rows, unnamed, onValue, language, decimal, onDecimal }} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <div className="min-h-0 flex-1 overflow-auto" tabIndex={0}>
        <table className="w-max min-w-full border-collapse text-left">
          <PreviewHead
            titles={sheet[0]?.cells ?? []}
            columns={columns}
            hasFaults={bad + warned > 0}
            onColumns={onColumns}
          />
          <tbody>
            {shown.map((each) => (
              <PreviewRow
                key={each.row.line}
                checked={each}
                cells={cells.get(each.row.line) ?? []}
                columns={columns}
                hasFaults={bad + warned > 0}
              />
            ))}
          </tbody>
        </table>
        {checked.length > shown.length && !onlyBad && (
          <p className="px-4 py-2 text-ink-3">
            <Trans>Showing the first {mostShown} rows; all are checked.</Trans>
          </p>
        )}
      </div>
    </>
  )
}

/** Number of valid, invalid and suspicious lines, and of orders in the valid ones. */
function countsOf(checked: readonly CheckedRow[]) {
  const fit = checked.filter(({ faults }) => faults.length === 0)
  const warned = fit.filter(({ warnings }) => warnings.length > 0).length
  const orders = new Set(fit.map(({ order }) => order)).size
  return { good: fit.length, bad: checked.length - fit.length, warned, orders }
}

/** Questions to answer before a sheet is imported. */
function Questions({
  rows,
  unnamed,
  onValue,
  language,
  decimal,
  onDecimal,
}: Pick<PreviewProps, 'onValue' | 'decimal' | 'onDecimal'> & {
  rows: readonly SheetRow[]
  unnamed: readonly UnknownValue[]
  language: string
}) {
  return (
    <>
      <UnknownValues values={unnamed} onChoose={onValue} />
      <UnclearPlaces rows={rows} />
      <DecimalQuestion rows={rows} language={language} decimal={decimal} onDecimal={onDecimal} />
    </>
  )
}

/** Numbers of valid and invalid lines, and the button to continue. */
function PreviewBar({
  good,
  bad,
  warned,
  orders,
  onlyBad,
  onOnlyBad,
  isReady,
  onBack,
  onImport,
}: {
  good: number
  bad: number
  warned: number
  /** Number of orders in the valid lines. */
  orders: number
  onlyBad: boolean
  onOnlyBad: (onlyBad: boolean) => void
  isReady: boolean
  onBack: () => void
  onImport: () => void
}) {
  const { i18n } = useLingui()
  return (
    <div className="flex h-11 shrink-0 items-center gap-3 border-b border-line px-4">
      <span className="flex items-center gap-1.5" data-count="good" data-number={good}>
        <CircleCheck size={14} className="text-green" aria-hidden="true" />
        <Trans>{i18n.number(good)} ready</Trans>
      </span>
      {bad > 0 && (
        <button
          type="button"
          data-count="bad"
          data-number={bad}
          className="flex min-h-6 items-center gap-1.5 text-red underline-offset-2 hover:underline"
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
      <span className="flex-1" />
      <Button onClick={onBack}>
        <Trans>Choose another file</Trans>
      </Button>
      <Button variant="brand" disabled={!isReady} onClick={onImport}>
        <Plural value={orders} one="Import # order" other="Import # orders" />
      </Button>
    </div>
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

const unused = '-'

function PreviewHead({
  titles,
  columns,
  hasFaults,
  onColumns,
}: Pick<PreviewProps, 'columns' | 'onColumns'> & { titles: readonly string[]; hasFaults: boolean }) {
  const { t } = useLingui()
  const choices = [
    { value: unused, label: t`Not used` },
    ...importColumns.map((column) => ({ value: column as string, label: t(columnLabels[column]) })),
  ]
  const choose = (at: number, value: string) => {
    const column = value === unused ? null : (value as ImportColumn)
    // A field belongs to one column: the column that had it loses it.
    onColumns(columns.map((before, index) => (index === at ? column : before === column ? null : before)))
  }
  return (
    <thead className="sticky top-0 z-1 bg-surface shadow-[0_1px_0_var(--line)]">
      <tr>
        <th scope="col" className="px-4 py-1.5 align-bottom text-[12px] font-medium text-ink-3">
          <Trans>Row</Trans>
        </th>
        {hasFaults && (
          <th scope="col" className="px-3 py-1.5 align-bottom text-[12px] font-medium text-ink-3">
            <Trans>Issues</Trans>
          </th>
        )}
        {titles.map((title, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a column of a sheet is known by
          <th key={at} scope="col" className="min-w-36 px-1.5 py-1.5 align-bottom">
            <span className="block truncate pb-1 text-[12px] font-medium text-ink-2">{title || '—'}</span>
            <Select
              label={t`Field for “${title}”`}
              className={columns[at] ? 'w-full font-medium' : 'w-full font-medium text-ink-3'}
              choices={choices}
              value={columns[at] ?? unused}
              onChange={(value) => choose(at, value)}
            />
          </th>
        ))}
      </tr>
    </thead>
  )
}

function PreviewRow({
  checked: { row, faults, warnings },
  cells,
  columns,
  hasFaults,
}: {
  checked: CheckedRow
  cells: readonly string[]
  columns: readonly (ImportColumn | null)[]
  hasFaults: boolean
}) {
  const faulty = new Set(faults.map(({ column }) => column))
  return (
    <tr className="border-b border-line">
      <td className="px-4 py-1 text-ink-3 tnum">{row.line}</td>
      {hasFaults && (
        <td className="px-3 py-1 text-red">
          <FaultLabels faults={faults} />
          {faults.length === 0 && (
            <span className="text-amber">
              <FaultLabels faults={warnings} />
            </span>
          )}
        </td>
      )}
      {columns.map((column, at) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a column of a sheet is known by
          key={at}
          className={`max-w-56 truncate px-3 py-1 tnum ${column === null ? 'text-ink-3' : ''} ${column && faulty.has(column) ? 'bg-red-soft text-red' : ''}`}
        >
          {cells[at]}
        </td>
      ))}
    </tr>
  )
}
