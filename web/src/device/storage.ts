/** What is kept on this device for one person: drafts, and the last choices. Storage may be switched off. */
export function readStored<Value>(key: string): Value | undefined {
  try {
    const text = window.localStorage.getItem(`cartage.${key}`)
    return text === null ? undefined : (JSON.parse(text) as Value)
  } catch {
    return undefined
  }
}

/** Keeps a value on this device; undefined forgets it. */
export function keep(key: string, value: unknown): void {
  try {
    if (value === undefined) window.localStorage.removeItem(`cartage.${key}`)
    else window.localStorage.setItem(`cartage.${key}`, JSON.stringify(value))
  } catch {
    // Nothing is kept then; the order can still be entered.
  }
}

/** So many of what was chosen last are offered first. */
const mostRecent = 6

/** What was chosen last, newest first. */
export function recentOf<Item>(kind: string): Item[] {
  const kept = readStored<unknown>(`recent.${kind}`)
  return Array.isArray(kept) ? kept : []
}

/** Puts what was chosen before the others. */
export function remember<Item>(kind: string, item: Item, keyOf: (item: Item) => string): void {
  const others = recentOf<Item>(kind).filter((other) => keyOf(other) !== keyOf(item))
  keep(`recent.${kind}`, [item, ...others].slice(0, mostRecent))
}
