import { CallError } from '@cartage/contract/client'
import { verdictRanks } from '@cartage/contract/planning/app/verdict-ranks'
import { Combobox, type SomeFound } from '../../ui/form/combobox.tsx'
import type { PlanningCommand } from '../command.queries.ts'
import { combinationIn, isAssigning, type JudgedCombination, judged, mostCombinations } from '../fits.queries.ts'
import type { BoardModel, BoardRow } from '../rows.ts'

/** A row of the board with the verdict on a plan there. Absent while unknown. */
interface JudgedRow extends Partial<Pick<JudgedCombination, 'verdict' | 'message'>> {
  row: BoardRow
}

interface RowFieldProps {
  id?: string | undefined
  rows: readonly BoardRow[]
  trips: BoardModel['trips']
  value: BoardRow | undefined
  onChange: (row: BoardRow | undefined) => void
  /** What else the verdict depends on. */
  wanted: readonly unknown[]
  /** Command for choosing a row. Undefined if it would change nothing, or if something is missing. */
  commandOf: (row: BoardRow) => PlanningCommand | undefined
  placeholder?: string | undefined
  'aria-invalid'?: boolean | undefined
  'aria-describedby'?: string | undefined
}

/**
 * Chooses a row of the board (FIT-8). One request judges the command on each row; fitting rows come first, and the
 * verdict's reasons are shown under the others.
 */
export function RowField({ rows, trips, value, onChange, wanted, commandOf, ...rest }: RowFieldProps) {
  return (
    <Combobox<JudgedRow>
      {...rest}
      value={value === undefined ? null : { row: value }}
      onChange={(one) => onChange(one?.row)}
      queryKey={['planning-offers', 'rows', ...wanted]}
      search={(text) => judgedRows({ rows, trips, commandOf }, text)}
      textOf={({ row }) => labelOf(row)}
      keyOf={({ row }) => row.key}
      noteOf={({ message }) => message ?? null}
      isBarred={({ verdict }) => verdict === 'HARD'}
    />
  )
}

function labelOf({ title, text }: BoardRow): string {
  return [title, text].filter(Boolean).join(' · ')
}

/** @throws any error other than a refusal of the request */
async function judgedRows(
  { rows, trips, commandOf }: Pick<RowFieldProps, 'rows' | 'trips' | 'commandOf'>,
  text: string,
): Promise<SomeFound<JudgedRow>> {
  const wanted = text.trim().toLowerCase()
  const fitting = rows.filter((row) => labelOf(row).toLowerCase().includes(wanted))
  const shown = fitting.slice(0, mostCombinations)
  const isCut = fitting.length > shown.length
  const tried = shown.flatMap((row) => {
    const command = commandOf(row)
    return isAssigning(command) ? [{ row, command }] : []
  })
  const [first] = tried
  if (first === undefined) return { items: shown.map((row) => ({ row })), isCut }
  const combinations = tried.map(({ command }) => combinationIn(command, trips))
  const found = await judged(first.command, combinations).catch((error: unknown) => {
    // A command refused as a whole is reported when it is sent.
    if (error instanceof CallError && [404, 409, 422].includes(error.status)) return []
    throw error
  })
  const byRow = new Map(tried.map(({ row }, at) => [row, found[at]]))
  const rankOf = ({ verdict = 'OK' }: JudgedRow) => verdictRanks[verdict]
  const items = shown.map((row): JudgedRow => ({ row, ...byRow.get(row) }))
  return { items: items.toSorted((one, other) => rankOf(one) - rankOf(other)), isCut }
}
