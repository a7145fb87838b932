/** A list with one item moved. Returns the same list if nothing moves. */
export function reordered<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const place = Math.max(0, Math.min(items.length - 1, to))
  const moved = items[from]
  if (moved === undefined || from === place) return items
  return items.toSpliced(from, 1).toSpliced(place, 0, moved)
}

/** Index in a list of lines for a height, by the middles of the lines. */
export function placeAt(middles: readonly number[], y: number): number {
  return middles.filter((middle) => middle < y).length
}
