/**
 * Import cycles, one line each.
 * @param next imports of each file, by path
 */
export function circlesOf(next: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = (start: string) => {
    const seen = new Set(next.get(start))
    for (const path of seen) for (const other of next.get(path) ?? []) seen.add(other)
    return seen
  }
  const all = new Map([...next.keys()].map((path) => [path, reached(path)]))
  const together = [...all].flatMap(([path, others]) =>
    others.has(path) ? [[...others].filter((other) => all.get(other)?.has(path)).sort()] : [],
  )
  return [...new Set(together.map((files) => files.join(' - ')))]
}
