import { useMemo, useState } from 'react'

/** A row that can be chosen: its key, and what people call it. */
export interface Chosen {
  key: string
  label: string
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
  toggle(row: Chosen, index: number): void
  /** Chooses these as well; `index` is where a range goes on from. */
  add(rows: readonly Chosen[], index: number): void
  toggleAll(isOn: boolean): void
  clear(): void
}

interface State {
  labels: ReadonlyMap<string, string>
  isAll: boolean
  anchor: number | undefined
}

const none: State = { labels: new Map(), isAll: false, anchor: undefined }

/** A selection for one table; `total` is how many rows the list has. */
export function useSelection(total: number | undefined): Selection {
  const [{ labels, isAll, anchor }, setState] = useState(none)
  return useMemo(
    () => ({
      keys: new Set(labels.keys()),
      count: isAll ? (total ?? 0) : labels.size,
      isAll,
      anchor,
      has: (key) => isAll || labels.has(key),
      labelOf: (key) => labels.get(key) ?? key,
      toggle({ key, label }, index) {
        setState((before) => {
          const after = new Map(before.labels)
          if (!after.delete(key)) after.set(key, label)
          return { labels: after, isAll: false, anchor: index }
        })
      },
      add(rows, index) {
        setState((before) => {
          const after = new Map(before.labels)
          for (const { key, label } of rows) after.set(key, label)
          return { labels: after, isAll: false, anchor: index }
        })
      },
      toggleAll: (isOn) => setState({ ...none, isAll: isOn }),
      clear: () => setState(none),
    }),
    [labels, isAll, anchor, total],
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
