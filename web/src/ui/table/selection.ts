import { useMemo, useState } from 'react'

/** A row that can be chosen: its key, and what people call it. */
export interface Chosen {
  key: string
  label: string
  /** Amounts of it that are added up, by what they are. */
  amounts?: Amounts
}

/** Amounts by what they are, such as kilograms. */
export type Amounts = Readonly<Record<string, number>>

/** The sum of some amounts. */
export function sumOf(all: readonly Amounts[]): Amounts {
  const sum: Record<string, number> = {}
  for (const amounts of all) for (const [of, amount] of Object.entries(amounts)) sum[of] = (sum[of] ?? 0) + amount
  return sum
}

/** Rows that a bulk action applies to. */
export interface Selection {
  readonly keys: ReadonlySet<string>
  readonly count: number
  /** Every row of the list, also those that are not loaded. */
  readonly isAll: boolean
  /** The row chosen last: a range goes from there. */
  readonly anchor: number | undefined
  has(key: string): boolean
  /** What people call a chosen row; its key when the list gave it no name. */
  labelOf(key: string): string
  /** The sum of the chosen rows; of all rows it is not known here. */
  readonly sums: Amounts
  toggle(row: Chosen, index: number): void
  /** Chooses these as well; `index` is where a range goes on from. */
  add(rows: readonly Chosen[], index: number): void
  toggleAll(isOn: boolean): void
  clear(): void
}

interface State {
  rows: ReadonlyMap<string, Chosen>
  isAll: boolean
  anchor: number | undefined
}

const none: State = { rows: new Map(), isAll: false, anchor: undefined }

/** A selection for one table; `total` is how many rows the list has. */
export function useSelection(total: number | undefined): Selection {
  const [{ rows, isAll, anchor }, setState] = useState(none)
  return useMemo(
    () => ({
      keys: new Set(rows.keys()),
      count: isAll ? (total ?? 0) : rows.size,
      isAll,
      anchor,
      has: (key) => isAll || rows.has(key),
      labelOf: (key) => rows.get(key)?.label ?? key,
      sums: sumOf([...rows.values()].map(({ amounts = {} }) => amounts)),
      toggle(row, index) {
        setState((before) => {
          const after = new Map(before.rows)
          if (!after.delete(row.key)) after.set(row.key, row)
          return { rows: after, isAll: false, anchor: index }
        })
      },
      add(more, index) {
        setState((before) => {
          const after = new Map(before.rows)
          for (const row of more) after.set(row.key, row)
          return { rows: after, isAll: false, anchor: index }
        })
      },
      toggleAll: (isOn) => setState({ ...none, isAll: isOn }),
      clear: () => setState(none),
    }),
    [rows, isAll, anchor, total],
  )
}

/**
 * The rows from the one chosen last to another, both included; those that are not loaded are left out.
 * @param rowAt undefined for a row that is not loaded
 */
export function rangeOf(
  anchor: number | undefined,
  index: number,
  rowAt: (index: number) => Chosen | undefined,
): Chosen[] {
  const from = Math.min(anchor ?? index, index)
  const to = Math.max(anchor ?? index, index)
  return Array.from({ length: to - from + 1 }, (_, at) => rowAt(from + at)).filter((row) => row !== undefined)
}
