export type Point = readonly [number, number]
export type Line = readonly Point[]
/** West, south, east, north. */
export type Box = readonly [number, number, number, number]

/** Clips a closed ring to a box and closes it along the edges (Sutherland and Hodgman). */
export function clipRing(ring: Line, box: Box): Line {
  let points: Line = ring
  for (const [axis, edge, sign] of edgesOf(box)) {
    const isInside = (point: Point) => (point[axis] - edge) * sign >= 0
    const next: Point[] = []
    for (const [index, point] of points.entries()) {
      const before = points[(index + points.length - 1) % points.length]!
      if (isInside(point) !== isInside(before)) next.push(crossing(before, point, axis, edge))
      if (isInside(point)) next.push(point)
    }
    points = next
  }
  const first = points[0]
  if (first === undefined) return []
  const last = points.at(-1)!
  return first[0] === last[0] && first[1] === last[1] ? points : [...points, first]
}

/** Clips a line to a box. */
export function clipLine(line: Line, box: Box): Line[] {
  let parts: Line[] = [line]
  for (const [axis, edge, sign] of edgesOf(box)) parts = parts.flatMap((part) => cut(part, axis, edge, sign))
  return parts.filter((part) => part.length > 1)
}

function cut(line: Line, axis: 0 | 1, edge: number, sign: number): Line[] {
  const isInside = (point: Point) => (point[axis] - edge) * sign >= 0
  const parts: Point[][] = []
  let current: Point[] = []
  for (const [index, point] of line.entries()) {
    const before = line[index - 1]
    if (before !== undefined && isInside(before) !== isInside(point)) current.push(crossing(before, point, axis, edge))
    if (isInside(point)) current.push(point)
    else if (current.length > 0) {
      parts.push(current)
      current = []
    }
  }
  if (current.length > 0) parts.push(current)
  return parts
}

function edgesOf([west, south, east, north]: Box): [0 | 1, number, number][] {
  return [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ]
}

function crossing(one: Point, other: Point, axis: 0 | 1, edge: number): Point {
  const share = (edge - one[axis]) / (other[axis] - one[axis])
  const along = one[1 - axis]! + share * (other[1 - axis]! - one[1 - axis]!)
  return axis === 0 ? [edge, along] : [along, edge]
}

/** Simplifies a line so that no removed point was further from it than the tolerance (Douglas and Peucker). */
export function simplified(line: Line, tolerance: number): Line {
  if (line.length < 3) return line
  const kept = new Set([0, line.length - 1])
  const first = line[0]!
  const last = line.at(-1)!
  // A ring ends where it starts: it is split at its furthest point.
  const isRing = first[0] === last[0] && first[1] === last[1]
  const middle = isRing ? furthest(line, 0, line.length - 1).index : undefined
  const spans: [number, number][] =
    middle === undefined
      ? [[0, line.length - 1]]
      : [
          [0, middle],
          [middle, line.length - 1],
        ]
  if (middle !== undefined) kept.add(middle)
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const { index, distance } = furthest(line, ...span)
    if (distance <= tolerance) continue
    kept.add(index)
    spans.push([span[0], index], [index, span[1]])
  }
  return line.filter((_, index) => kept.has(index))
}

function furthest(line: Line, from: number, to: number): { index: number; distance: number } {
  let found = { index: from, distance: -1 }
  for (let index = from + 1; index < to; index += 1) {
    const distance = distanceTo(line[index]!, line[from]!, line[to]!)
    if (distance > found.distance) found = { index, distance }
  }
  return found
}

function distanceTo(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = dx * dx + dy * dy
  const share =
    length === 0 ? 0 : Math.max(0, Math.min(1, ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / length))
  return Math.hypot(point[0] - from[0] - share * dx, point[1] - from[1] - share * dy)
}

/** Converts to thousandths of a degree, each point relative to the previous one. */
export function packed(line: Line): number[] {
  let [x, y] = [0, 0]
  const numbers: number[] = []
  for (const point of line) {
    const [nextX, nextY] = [Math.round(point[0] * 1_000), Math.round(point[1] * 1_000)]
    if (numbers.length > 0 && nextX === x && nextY === y) continue
    numbers.push(nextX - x, nextY - y)
    x = nextX
    y = nextY
  }
  return numbers
}
