import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { csvText, download } from '../../sheets/read-sheet.ts'
import type { Sheet } from '../../sheets/sheet.ts'
import { Button } from '../../ui/button.tsx'
import { CircleAlert, CircleCheck, CircleDashed, CopyPlus, Download, RotateCw } from '../../ui/icons.tsx'
import { FaultLabels } from './fault-text.tsx'
import type { ImportRun, RowResult } from './run.ts'

const mostShown = 200

interface ResultsProps {
  run: ImportRun
  /** Continues with the open lines. */
  onGoOn: () => void
  /** Imports the sheet as new orders despite an earlier import. */
  onAgain: () => void
  onBack: () => void
}

/** The result of each line: an order, or the error. */
export function Results(props: ResultsProps) {
  const { results } = props.run
  const tally = tallyOf(results)
  const rest = results.filter(({ state }) => state !== 'REFUSED')
  const shown = [...tally.bad, ...rest].slice(0, Math.max(mostShown, tally.bad.length))
  return (
    <>
      <div className="flex h-11 shrink-0 items-center gap-3 border-b border-line px-4" role="status">
        <Counts tally={tally} />
        <span className="flex-1" />
        <WaysOn {...props} tally={tally} />
      </div>
      <progress className="sr-only" max={results.length} value={results.length - tally.open} />
      <ResultsTable results={shown} />
    </>
  )
}

type Tally = ReturnType<typeof tallyOf>

function tallyOf(results: readonly RowResult[]) {
  const bad = results.filter(({ state }) => state === 'REFUSED')
  const lines = results.filter(({ state }) => state === 'DONE')
  return {
    bad,
    // Several lines may form one order.
    done: new Set(lines.map(({ orderId, row }) => orderId ?? row.line)).size,
    open: results.length - lines.length - bad.length,
    repeats: new Set(results.flatMap(({ isRepeat, uploadId }) => (isRepeat ? [uploadId] : []))).size,
  }
}

function Counts({ tally: { done, bad, open, repeats } }: { tally: Tally }) {
  const { i18n } = useLingui()
  const refused = bad.length
  return (
    <>
      <span className="flex items-center gap-1.5 tnum" data-count="done" data-number={done}>
        <CircleCheck size={14} className="text-green" aria-hidden="true" />
        <Plural value={done} one="# order created" other="# orders created" />
      </span>
      {refused > 0 && (
        <span className="flex items-center gap-1.5 text-red tnum" data-count="refused" data-number={refused}>
          <CircleAlert size={14} aria-hidden="true" />
          <Trans>{i18n.number(refused)} rejected</Trans>
        </span>
      )}
      {open > 0 && (
        <span className="flex items-center gap-1.5 text-ink-2 tnum" data-count="open" data-number={open}>
          <CircleDashed size={14} aria-hidden="true" />
          <Trans>{i18n.number(open)} in progress</Trans>
        </span>
      )}
      {repeats > 0 && (
        <span className="text-ink-2 tnum" data-count="repeats" data-number={repeats}>
          <Trans>{i18n.number(repeats)} already imported</Trans>
        </span>
      )}
    </>
  )
}

function WaysOn({
  run,
  tally: { bad, done, open, repeats },
  onGoOn,
  onAgain,
  onBack,
}: ResultsProps & { tally: Tally }) {
  const { sheet } = run.job
  const { isRunning } = run
  return (
    <>
      {open > 0 && !isRunning && (
        <Button variant="brand" icon={RotateCw} onClick={onGoOn}>
          <Trans>Continue</Trans>
        </Button>
      )}
      {repeats > 0 && open === 0 && (
        <Button icon={CopyPlus} onClick={onAgain}>
          <Trans>Import again as new orders</Trans>
        </Button>
      )}
      {bad.length > 0 && !isRunning && (
        <Button icon={Download} onClick={() => download('rejected-rows.csv', refusedText(bad, sheet))}>
          <Trans>Download rejected rows</Trans>
        </Button>
      )}
      <Button disabled={isRunning} onClick={onBack}>
        <Trans>Choose another file</Trans>
      </Button>
      {done > 0 && !isRunning && open === 0 && (
        <Link to="/orders" className="btn btn-brand">
          <Trans>Show orders</Trans>
        </Link>
      )}
    </>
  )
}

function ResultsTable({ results }: { results: readonly RowResult[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <div className="min-h-0 flex-1 overflow-y-auto" tabIndex={0}>
      <table className="w-full border-collapse text-left">
        <thead className="sticky top-0 bg-surface shadow-[0_1px_0_var(--line)]">
          <tr className="h-8 text-[12px] text-ink-3">
            <th scope="col" className="w-16 px-4 font-medium">
              <Trans>Row</Trans>
            </th>
            <th scope="col" className="w-64 px-3 font-medium">
              <Trans>Customer</Trans>
            </th>
            <th scope="col" className="w-40 px-3 font-medium">
              <Trans>Reference</Trans>
            </th>
            <th scope="col" className="w-72 px-3 font-medium">
              <Trans>Route</Trans>
            </th>
            <th scope="col" className="px-3 font-medium">
              <Trans>Result</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <tr key={result.row.line} className="border-b border-line" data-state={result.state}>
              <td className="px-4 py-1.5 align-top text-ink-3 tnum">{result.row.line}</td>
              <td className="max-w-64 truncate px-3 py-1.5 align-top">{result.row.values.customer}</td>
              <td className="max-w-40 truncate px-3 py-1.5 align-top tnum">{result.row.values.reference}</td>
              <td className="max-w-72 truncate px-3 py-1.5 align-top">{routeOf(result)}</td>
              <td className="px-3 py-1.5">
                <Outcome result={result} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function routeOf({ row: { values } }: RowResult): string {
  const ends = [values.pickup_city ?? values.pickup_name, values.delivery_city ?? values.delivery_name]
  return ends.filter((end) => end !== undefined).join(' → ')
}

function Outcome({ result }: { result: RowResult }) {
  if (result.state === 'REFUSED') {
    return (
      <div className="text-red">
        <FaultLabels faults={result.faults} />
      </div>
    )
  }
  if (result.state !== 'DONE' || result.orderId === undefined) {
    return (
      <span className="text-ink-3">
        <Trans>In progress</Trans>
      </span>
    )
  }
  return (
    <Link
      to="/orders/$orderId"
      params={{ orderId: result.orderId }}
      className="inline-flex min-h-6 items-center -my-[3px] underline underline-offset-2"
    >
      <Trans>Open order</Trans>
    </Link>
  )
}

/** The refused lines of the sheet with their errors appended, to be corrected and imported again. */
function refusedText(bad: readonly RowResult[], [head, ...rest]: Sheet): string {
  const titles = head?.cells ?? []
  const given = new Map(rest.map(({ line, cells }) => [line, cells]))
  const reason = ({ faults }: RowResult) =>
    faults.map(({ column, message }) => (column === null ? message : `${column}: ${message}`)).join('; ')
  const lines = bad.map((result) => {
    const cells = given.get(result.row.line) ?? []
    return [...titles.map((_, at) => cells[at] ?? ''), reason(result)]
  })
  return csvText([[...titles, 'Reason'], ...lines])
}
