import { CallError } from '@cartage/contract/client'
import { Combobox, type SomeFound } from '../../ui/form/combobox.tsx'
import { type PlanningAnswer, type PlanningCommand, tryOut } from '../command.queries.ts'
import type { BoardRow } from '../rows.ts'

/** Number of rows tried at a time. Each is a dry run on the server. */
const tried = 12

/** A row of the board with the verdict on a plan there. Absent while unknown. */
interface JudgedRow {
  row: BoardRow
  verdict?: PlanningAnswer['verdict'] | undefined
  message?: string | undefined
}

interface RowFieldProps {
  id?: string | undefined
  rows: readonly BoardRow[]
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
 * Chooses a row of the board (FIT-8). Tries the command for each row, lists fitting rows first, and shows the verdict's
 * reasons under the others.
 */
export function RowField({ rows, value, onChange, wanted, commandOf, ...rest }: RowFieldProps) {
  return (
    <Combobox<JudgedRow>
      {...rest}
      value={value === undefined ? null : { row: value }}
      onChange={(one) => onChange(one?.row)}
      queryKey={['planning-offers', 'rows', ...wanted]}
      search={(text) => judgedRows(rows, text, commandOf)}
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

const ranks = { OK: 0, SOFT: 1, HARD: 2 } as const

async function judgedRows(
  rows: readonly BoardRow[],
  text: string,
  commandOf: RowFieldProps['commandOf'],
): Promise<SomeFound<JudgedRow>> {
  const wanted = text.trim().toLowerCase()
  const fitting = rows.filter((row) => labelOf(row).toLowerCase().includes(wanted))
  const judged = await Promise.all(fitting.slice(0, tried).map((row) => judgedRow(row, commandOf(row))))
  const rankOf = ({ verdict = 'OK' }: JudgedRow) => ranks[verdict]
  return { items: judged.toSorted((one, other) => rankOf(one) - rankOf(other)), isCut: fitting.length > tried }
}

/** @throws any error other than a refused plan */
async function judgedRow(row: BoardRow, command: PlanningCommand | undefined): Promise<JudgedRow> {
  if (command === undefined) return { row }
  try {
    const { verdict, reasons } = await tryOut(command)
    const fresh = reasons.filter(({ is_new }) => is_new)
    const grave = fresh.find(({ severity }) => severity === 'HARD') ?? fresh[0]
    return { row, verdict, message: verdict === 'OK' ? undefined : grave?.message }
  } catch (error) {
    // A command refused as a whole is reported when it is sent.
    if (error instanceof CallError && [404, 409, 422].includes(error.status)) return { row }
    throw error
  }
}
