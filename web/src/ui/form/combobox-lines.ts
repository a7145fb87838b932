/** A line of the list: a choice, or the offer to create an item from the text. */
export interface Line<Item> {
  key: string
  item?: Item
  make?: string
}

/**
 * Lines for a text: recent choices first while it is empty, then matches, then the offer to create an item from it. The
 * offer's key contains its text: otherwise a list would mistake the offer for "Zandgroeve" for the one for "Z", and
 * keep the older line highlighted.
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
 * The line that Enter and Tab choose: the highlighted one in its current version, otherwise the first. The highlighted
 * line is only looked up by key, because its text may be older than the typed one.
 */
export function lineToChoose<Item>(
  lines: readonly Line<Item>[],
  highlighted: string | undefined,
): Line<Item> | undefined {
  return lines.find(({ key }) => key === highlighted) ?? lines[0]
}
