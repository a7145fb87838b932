/** Reads a value stored on this device for one user: drafts and recent choices. The browser may block storage. */
export function readStored<Value>(key: string): Value | undefined {
  try {
    const text = window.localStorage.getItem(`cartage.${key}`)
    return text === null ? undefined : (JSON.parse(text) as Value)
  } catch {
    return undefined
  }
}

/** Stores a value on this device; undefined removes it. */
export function keep(key: string, value: unknown): void {
  try {
    if (value === undefined) window.localStorage.removeItem(`cartage.${key}`)
    else window.localStorage.setItem(`cartage.${key}`, JSON.stringify(value))
  } catch {
    // Not stored then; the order can still be entered.
  }
}

/** Number of recent choices offered first. */
const mostRecent = 6

/** Recent choices, newest first. */
export function recentOf<Item>(kind: string): Item[] {
  const kept = readStored<unknown>(`recent.${kind}`)
  return Array.isArray(kept) ? kept : []
}

/** Moves a choice to the front of the recent ones. */
export function remember<Item>(kind: string, item: Item, keyOf: (item: Item) => string): void {
  const others = recentOf<Item>(kind).filter((other) => keyOf(other) !== keyOf(item))
  keep(`recent.${kind}`, [item, ...others].slice(0, mostRecent))
}
