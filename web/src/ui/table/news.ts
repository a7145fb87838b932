/** Displayed rows, by the number of their window. */
export type ShownRows<Row> = ReadonlyMap<number, readonly Row[]>

/**
 * Keys of new rows between the displayed ones, which would move them. Rows that only move up because another row left
 * are not new. If a row left, the rows move anyway.
 */
export function newKeys<Row>(shown: ShownRows<Row>, fresh: ShownRows<Row>, keyOf: (row: Row) => string): string[] {
  const known = new Set([...shown.values()].flatMap((rows) => rows.map(keyOf)))
  const news: string[] = []
  for (const [at, rows] of fresh) {
    const before = shown.get(at)
    if (before === undefined) continue
    const keys = rows.map(keyOf)
    const lastKnown = keys.findLastIndex((key) => known.has(key))
    if (lastKnown === -1) return []
    if (hasLeft(before.map(keyOf), new Set([...fresh.values()].flatMap((one) => one.map(keyOf))))) return []
    news.push(...keys.slice(0, lastKnown).filter((key) => !known.has(key)))
  }
  return news
}

/** Whether a row left, other than by being pushed out at the end. */
function hasLeft(before: readonly string[], now: ReadonlySet<string>): boolean {
  const lastThere = before.findLastIndex((key) => now.has(key))
  return before.slice(0, lastThere).some((key) => !now.has(key))
}

/** The same rows in the same positions, with current data. */
export function refreshed<Row>(
  shown: ShownRows<Row>,
  fresh: ShownRows<Row>,
  keyOf: (row: Row) => string,
): ShownRows<Row> {
  const now = new Map([...fresh.values()].flatMap((rows) => rows.map((row) => [keyOf(row), row] as const)))
  return new Map([...shown].map(([at, rows]) => [at, rows.map((row) => now.get(keyOf(row)) ?? row)]))
}
