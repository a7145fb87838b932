/** A line of the list: something to choose, or the offer to create something of the text. */
export interface Line<Item> {
  key: string
  item?: Item
  make?: string
}

/**
 * The lines under a text: what was found, before it what was chosen recently while nothing is typed, and last the offer
 * to create something of the text. The offer's key holds its text: with one key for all texts a list would take the
 * offer for "Z" and the offer for "Zandgroeve" for the same line, and keep the older one highlighted.
 */
export function linesOf<Item>(list: {
  text: string
  found: readonly Item[]
  recent: readonly Item[]
  keyOf: (item: Item) => string
  canMake: boolean
}): Line<Item>[] {
  const { text, found, recent, keyOf, canMake } = list
  const shown = text === '' ? [...recent, ...found] : found
  const lines = new Map(shown.map((item): [string, Line<Item>] => [keyOf(item), { key: keyOf(item), item }]))
  const make = text.trim()
  if (canMake && make !== '') lines.set(`make ${make}`, { key: `make ${make}`, make })
  return [...lines.values()]
}

/**
 * The line that Enter and Tab choose: the highlighted one as it is in the list now, else the first. What was
 * highlighted earlier is only looked up by its key, never chosen itself: its text may be older than what is typed.
 */
export function lineToChoose<Item>(
  lines: readonly Line<Item>[],
  highlighted: string | undefined,
): Line<Item> | undefined {
  return lines.find(({ key }) => key === highlighted) ?? lines[0]
}
