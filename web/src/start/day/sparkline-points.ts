/** SVG points of a line through some values. A missing value leaves a gap, so there may be several lines. */
export function sparklinePoints(values: readonly (number | null)[], width: number, height: number): string[] {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return []
  const low = Math.min(...known)
  const span = Math.max(...known) - low
  const step = width / (values.length - 1)
  const pointOf = (value: number, at: number) => {
    // A constant line is drawn in the middle.
    const y = span === 0 ? height / 2 : height - ((value - low) / span) * height
    return `${rounded(at * step)},${rounded(y)}`
  }
  const lines: string[][] = [[]]
  values.forEach((value, at) => {
    if (value === null) lines.push([])
    else lines.at(-1)!.push(pointOf(value, at))
  })
  return lines.filter((line) => line.length > 1).map((line) => line.join(' '))
}

const rounded = (value: number) => Math.round(value * 10) / 10
