/** What a thing says of itself, to know it again among others of its list. */
export interface Likeness {
  /** What identifies it, the most certain first: `reference:4711`. Those that several of a list have identify none of them. */
  identities: readonly string[]
  /** All it says, as one text; equal texts are equal things. */
  whole: string
  /** What it says by name, with how much that weighs. What one side does not say is not compared. */
  features: Readonly<Record<string, Feature>>
  /** Its place in a sequence where it says one, for things that have nothing else in common. */
  position?: number | undefined
}

/** One or several values, of which both sides may have some. */
export interface Feature {
  weight: number
  values: readonly string[]
}

/** So many on the smaller side are compared with each other; what is left of longer lists goes by its place. */
const mostCompared = 100
/** From this share of disagreement on, two things are not one. */
const tooDifferent = 0.5

/**
 * ORD-19: which thing of `before` each of `after` is: by what identifies it, else the one that says all the same, else the
 * best assignment of those that say mostly the same. Where the lists are equally long, what is left over is the one at its
 * place, unless both carry an identity and none in common. No thing is found twice.
 * @returns for each of `after` the index in `before`, undefined when it is new
 */
export function counterparts(before: readonly Likeness[], after: readonly Likeness[]): (number | undefined)[] {
  const found: (number | undefined)[] = after.map(() => undefined)
  const free = new Set(before.keys())
  const open = () => [...after.keys()].filter((index) => found[index] === undefined)
  const take = (index: number, match: number | undefined) => {
    if (match === undefined || found[index] !== undefined || !free.delete(match)) return
    found[index] = match
  }

  const [known, sent] = [owners(before), owners(after)]
  after.forEach(({ identities }, index) => {
    for (const identity of identities) {
      if (sent.get(identity)?.length !== 1 || known.get(identity)?.length !== 1) continue
      take(index, known.get(identity)![0])
    }
  })

  const whole = Map.groupBy(free, (index) => before[index]!.whole)
  for (const index of open()) take(index, whole.get(after[index]!.whole)?.shift())

  const [rows, columns] = [open(), [...free]]
  if (Math.min(rows.length, columns.length) <= mostCompared) {
    const cost = (row: number, column: number) => disagreement(before[columns[column]!]!, after[rows[row]!]!)
    const assigned = bestAssignment(rows, columns, cost)
    for (const [row, column] of assigned) take(rows[row]!, columns[column]!)
  }

  if (before.length !== after.length) return found
  const isOnly = before.length === 1
  const places = new Map([...free].map((index) => [before[index]!.position ?? index, index]))
  for (const index of open()) {
    const thing = after[index]!
    const match = places.get(thing.position ?? index)
    if (match !== undefined && (isOnly || !contradict(before[match]!, thing))) take(index, match)
  }
  return found
}

function owners(things: readonly Likeness[]): Map<string, number[]> {
  const owned = new Map<string, number[]>()
  things.forEach(({ identities }, index) => {
    for (const identity of identities) owned.set(identity, [...(owned.get(identity) ?? []), index])
  })
  return owned
}

function contradict(one: Likeness, other: Likeness): boolean {
  const isBoth = one.identities.length > 0 && other.identities.length > 0
  return isBoth && !other.identities.some((identity) => one.identities.includes(identity))
}

/** The share of what both say that differs, 0 to 1; 1 as well when they speak of nothing in common. */
function disagreement(before: Likeness, after: Likeness): number {
  let compared = 0
  let differing = 0
  for (const [name, { weight, values }] of Object.entries(after.features)) {
    const known = before.features[name]?.values ?? []
    if (values.length === 0 || known.length === 0) continue
    const common = values.filter((value) => known.includes(value)).length
    compared += weight
    differing += weight * (1 - Math.min(common, known.length) / Math.max(values.length, known.length))
  }
  return compared === 0 ? 1 : differing / compared
}

/** Pairs of row and column with the least disagreement in all; equal ones keep their places. */
function bestAssignment(
  rows: readonly number[],
  columns: readonly number[],
  cost: (row: number, column: number) => number,
): [row: number, column: number][] {
  if (rows.length > columns.length) {
    return bestAssignment(columns, rows, (row, column) => cost(column, row)).map(([row, column]) => [column, row])
  }
  const costs = rows.map((row, at) =>
    columns.map((column, to) => {
      const exact = cost(at, to)
      return exact >= tooDifferent ? 1 : exact + Math.abs(row - column) * 1e-9
    }),
  )
  return hungarian(costs, columns.length).filter(([row, column]) => costs[row]![column]! < tooDifferent)
}

/** The Hungarian method: the assignment of every row to a column of its own with the least cost. Rows are not more than columns. */
function hungarian(costs: readonly (readonly number[])[], width: number): [row: number, column: number][] {
  // Counted from 1: row and column 0 are where a search begins.
  const ofRow = new Float64Array(costs.length + 1)
  const ofColumn = new Float64Array(width + 1)
  const rowAt = new Int32Array(width + 1)
  const cameFrom = new Int32Array(width + 1)
  for (let row = 1; row <= costs.length; row += 1) {
    rowAt[0] = row
    let column = 0
    const least = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY)
    const seen = new Uint8Array(width + 1)
    do {
      seen[column] = 1
      const current = rowAt[column]!
      let step = Number.POSITIVE_INFINITY
      let next = 0
      for (let to = 1; to <= width; to += 1) {
        if (seen[to]) continue
        const reduced = costs[current - 1]![to - 1]! - ofRow[current]! - ofColumn[to]!
        if (reduced < least[to]!) {
          least[to] = reduced
          cameFrom[to] = column
        }
        if (least[to]! < step) {
          step = least[to]!
          next = to
        }
      }
      for (let to = 0; to <= width; to += 1) {
        if (seen[to]) {
          ofRow[rowAt[to]!]! += step
          ofColumn[to]! -= step
        } else {
          least[to]! -= step
        }
      }
      column = next
    } while (rowAt[column] !== 0)
    while (column !== 0) {
      const previous = cameFrom[column]!
      rowAt[column] = rowAt[previous]!
      column = previous
    }
  }
  const pairs: [number, number][] = []
  for (let column = 1; column <= width; column += 1) if (rowAt[column]) pairs.push([rowAt[column]! - 1, column - 1])
  return pairs
}
